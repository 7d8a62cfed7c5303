import { expect, test } from 'vitest';
import type { Alert, AlertSubject } from '../../../../src/core/alert.js';
import { AlertBoard, AlertNotices, toldBy } from '../../../../src/engine/views/alert-board.js';

const a = { kind: 'path', id: 'a' } as const;
const b = { kind: 'path', id: 'b' } as const;
const plan = { kind: 'plan', id: 'a' } as const;

function alert(subject: AlertSubject, text: string): Alert {
  return { subject, kind: 'invalid', text, advice: 'Look at it.' };
}

test('each look at a subject replaces its alerts; only new ones are told', () => {
  const told: string[] = [];
  const board = new AlertBoard(({ text }) => told.push(text));
  expect(board.replace(a, [alert(a, 'one'), alert(a, 'two')])).toBe(true);
  expect(board.replace(a, [alert(a, 'one'), alert(a, 'two')])).toBe(false);
  expect(board.replace(a, [alert(a, 'two'), alert(a, 'three')])).toBe(true);
  expect(board.replace(b, [alert(b, 'two')])).toBe(true);
  expect(told).toEqual(['one', 'two', 'three', 'two']);
  expect(
    board
      .all()
      .filter(({ subject }) => subject === a)
      .map(({ text }) => text),
  ).toEqual(['two', 'three']);
});

test('of a plan that waits long only the first hour that counts is told, and each other request [FR-017]', () => {
  const told: string[] = [];
  const board = new AlertBoard(({ text }) => told.push(text));
  const blocked = (text: string, advice: string): Alert => {
    return { subject: plan, kind: 'blocked_long', text, advice };
  };
  expect(board.replace(plan, [blocked('4 hours', 'Approve a.')])).toBe(true);
  expect(board.replace(plan, [blocked('5 hours', 'Approve a.')])).toBe(true);
  expect(board.replace(plan, [blocked('6 hours', 'Approve b.')])).toBe(true);
  expect(board.replace(plan, [])).toBe(true);
  expect(board.replace(plan, [blocked('4 hours', 'Approve b.')])).toBe(true);
  expect(told).toEqual(['4 hours', '6 hours', '4 hours']);
});

test('an alert that no longer holds is gone', () => {
  const board = new AlertBoard(() => undefined);
  board.replace(a, [alert(a, 'one')]);
  expect(board.replace(a, [])).toBe(true);
  expect(board.replace(a, [])).toBe(false);
  expect(board.all()).toEqual([]);
});

test.each([
  ['request', { event: 'invalid', request: 'a' }],
  ['plan', { event: 'invalid', plan: 'a' }],
  ['path', { event: 'invalid' }],
] as const)('a notice of a %s says to programs what it is about', (kind, about) => {
  const notices: unknown[] = [];
  toldBy({ notify: (message) => notices.push(message) })(alert({ kind, id: 'a' }, 'one'));
  expect(notices).toMatchObject([{ text: 'one Look at it.', about }]);
});

test('what a start finds is told together, many of one kind in a line, and what is urgent at once', () => {
  const told: string[] = [];
  const notices = new AlertNotices({ notify: ({ text }) => told.push(text) });
  const tell = (kind: Alert['kind'], text: string): void =>
    notices.tell({ subject: { kind: 'path', id: text }, kind, text, advice: '' });
  for (const number of [1, 2, 3, 4, 5]) tell('invalid', `broken ${number}`);
  for (const number of [1, 2, 3, 4]) tell('other_device', `elsewhere ${number}`);
  tell('asks', 'asks');
  tell('unknown_outcome', 'unknown');
  expect(told).toEqual(['unknown ']);
  notices.started(true);
  expect(told.slice(1)).toEqual([
    ...['broken 1 ', 'broken 2 ', 'broken 3 '],
    'And 2 more like this. The panel and the Dashboard list them.',
    ...['elsewhere 1 ', 'elsewhere 2 ', 'elsewhere 3 '],
    'And 1 more like this. The panel and the Dashboard list them.',
    'asks ',
  ]);
  tell('invalid', 'broken 6');
  notices.started(true);
  expect(told.at(-1)).toBe('broken 6 ');
});

test('names no Dashboard where another computer writes it', () => {
  const told: string[] = [];
  const notices = new AlertNotices({ notify: ({ text }) => told.push(text) });
  for (const id of ['a', 'b', 'c', 'd']) {
    notices.tell({ subject: { kind: 'path', id }, kind: 'other_device', text: id, advice: '' });
  }
  notices.started(false);
  expect(told.at(-1)).toBe('And 1 more like this.');
});
