import { MarkdownView, type TFile, type Workspace } from 'obsidian';

/** A note in its own tab, and the view that shows it. */
export interface OwnNote {
  readonly view: MarkdownView;
  readonly file: TFile;
}

/**
 * The elements in which Obsidian shows a note for reading or for editing. The properties of a note can add
 * classes only to these.
 */
const faces = '.markdown-preview-view, .markdown-source-view';
/**
 * Elements that mean that a block inside them is not the note's own: an embed, the content of another block,
 * a quote, a callout or a list item.
 */
const between =
  '.internal-embed, .markdown-embed, [class*="block-language-"], blockquote, .callout, li';

/**
 * Returns the note in whose own tab this element is part of the text. `null` for elements in an embed, a
 * hover preview, a canvas or another plugin's drawing, even of the same note.
 */
export function ownNoteOf(workspace: Workspace, element: HTMLElement): OwnNote | null {
  const face = element.closest<HTMLElement>(faces);
  const around = element.parentElement?.closest(between) ?? null;
  if (!face || (around && face.contains(around) && around !== face)) return null;
  const view = viewAround(workspace, face);
  const outer = face.parentElement?.closest(faces) ?? null;
  // A note embedded in this one has such an element too. Nothing inside it belongs to the outer note.
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
