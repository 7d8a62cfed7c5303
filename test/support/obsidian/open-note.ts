import { MarkdownView } from 'obsidian';
import { fileAt } from '../../stand-in/file-at.js';
import type { Device } from '../../stand-in/open-device.js';

/** Opens a note in a new leaf, to be edited or to be read. */
export async function openNote(
  device: Device,
  path: string,
  mode: 'source' | 'preview' = 'source',
): Promise<MarkdownView> {
  const leaf = device.app.workspace.getLeaf(true);
  await leaf.openFile(fileAt(device, path), { state: { mode } });
  if (leaf.view instanceof MarkdownView) return leaf.view;
  throw new Error(`${path} opened as ${leaf.view.getViewType()}`);
}
