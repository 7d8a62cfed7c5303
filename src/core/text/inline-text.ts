import { foldLine, showHidden } from './text-line.js';
import { showInvisible, showUnseen } from './show-invisible.js';

/**
 * Makes untrusted text safe within a line of a note, so that nothing is run, embedded or hidden.
 */
export function inlineText(text: string): string {
  return showUnseen(showHidden(foldLine(text)).replace(/\p{Surrogate}/gu, '\ufffd'))
    .replace(/([[$])(?=\1)/g, '$1 ')
    .replaceAll('](', '] (')
    .replaceAll('`', "'")
    .replace(/~{3,}/g, '~~')
    .replaceAll('<', '‹');
}

/** `inlineText` with the name of a note instead of a wikilink, and without any other use of square brackets. */
export function unlinkedText(text: string): string {
  // `[["a"]]` and `[[1]]` are lists of a call.
  const named = text.replace(/\[\[([^-\d[\]"{][^[\]"{]*)]]/g, '$1');
  return inlineText(named).replace(/^\[(?=.\])|\[(?=[!^])|[\]^](?=[:[])/gu, '$& ');
}

/** `inlineText` without square brackets, for names in links. */
export function unbracketedText(text: string): string {
  return inlineText(text.replace(/[[\]]/g, ''));
}

const longestName = 120;

/** Returns any text as a short name of one line, in which every character is visible. */
export function shortName(text: string): string {
  const line = showInvisible(foldLine(text.slice(0, longestName * 8)));
  const characters = [...line];
  return characters.length <= longestName
    ? line
    : `${characters.slice(0, longestName - 1).join('')}…`;
}
