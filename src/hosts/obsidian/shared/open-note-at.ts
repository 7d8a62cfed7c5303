import { MarkdownView, type App, type TFile } from 'obsidian';

/** Opens a note in the main area, at a line (from 1) that is brought into sight. */
export async function openNoteAt({ workspace }: App, file: TFile, line: number): Promise<void> {
  const leaf = workspace.getLeaf(false);
  await leaf.openFile(file);
  const { view } = leaf;
  if (!(view instanceof MarkdownView)) return;
  if (view.getMode() === 'preview') {
    view.currentMode.applyScroll(line - 1);
    return;
  }
  const at = { line: line - 1, ch: 0 };
  view.editor.setCursor(at);
  view.editor.scrollIntoView({ from: at, to: at }, true);
}
