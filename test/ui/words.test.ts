import { expect, test } from 'vitest';
import { inLocalTime, sinceInLocalTime, timeWords } from '../../src/ui/time-words.js';

test('a time of today is told without its day, another with it, and one of another year with that', () => {
  const now = new Date(2026, 1, 21, 18, 0);
  const at = (...time: [number, number, number, number, number]) => new Date(...time).toISOString();
  expect(timeWords(at(2026, 1, 21, 10, 40), now)).toBe('10:40');
  expect(timeWords(at(2026, 1, 20, 22, 40), now)).toBe('20 Feb, 22:40');
  expect(timeWords(at(2025, 1, 21, 10, 40), now)).toBe('21 Feb 2025, 10:40');
  expect(timeWords('soon', now)).toBe('soon');
});

test('a time that words name in UTC is told by the clock of this device', () => {
  const at = new Date(2026, 1, 21, 18, 5, 10);
  const told = (words: string) =>
    inLocalTime(`From 11:30 UTC. It goes on at ${words}.`, { atMs: at.getTime(), words }, at);
  expect(told('11:30 UTC')).toMatch(/^From 11:30 UTC\. It goes on at 18:05\.$/);
  expect(told('11:30:10 UTC')).toMatch(/at 18:05:10\.$/);
  expect(inLocalTime('At 11:30 UTC.', undefined, at)).toBe('At 11:30 UTC.');
});

test('since when something waits is told by the clock of this device, at the end of words only', () => {
  const at = new Date(2026, 1, 21, 18, 5);
  const iso = `${at.toISOString().slice(0, 19)}Z`;
  const told = sinceInLocalTime(`Awaiting approval: a since ${iso}.`, at);
  expect(told).toMatch(/^Awaiting approval: a since 18:05\.$/);
  for (const words of [`It waits since ${iso}, as they say.`, 'It waits since soon.'])
    expect(sinceInLocalTime(words, at)).toBe(words);
});
