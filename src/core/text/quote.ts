import { showInvisible } from './show-invisible.js';
import { foldLine } from './text-line.js';

const longestQuote = 100;
const longestPath = 1_000;

/** Puts untrusted words in quotation marks. Nothing in the words can close the quotation. */
export function quoted(words: string, most = longestQuote): string {
  return `“${cut(showInvisible(foldLine(words)).replace(/[“”]/gu, '"'), most)}”`;
}

/** Quotes a path, because a path may read like a sentence. */
export function quotedPath(path: string): string {
  return quoted(path, longestPath);
}

/** Cuts a text after `most` characters and adds `…`. A shorter text stays as it is. */
export function cut(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : text;
}
