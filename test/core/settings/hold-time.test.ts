import { expect, test } from 'vitest';
import { holdSecondsOf, isHoldSeconds } from '../../../src/core/settings/undo-window.js';

test('a move is held for 10 seconds where nothing else was chosen [GATE-23]', () => {
  expect(holdSecondsOf({})).toBe(10);
});

test.each([5, 10, 11, 300])('%d seconds can be chosen', (seconds) => {
  expect(isHoldSeconds(seconds)).toBe(true);
  expect(holdSecondsOf({ holdSeconds: seconds })).toBe(seconds);
});

test.each([0, -1, 4, 301, 7.5, NaN, Infinity])(
  '%d seconds cannot, and would be held longest',
  (seconds) => {
    expect(isHoldSeconds(seconds)).toBe(false);
    expect(holdSecondsOf({ holdSeconds: seconds })).toBe(300);
  },
);

test.each(['10', null, true, {}])('%j is no hold time', (value) => {
  expect(isHoldSeconds(value)).toBe(false);
});
