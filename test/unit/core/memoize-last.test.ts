import { expect, test } from 'vitest';
import { memoizeLast } from '../../../src/core/memoize-last.js';

test('what was read of a note is kept for the same text at the same path, and for nothing else', () => {
  let readings = 0;
  const read = memoizeLast((text, path) => {
    readings += 1;
    return `${path}: ${text}`;
  });
  expect([read('a', '1'), read('a', '1'), read('a', '2'), read('b', '1')]).toEqual([
    '1: a',
    '1: a',
    '2: a',
    '1: b',
  ]);
  expect(readings).toBe(3);
  const long = 'a'.repeat(100_000);
  read(long, '1');
  read(long, '1');
  expect(readings).toBe(5);
});
