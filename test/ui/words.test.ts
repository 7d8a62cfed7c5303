import { expect, test } from 'vitest';
import { actionWords } from '../../src/ui/action-words.js';
import { timeWords } from '../../src/ui/time-words.js';

test.each([
  ['email', 'send_email', 'Send e-mail'],
  ['payment', 'pay', 'Make payment'],
  ['other', 'create_calendar-event', 'Create calendar event'],
  ['constructor', 'x.y', 'X y'],
])('an action of type %s by the tool %s reads “%s”', (type, tool, words) => {
  expect(actionWords(type, tool)).toBe(words);
});

test('a time of today is told without its day, any other with it', () => {
  const now = new Date(2026, 1, 21, 18, 0);
  const at = (...time: [number, number, number, number, number]) => new Date(...time).toISOString();
  expect(timeWords(at(2026, 1, 21, 10, 40), now)).toMatch(/^\D?10:40( AM)?$/);
  expect(timeWords(at(2026, 1, 20, 10, 40), now)).toMatch(/20/);
  expect(timeWords('soon', now)).toBe('soon');
});
