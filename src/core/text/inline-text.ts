import { foldLine, showHidden } from './text-line.js';
import { showInvisible, showUnseen } from './show-invisible.js';

/** Makes untrusted text harmless within a line of a note. */
export function inlineText(text: string): string {
  return showUnseen(showHidden(foldLine(text)).replace(/\p{Surrogate}/gu, '\ufffd'))
    .replace(/([[$])(?=\1)/g, '$1 ')
    .replaceAll('](', '] (')
    .replaceAll('`', "'")
    .replace(/~{3,}/g, '~~')
    .replaceAll('<', '‹');
}

export function unlinkedText(text: string): string {
  // `[["a"]]` and `[[1]]` are lists in the arguments of a call, not links.
  const named = text.replace(/\[\[([^-\d[\]"{][^[\]"{]*)]]/g, '$1');
  return inlineText(named).replace(/^\[(?:\](?=\])|(?=[^\]]\]))|\[(?=[!^])|[\]^](?=[:[])/gu, '$& ');
}

/** Like `inlineText`, but without square brackets. For names in links. */
export function unbracketedText(text: string): string {
  return inlineText(text.replace(/[[\]]/g, ''));
}

const longestName = 120;

/** Turns a text into a short name of one line. */
export function shortName(text: string): string {
  const line = showInvisible(foldLine(text.slice(0, longestName * 8)));
  const characters = [...line];
  return characters.length <= longestName
    ? line
    : `${characters.slice(0, longestName - 1).join('')}…`;
}
