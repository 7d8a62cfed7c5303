import { foldLine } from '../text/text-line.js';

const longestTitle = 100;

/**
 * Returns a heading in lower case without numbers, brackets and punctuation: `step by step plan` for “2.
 * Step-by-Step Plan (draft):”.
 */
export function plainTitle(title: string): string {
  return foldLine(title.slice(0, longestTitle))
    .replace(/^[^\p{L}]+|\s?\([^()]*\)|[^\p{L}]+$/gu, '')
    .replaceAll('-', ' ')
    .toLowerCase();
}
