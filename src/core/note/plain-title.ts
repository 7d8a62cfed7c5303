import { foldLine } from '../text/text-line.js';

const longestTitle = 100;

/** A heading without numbers, brackets and punctuation: “## 2. Step-by-Step Plan (draft):”. */
export function plainTitle(title: string): string {
  return foldLine(title.slice(0, longestTitle))
    .replace(/^[^\p{L}]+|\s?\([^()]*\)|[^\p{L}]+$/gu, '')
    .replaceAll('-', ' ')
    .toLowerCase();
}
