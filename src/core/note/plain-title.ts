import { foldLine } from '../text/text-line.js';

const longestTitle = 100;

/** Returns a heading in lower case without numbers and punctuation, such as `step by step plan`. */
export function plainTitle(title: string): string {
  return foldLine(title.slice(0, longestTitle))
    .replace(/^[^\p{L}]+|\s?\([^()]*\)|[^\p{L}]+$/gu, '')
    .replaceAll('-', ' ')
    .toLowerCase();
}
