import { expect, test } from 'vitest';
import { timeWords } from '../../src/ui/time-words.js';

test('a time of today is told without its day, any other with it', () => {
  const now = new Date(2026, 1, 21, 18, 0);
  const at = (...time: [number, number, number, number, number]) => new Date(...time).toISOString();
  expect(timeWords(at(2026, 1, 21, 10, 40), now)).toMatch(/^\D?10:40( AM)?$/);
  expect(timeWords(at(2026, 1, 20, 10, 40), now)).toMatch(/20/);
  expect(timeWords('soon', now)).toBe('soon');
});
