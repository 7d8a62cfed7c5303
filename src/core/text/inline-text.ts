import { foldLine, showHidden } from './text-line.js';
import { showInvisible, showUnseen } from './show-invisible.js';

/**
 * Untrusted text as part of one line of ours: no links, embeds, images, comments, formulas, fences, line
 * breaks, HTML, invisible characters, or code (some plugins run text in backticks), and no half surrogate
 * pair, which no note can store.
 */
export function inlineText(text: string): string {
  return showUnseen(showHidden(foldLine(text)).replace(/\p{Surrogate}/gu, '\ufffd'))
    .replace(/([[$])(?=\1)/g, '$1 ')
    .replaceAll('](', '] (')
    .replaceAll('`', "'")
    .replace(/~{3,}/g, '~~')
    .replaceAll('<', '‹');
}

/**
 * `inlineText` without square brackets, so that a link becomes its name. For logs, and for steps on the
 * Dashboard.
 */
export function unlinkedText(text: string): string {
  return inlineText(text.replace(/[[\]]/g, ''));
}

/** A longer name is shortened. */
const longestName = 120;

/** Any text as a readable name: one line, every character visible, and not too long. */
export function shortName(text: string): string {
  // Cut before folding, because a text may be as long as a book.
  const line = showInvisible(foldLine(text.slice(0, longestName * 8)));
  const characters = [...line];
  return characters.length <= longestName
    ? line
    : `${characters.slice(0, longestName - 1).join('')}…`;
}
