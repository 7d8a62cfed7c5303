import { foldLine } from '../text/text-line.js';

const longestTitle = 100;

/** For example `1. Step-by-step plan` becomes `step by step plan`. */
export function plainTitle(title: string): string {
  return foldLine(title.slice(0, longestTitle))
    .replace(/^[^\p{L}]+|\s?\([^()]*\)|[^\p{L}]+$/gu, '')
    .replaceAll('-', ' ')
    .toLowerCase();
}
