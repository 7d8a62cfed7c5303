import { describe, expect, test } from 'vitest';
import {
  unknownOutcomeBehind,
  noteOfAttempt,
  type Origin,
} from '../../../../src/core/ledger/unknown-outcome.js';
import type { LedgerEvent } from '../../../../src/core/ledger/ledger-record.js';
import { begun, called, ended, ledgerOf, voided } from './ledger-of.js';

const ofStep = { plan: 'PLAN-2026-001', step: 's4' };

/** A ledger begins with attempts of an earlier one. */
function toldOf(outcomes: Readonly<Record<string, 'executed' | 'unknown'>>): LedgerEvent {
  return begun(
    Object.entries(outcomes).map(([id, outcome]) => ({ ...ofStep, id, outcome, effect: 'E' })),
  );
}

const unknown = { requestId: 'r-1', supersedes: null, status: 'outcome_unknown' };

test.each([
  ['the latest unknown attempt of its step or effect', { a: 'unknown', b: 'unknown' }, 'b'],
  ['the unknown one, also before an executed one', { a: 'unknown', b: 'executed' }, 'a'],
] as const)('a note that says unknown without a trace is in doubt about %s [GATE-3]', (...row) => {
  const [, outcomes, attemptId] = row;
  const attempts = Object.keys(outcomes);
  expect(unknownOutcomeBehind(ledgerOf(toldOf(outcomes)), unknown, attempts)).toMatchObject({
    attemptId,
    step: 's4',
    isCleared: false,
  });
});

test('where nothing is unknown, no note can bring itself into doubt [GATE-3]', () => {
  expect(unknownOutcomeBehind(ledgerOf(toldOf({ a: 'executed' })), unknown, ['a'])).toBeNull();
  expect(unknownOutcomeBehind(ledgerOf(toldOf({})), unknown, [])).toBeNull();
  expect(unknownOutcomeBehind(ledgerOf(), unknown, ['nobody'])).toBeNull();
});

describe('what came back under another id is in doubt about', () => {
  const call = called('a');
  const isUnknown = ended('a', 'unknown', { successor: 'r-1' });
  const again = voided('r-1', { successor: 'r-2' });
  const byOther = voided('a', { mayHaveRun: { effect: 'E' }, successor: 'r-1' });

  test.each<[what: string, events: LedgerEvent[], id: string, doubt: object | null]>([
    ['its unknown call', [call, isUnknown], 'r-1', { intent: call, isCleared: false }],
    ['the same, having come back again', [call, isUnknown, again], 'r-2', { intent: call }],
    [
      'a call of which a person said that it did not happen',
      [call, isUnknown, { kind: 'not_happened', id: 'a' }],
      'r-1',
      { intent: call, isCleared: true },
    ],
    ['what another ledger may have run', [byOther], 'r-1', { intent: null, isCleared: false }],
    [
      'no call that was not executed',
      [call, ended('a', 'not_executed', { successor: 'r-1' })],
      'r-1',
      null,
    ],
    ['nothing that was never called', [again], 'r-2', null],
    [
      'nothing before a call that was not executed',
      [call, isUnknown, called('r-1'), ended('r-1', 'not_executed', { successor: 'r-2' })],
      'r-2',
      null,
    ],
  ])('%s [GATE-3]', (_what, events, requestId, doubt) => {
    const origin = { requestId, supersedes: null, status: 'pending' };
    const found = unknownOutcomeBehind(ledgerOf(...events), origin, []);
    if (doubt === null) expect(found).toBeNull();
    else expect(found).toMatchObject({ attemptId: 'a', ...ofStep, ...doubt });
  });
});

describe('of attempts that the ledger was told of', () => {
  const facts = ledgerOf(toldOf({ a: 'unknown', b: 'unknown', c: 'executed' }));

  test.each<[what: string, origin: Partial<Origin>, attempts: string[], attemptId: string | null]>([
    ['the one that it names counts', { supersedes: 'a' }, ['a', 'b'], 'a'],
    [
      'one that it names and that was executed leaves no doubt',
      { supersedes: 'c' },
      ['b', 'c'],
      null,
    ],
    ['one that is not of its step or effect does not count', { supersedes: 'a' }, [], null],
    ['none counts for a note that names none and waits', {}, ['a', 'b'], null],
  ])('%s [GATE-3]', (_what, origin, attempts, attemptId) => {
    const found = unknownOutcomeBehind(
      facts,
      { ...unknown, status: 'pending', ...origin },
      attempts,
    );
    const doubt = { ...ofStep, attemptId, intent: null, isCleared: false };
    expect(found).toEqual(attemptId === null ? null : doubt);
  });
});

describe('the note of an attempt', () => {
  const mayHaveRun = { effect: 'E', note: 'note of a' };

  test.each<[where: string, events: LedgerEvent[], path: string]>([
    ['made by this ledger is the one that was called', [called('a')], 'Approved/a.md'],
    [
      'prepared for another one is the one that was brought back',
      [voided('a', { mayHaveRun, path: 'Pending_Approval/a.md' })],
      'Pending_Approval/a.md',
    ],
  ])('%s [GATE-3]', (_where, events, path) => {
    expect(noteOfAttempt(ledgerOf(...events).request('a'))).toEqual({ text: 'note of a', path });
  });

  test.each<[which: string, events: LedgerEvent[]]>([
    ['this ledger was only told of', [toldOf({ a: 'unknown' })]],
    ['nobody knows', []],
    ['was never called', [voided('a', { path: 'Pending_Approval/a.md' })]],
    ['was recorded without its note', [voided('a', { mayHaveRun: { effect: 'E' }, path: 'a.md' })]],
    ['was recorded without its place', [voided('a', { mayHaveRun })]],
  ])('that %s is not there [GATE-3]', (_which, events) => {
    expect(noteOfAttempt(ledgerOf(...events).request('a'))).toBeNull();
  });
});
