import { MarkdownView, type TFile, type Workspace } from 'obsidian';

/** A note in its own tab, and the view that shows it. */
export interface OwnNote {
  readonly view: MarkdownView;
  readonly file: TFile;
}

/** Where a note is read, or edited with live preview. Its properties may add classes only to these. */
const faces = '.markdown-preview-view, .markdown-source-view';
/** Elements that separate a block from its note: an embedded note, another block's content, or text around it. */
const between =
  '.internal-embed, .markdown-embed, [class*="block-language-"], blockquote, .callout, li';

/**
 * The note whose own tab shows this element as part of the note's text. `null` for elements in an embed, a
 * hover preview, a canvas or another plugin's drawing, even of the same note.
 */
export function ownNoteOf(workspace: Workspace, element: HTMLElement): OwnNote | null {
  const face = element.closest<HTMLElement>(faces);
  const around = element.parentElement?.closest(between) ?? null;
  if (!face || (around && face.contains(around) && around !== face)) return null;
  const view = viewAround(workspace, face);
  const outer = face.parentElement?.closest(faces) ?? null;
  // A note embedded in the note has such an element of its own.
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
