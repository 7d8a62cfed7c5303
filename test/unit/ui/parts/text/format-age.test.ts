import { expect, test } from 'vitest';
import { formatAge } from '../../../../../src/ui/parts/text/format-age.js';

test.each([
  [-1, null],
  [59_999, null],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [3_600_000, '1 h'],
  [86_399_999, '23 h'],
  [86_400_000, '1 day'],
  [3 * 86_400_000, '3 days'],
])('%d ms read as %s', (ms, words) => {
  expect(formatAge(ms)).toBe(words);
});
