import { expect, test } from 'vitest';
import type { Alert } from '../../../../src/core/alert.js';
import { AlertBoard, AlertNotices, toldBy } from '../../../../src/engine/views/alert-board.js';

function alert(subject: string, text: string): Alert {
  return { subject, kind: 'invalid', text, advice: 'Look at it.' };
}

test('each look at a subject replaces its alerts; only new ones are told', () => {
  const told: string[] = [];
  const board = new AlertBoard(({ text }) => told.push(text));
  expect(board.replace('path:a', [alert('path:a', 'one'), alert('path:a', 'two')])).toBe(true);
  expect(board.replace('path:a', [alert('path:a', 'one'), alert('path:a', 'two')])).toBe(false);
  expect(board.replace('path:a', [alert('path:a', 'two'), alert('path:a', 'three')])).toBe(true);
  expect(board.replace('path:b', [alert('path:b', 'two')])).toBe(true);
  expect(told).toEqual(['one', 'two', 'three', 'two']);
  expect(
    board
      .all()
      .filter(({ subject }) => subject === 'path:a')
      .map(({ text }) => text),
  ).toEqual(['two', 'three']);
});

test('of a plan that waits long only the first hour that counts is told, and each other request [FR-017]', () => {
  const told: string[] = [];
  const board = new AlertBoard(({ text }) => told.push(text));
  const blocked = (text: string, advice: string): Alert => {
    return { subject: 'plan:a', kind: 'blocked_long', text, advice };
  };
  expect(board.replace('plan:a', [blocked('4 hours', 'Approve a.')])).toBe(true);
  expect(board.replace('plan:a', [blocked('5 hours', 'Approve a.')])).toBe(true);
  expect(board.replace('plan:a', [blocked('6 hours', 'Approve b.')])).toBe(true);
  expect(board.replace('plan:a', [])).toBe(true);
  expect(board.replace('plan:a', [blocked('4 hours', 'Approve b.')])).toBe(true);
  expect(told).toEqual(['4 hours', '6 hours', '4 hours']);
});

test('an alert that no longer holds is gone', () => {
  const board = new AlertBoard(() => undefined);
  board.replace('path:a', [alert('path:a', 'one')]);
  expect(board.replace('path:a', [])).toBe(true);
  expect(board.replace('path:a', [])).toBe(false);
  expect(board.all()).toEqual([]);
});

test.each([
  ['request:mail', { event: 'invalid', request: 'mail' }],
  ['plan:PLAN-1', { event: 'invalid', plan: 'PLAN-1' }],
  ['path:a', { event: 'invalid' }],
])('a notice of %s says to programs what it is about', (subject, about) => {
  const notices: unknown[] = [];
  toldBy({ notify: (message) => notices.push(message) })(alert(subject, 'one'));
  expect(notices).toMatchObject([{ text: 'one Look at it.', about }]);
});

test('what a start finds is told together, many of one kind in a line, and what is urgent at once', () => {
  const told: string[] = [];
  const notices = new AlertNotices({ notify: ({ text }) => told.push(text) });
  const tell = (kind: Alert['kind'], text: string): void =>
    notices.tell({ subject: text, kind, text, advice: '' });
  for (const number of [1, 2, 3, 4, 5]) tell('invalid', `broken ${number}`);
  tell('asks', 'asks');
  tell('unknown_outcome', 'unknown');
  expect(told).toEqual(['unknown ']);
  notices.started();
  expect(told.slice(1)).toEqual([
    ...['broken 1 ', 'broken 2 ', 'broken 3 '],
    'And 2 more like this. The panel and the Dashboard list them.',
    'asks ',
  ]);
  tell('invalid', 'broken 6');
  notices.started();
  expect(told.at(-1)).toBe('broken 6 ');
});
