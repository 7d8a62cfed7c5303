import { expect, test } from 'vitest';
import { foldOf, isWhole } from '../../../../../src/ui/parts/text/long-text.js';

test.each([
  ['an empty text', '', null],
  ['sixty lines', 'x\n'.repeat(59), null],
  ['five thousand characters', 'x'.repeat(5_000), null],
  ['sixty-one lines', 'x\n'.repeat(60), '41 more lines'],
  ['a thousand lines', 'x\n'.repeat(999), '980 more lines'],
  ['one character too many', 'x'.repeat(5_001), '3,501 more characters'],
  ['long lines, few of them', `${'x'.repeat(4_000)}\n`.repeat(70), '278,570 more characters'],
])('of %s, what is folded is said', (_what, text, rest) => {
  expect(foldOf(text)?.rest ?? null).toBe(rest);
});

test('what is shown of a folded text is its beginning', () => {
  const text = `${'word '.repeat(500)}\n`.repeat(70);
  const start = foldOf(text)?.start ?? '';
  expect(text.startsWith(start)).toBe(true);
  expect(start.length).toBe(1_500);
});

test('texts are whole when each is short or was unfolded', () => {
  const long = 'x\n'.repeat(100);
  expect(isWhole(['a', 'b'], new Set())).toBe(true);
  expect(isWhole(['a', long], new Set())).toBe(false);
  expect(isWhole(['a', long], new Set([`${long}y`]))).toBe(false);
  expect(isWhole(['a', long], new Set([long]))).toBe(true);
});
