import { expect, test } from 'vitest';
import { applyEdits } from '../../../../src/core/text/edit.js';

test('edits apply to the text they were computed against, in any order', () => {
  const edits = [
    { at: 6, remove: 5, insert: 'there' },
    { at: 0, remove: 1, insert: 'H' },
  ];
  expect(applyEdits('hello world', edits)).toBe('Hello there');
});

test('edits at one offset apply in the order given', () => {
  const edits = [
    { at: 1, remove: 0, insert: '1' },
    { at: 1, remove: 0, insert: '2' },
  ];
  expect(applyEdits('ab', edits)).toBe('a12b');
});

test.each([
  [
    [
      { at: 0, remove: 2, insert: '' },
      { at: 1, remove: 1, insert: '' },
    ],
  ],
  [[{ at: 2, remove: 2, insert: '' }]],
])('overlapping edits, or one beyond the end, are a bug and throw', (edits) => {
  expect(() => applyEdits('abc', edits)).toThrow(RangeError);
});
