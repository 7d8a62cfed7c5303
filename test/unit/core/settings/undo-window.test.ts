import { expect, test } from 'vitest';
import { undoSecondsOf, isUndoSeconds } from '../../../../src/core/settings/undo-window.js';

test('a move is held for 10 seconds where nothing else was chosen [GATE-23]', () => {
  expect(undoSecondsOf({})).toBe(10);
});

test.each([5, 10, 11, 300])('%d seconds can be chosen', (seconds) => {
  expect(isUndoSeconds(seconds)).toBe(true);
  expect(undoSecondsOf({ holdSeconds: seconds })).toBe(seconds);
});

test.each([0, -1, 4, 301, 7.5, NaN, Infinity])(
  '%d seconds cannot, and would be held longest',
  (seconds) => {
    expect(isUndoSeconds(seconds)).toBe(false);
    expect(undoSecondsOf({ holdSeconds: seconds })).toBe(300);
  },
);

test.each(['10', null, true, {}])('%j is no hold time', (value) => {
  expect(isUndoSeconds(value)).toBe(false);
});
