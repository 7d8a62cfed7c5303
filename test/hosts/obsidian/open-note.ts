import { MarkdownView } from 'obsidian';
import type { Device } from '../../host/open-device.js';

/** Opens a note in a new leaf, to be edited or to be read. */
export async function openNote(
  { app }: Device,
  path: string,
  mode: 'source' | 'preview' = 'source',
): Promise<MarkdownView> {
  const file = app.vault.getFileByPath(path);
  if (file === null) throw new Error(`There is no ${path}`);
  const leaf = app.workspace.getLeaf(true);
  await leaf.openFile(file, { state: { mode } });
  if (leaf.view instanceof MarkdownView) return leaf.view;
  throw new Error(`${path} opened as ${leaf.view.getViewType()}`);
}
