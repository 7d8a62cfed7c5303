import { foldLine, showHidden } from './text-line.js';
import { showInvisible, showUnseen } from './show-invisible.js';

/** Makes untrusted text safe within a line of a note: none of it is run, embedded or hidden. */
export function inlineText(text: string): string {
  return showUnseen(showHidden(foldLine(text)).replace(/\p{Surrogate}/gu, '\ufffd'))
    .replace(/([[$])(?=\1)/g, '$1 ')
    .replaceAll('](', '] (')
    .replaceAll('`', "'")
    .replace(/~{3,}/g, '~~')
    .replaceAll('<', '‹');
}

/** `inlineText` without square brackets, so that wikilinks become plain text. */
export function unlinkedText(text: string): string {
  return inlineText(text.replace(/[[\]]/g, ''));
}

const longestName = 120;

/**
 * Returns any text as a name of one line. Every character is visible, and a long text is shortened.
 */
export function shortName(text: string): string {
  // Cut before folding, because a text may be as long as a book.
  const line = showInvisible(foldLine(text.slice(0, longestName * 8)));
  const characters = [...line];
  return characters.length <= longestName
    ? line
    : `${characters.slice(0, longestName - 1).join('')}…`;
}
