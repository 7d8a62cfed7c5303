import { MarkdownView, type TFile, type Workspace } from 'obsidian';

/** A note in a tab of its own, and the view that shows it. */
export interface OwnNote {
  readonly view: MarkdownView;
  readonly file: TFile;
}

/** Where a note is read, or edited with live preview. Its properties may add classes to these only. */
const faces = '.markdown-preview-view, .markdown-source-view';
/** Between a block and its note's face: a note in a note, what another block draws, or text around it. */
const between =
  '.internal-embed, .markdown-embed, [class*="block-language-"], blockquote, .callout, li';

/**
 * The note whose own tab shows this element as a part of the note's own text; `null` for what stands
 * in an embed, a hover preview, a canvas or what a plugin draws, also when that is the same note.
 */
export function ownNoteOf(workspace: Workspace, element: HTMLElement): OwnNote | null {
  const face = element.closest<HTMLElement>(faces);
  const around = element.parentElement?.closest(between) ?? null;
  if (!face || (around && face.contains(around) && around !== face)) return null;
  const view = viewAround(workspace, face);
  const outer = face.parentElement?.closest(faces) ?? null;
  // A note inside the note has a face of its own.
  if (!view?.file || (outer && view.contentEl.contains(outer))) return null;
  return view.containerEl.closest('.popover') ? null : { view, file: view.file };
}

function viewAround(workspace: Workspace, element: HTMLElement): MarkdownView | null {
  let found: MarkdownView | null = null;
  workspace.iterateAllLeaves(({ view }) => {
    if (view instanceof MarkdownView && view.contentEl.contains(element)) found = view;
  });
  return found;
}
