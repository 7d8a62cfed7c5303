import { MarkdownView, type TFile, type Workspace } from 'obsidian';

export interface OwnNote {
  readonly view: MarkdownView;
  readonly file: TFile;
}

const faces = '.markdown-preview-view, .markdown-source-view';
/** Text inside these elements is not the note's own, such as an embedded note or a quotation. */
const between =
  '.internal-embed, .markdown-embed, [class*="block-language-"], blockquote, .callout, li';

/** Returns the note whose own text contains this element. */
export function ownNoteOf(workspace: Workspace, element: HTMLElement): OwnNote | null {
  const face = element.closest<HTMLElement>(faces);
  const around = element.parentElement?.closest(between) ?? null;
  if (!face || (around && face.contains(around) && around !== face)) return null;
  const view = viewAround(workspace, face);
  const outer = face.parentElement?.closest(faces) ?? null;
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
