import { foldLine, showHidden } from './text-line.js';
import { showInvisible, showUnseen } from './show-invisible.js';

/**
 * Foreign text as a part of one line of ours: no links, embeds, images, comments, formulas, fences,
 * line breaks, HTML, invisible characters, or code of its own (some plugins run what stands in backticks), and no half of a
 * character, which no note can hold.
 */
export function inlineText(text: string): string {
  return showUnseen(showHidden(foldLine(text)).replace(/\p{Surrogate}/gu, '\ufffd'))
    .replace(/([[$])(?=\1)/g, '$1 ')
    .replaceAll('](', '] (')
    .replaceAll('`', "'")
    .replace(/~{3,}/g, '~~')
    .replaceAll('<', '‹');
}

/** The same without brackets, where a link is told by its name: in logs, and in what the Dashboard says of steps. */
export function unlinkedText(text: string): string {
  return inlineText(text.replace(/[[\]]/g, ''));
}

/** No list shows more of a name. */
const longestName = 120;

/** Any text as a readable name: one line, nothing hidden in it, and not too long. */
export function shortName(text: string): string {
  // Cut before it is folded: a text may be as long as a book.
  const line = showInvisible(foldLine(text.slice(0, longestName * 8)));
  const characters = [...line];
  return characters.length <= longestName
    ? line
    : `${characters.slice(0, longestName - 1).join('')}…`;
}
