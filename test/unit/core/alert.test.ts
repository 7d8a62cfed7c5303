import { expect, test } from 'vitest';
import {
  bySeverity,
  firstLines,
  type Alert,
  type AlertKind,
  type AlertSubject,
} from '../../../src/core/alert.js';

const alertOf = (kind: AlertKind, text: string): Alert => ({
  ...{ subject: { kind: 'path', id: text }, kind, text, advice: 'Look.' },
});

test('alerts are in order of what they are, then of their words', () => {
  const tampered: Alert = { ...alertOf('invalid', 'w'), offers: { do: 'audit_seen' } };
  const alerts = [
    alertOf('suggestion', 'a'),
    alertOf('invalid', 'b'),
    alertOf('returned', 'x'),
    alertOf('asks', 'c'),
    { ...alertOf('halted', 'y'), subject: { kind: 'ledger' as const } },
    alertOf('unknown_outcome', 'z2'),
    alertOf('unknown_outcome', 'z1'),
    tampered,
  ];
  expect(bySeverity(alerts).map(({ text }) => text)).toEqual([
    ...['w', 'z1', 'z2', 'y', 'x', 'c', 'b', 'a'],
  ]);
});

test('what notes merely say comes after what this device knows', () => {
  const of = (subject: AlertSubject, kind: AlertKind, text: string): Alert => ({
    ...{ subject, kind, text, advice: 'Look.' },
  });
  const alerts = [
    of({ kind: 'request', id: 'r' }, 'other_device', 'a note names another computer'),
    of({ kind: 'plan', id: 'p' }, 'halted', 'a plan can’t be moved'),
    of({ kind: 'path', id: 'a.md' }, 'invalid', 'a note can’t be read'),
    of({ kind: 'tools' }, 'invalid', 'a tool has changed'),
    of({ kind: 'request', id: 's' }, 'asks', 'moved by something else'),
    of({ kind: 'ledgers' }, 'other_device', 'another computer runs actions'),
    of({ kind: 'ledger' }, 'halted', 'nothing runs'),
    of({ kind: 'audit-trail' }, 'invalid', 'the audit files were changed'),
  ];
  expect(bySeverity(alerts).map(({ text }) => text)).toEqual([
    'the audit files were changed',
    'nothing runs',
    'another computer runs actions',
    'a tool has changed',
    'moved by something else',
    'a plan can’t be moved',
    'a note names another computer',
    'a note can’t be read',
  ]);
});

const lines = (kind: AlertKind, count: number) =>
  Array.from({ length: count }, (_, at) => ({ alert: alertOf(kind, `${kind} ${at}`) }));
const counted = (all: readonly { readonly alert: Alert }[]): Record<string, number> =>
  Object.fromEntries(
    [...new Set(all.map(({ alert }) => alert.kind))].map((kind) => [
      kind,
      all.filter(({ alert }) => alert.kind === kind).length,
    ]),
  );

test('in a short list, many of one kind hide no other that is weighty', () => {
  const all = [...lines('unread_folder', 30), ...lines('asks', 30), ...lines('ticked_outside', 1)];
  expect(counted(firstLines(all, 20))).toEqual({ unread_folder: 14, asks: 5, ticked_outside: 1 });
});

test('in a short list, none that is weighty makes room for what notes are like', () => {
  const all = [...lines('unknown_outcome', 18), ...lines('waits', 30), ...lines('invalid', 30)];
  expect(counted(firstLines(all, 20))).toEqual({ unknown_outcome: 18, waits: 1, invalid: 1 });
});
