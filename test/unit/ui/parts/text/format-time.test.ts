import { expect, test } from 'vitest';
import { formatTime, withLocalTime } from '../../../../../src/ui/parts/text/format-time.js';

test('a time of today is told without its day, another with it, and one of another year with that', () => {
  const now = new Date(2026, 1, 21, 18, 0);
  const at = (...time: [number, number, number, number, number]) => new Date(...time).toISOString();
  expect(formatTime(at(2026, 1, 21, 10, 40), now)).toBe('10:40');
  expect(formatTime(at(2026, 1, 20, 22, 40), now)).toBe('20 Feb, 22:40');
  expect(formatTime(at(2025, 1, 21, 10, 40), now)).toBe('21 Feb 2025, 10:40');
  expect(formatTime('soon', now)).toBe('soon');
});

test('when something runs is told by the clock of this device', () => {
  const ms = new Date(2026, 1, 21, 18, 5, 10).getTime();
  expect(withLocalTime('It waits.', { ms, to: 'minutes' }, ms)).toBe('It waits. It runs at 18:05.');
  expect(withLocalTime('It waits.', { ms, to: 'seconds' }, ms)).toMatch(/at 18:05:10\.$/);
  expect(withLocalTime('At 11:30 UTC.', undefined, ms)).toBe('At 11:30 UTC.');
});
