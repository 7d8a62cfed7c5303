import { MarkdownView, Platform, type App, type TFile, type WorkspaceLeaf } from 'obsidian';

/** Lines are counted from 1. */
export async function openNoteAt({ workspace }: App, file: TFile, line: number): Promise<void> {
  const leaf = workspace.getLeaf(false);
  await leaf.openFile(file);
  showLine(leaf, line);
}

/** Opens a note in the main area. Lines are counted from 1. */
export async function openNoteBeside(app: App, file: TFile, line: number): Promise<void> {
  const { workspace } = app;
  const places: WorkspaceLeaf[] = [];
  workspace.iterateRootLeaves((leaf) => {
    const { pinned = false, type } = leaf.getViewState();
    if (type === 'markdown' || (type === 'empty' && !pinned)) places.push(leaf);
  });
  const own = places.find(({ view }) => view instanceof MarkdownView && view.file === file);
  const recent = places.find((leaf) => leaf === workspace.getMostRecentLeaf());
  const isFree = (leaf: WorkspaceLeaf): boolean => leaf.getViewState().pinned !== true;
  const other = [recent, ...places].find((leaf) => leaf !== undefined && isFree(leaf));
  const leaf = own ?? other ?? workspace.getLeaf(Platform.isPhone ? 'tab' : 'split');
  if (leaf === own) workspace.setActiveLeaf(leaf, { focus: true });
  else await leaf.openFile(file);
  await workspace.revealLeaf(leaf);
  showLine(leaf, line);
}

function showLine({ view }: WorkspaceLeaf, line: number): void {
  if (!(view instanceof MarkdownView)) return;
  if (view.getMode() === 'preview') {
    view.currentMode.applyScroll(line - 1);
    return;
  }
  const at = { line: line - 1, ch: 0 };
  view.editor.setCursor(at);
  view.editor.scrollIntoView({ from: at, to: at }, true);
}
