import { showInvisible } from './show-invisible.js';
import { foldLine } from './text-line.js';

const longestQuote = 100;
/** Longer than for other quotes, because a shortened path identifies nothing. */
const longestPath = 1_000;

/** Words of a note or a server, quoted within a sentence of ours. They cannot end the quotation. */
export function quoted(words: string, most = longestQuote): string {
  return `“${cut(showInvisible(foldLine(words)).replace(/[“”]/gu, '"'), most)}”`;
}

/** A path within a sentence of ours, because a note's name may read like a sentence. */
export function quotedPath(path: string): string {
  return quoted(path, longestPath);
}

/** A text of at most this many characters; a shortened one ends with `…`. */
export function cut(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : text;
}
