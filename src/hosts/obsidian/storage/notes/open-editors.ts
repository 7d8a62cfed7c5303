import { MarkdownView, type Workspace } from 'obsidian';

export function openEditors(workspace: Workspace, path: string): readonly MarkdownView[] {
  const views: MarkdownView[] = [];
  workspace.iterateAllLeaves(({ view }) => {
    if (view instanceof MarkdownView && view.file?.path === path) views.push(view);
  });
  return views;
}

export function editorInUse(workspace: Workspace, path: string): MarkdownView | null {
  const views = openEditors(workspace, path);
  return (
    views.find((view) => view.editor.hasFocus()) ??
    views.find((view) => view.getMode() === 'source') ??
    views[0] ??
    null
  );
}

export async function saveOpenEditors(workspace: Workspace, path: string): Promise<void> {
  const saved = new Set<string>();
  for (const view of openEditors(workspace, path)) {
    const text = view.getViewData();
    if (!saved.has(text)) await view.save();
    saved.add(text);
  }
}
