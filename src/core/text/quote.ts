import { showInvisible } from './show-invisible.js';
import { foldLine } from './text-line.js';

const longestQuote = 100;
const longestPath = 1_000;

/**
 * Quotes words of a note or a server for a sentence of ours. The words cannot end the quotation.
 */
export function quoted(words: string, most = longestQuote): string {
  return `“${cut(showInvisible(foldLine(words)).replace(/[“”]/gu, '"'), most)}”`;
}

/** Quotes a path for a sentence of ours, because a note's name may read like a sentence. */
export function quotedPath(path: string): string {
  return quoted(path, longestPath);
}

/** Keeps at most `most` characters of a text, and adds `…` if it was longer. */
export function cut(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : text;
}
