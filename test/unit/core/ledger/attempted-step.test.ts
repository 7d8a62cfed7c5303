import { describe, expect, test } from 'vitest';
import { wasApproved } from '../../../../src/core/ledger/request-facts.js';
import type { EarlierAttempt, LedgerEvent } from '../../../../src/core/ledger/ledger-record.js';
import { approved, begun, called, ended, ledgerOf, prepared, voided } from './ledger-of.js';

const planId = 'PLAN-2026-001';
const otherPlan = 'PLAN-2026-002';
const nowhere = { planId: null, stepId: null, text: null };
const at = Date.UTC(2026, 1, 21, 10);

const told = (outcome: EarlierAttempt['outcome']): EarlierAttempt => ({
  ...{ id: 'a', plan: planId, step: 's4', effect: 'effect of a', outcome },
});
const takenOver: LedgerEvent = { kind: 'taken_over', epochs: ['e-2'], spent: [told('executed')] };
const mayHaveRun = { effect: 'effect of a' };

describe('what was attempted for a step is found', () => {
  const sent = [prepared('a', { step_text: 'Send it' }), called('a')];
  const renamed = { planId, stepId: 's9', text: 'Send it' };

  test.each<[how: string, events: LedgerEvent[], step: object, found: string | null]>([
    ['by its words, whatever id its line has now', sent, renamed, 'unknown'],
    [
      'by its words as a person approved them',
      [approved('a', 'Send it'), called('a')],
      renamed,
      'unknown',
    ],
    ['not by its words in another plan', sent, { ...renamed, planId: otherPlan }, null],
    ['not by other words', sent, { ...renamed, text: 'Pay it' }, null],
    ['not where it is not there', sent, { ...renamed, text: null }, null],
    [
      'by the words that the request was prepared for, worded otherwise since',
      [...sent, prepared('new', { step: 's9', step_text: 'Send it' })],
      { ...renamed, text: 'Pay it' },
      'unknown',
    ],
    [
      'as another ledger’s, told when this one began',
      [begun([told('executed')])],
      { stepId: 's4' },
      'executed',
    ],
    ['as another ledger’s, told when it was taken over', [takenOver], { stepId: 's4' }, 'executed'],
    [
      'as what another ledger may have run',
      [voided('a', { mayHaveRun })],
      { stepId: 's4' },
      'unknown',
    ],
    [
      'as executed, where the vault tells so of what may have run',
      [takenOver, voided('a', { mayHaveRun })],
      { stepId: 's4' },
      'executed',
    ],
  ])('%s [GATE-3]', (_how, events, step, found) => {
    const attempts = ledgerOf(...events).attempts({ ...nowhere, planId, ...step }, ['E'], 'new');
    expect(attempts).toMatchObject(found === null ? [] : [{ id: 'a', outcome: found }]);
  });
});

describe('what a request came back from is found, whatever it is for by now', () => {
  const again = voided('r-1', { successor: 'new' });

  test.each<[what: string, events: LedgerEvent[], found: string[]]>([
    ['its call', [called('a'), ended('a', 'unknown', { successor: 'new' })], ['a']],
    [
      'the call before that',
      [called('a'), ended('a', 'unknown', { successor: 'r-1' }), again],
      ['a'],
    ],
    [
      'a call that another ledger made',
      [begun([told('unknown')]), voided('a', { successor: 'new' })],
      ['a'],
    ],
    [
      'its call, although another is said to have come back as the same',
      [called('a'), ended('a', 'unknown', { successor: 'new' }), voided('b', { successor: 'new' })],
      ['a'],
    ],
    ['nothing that was never called', [voided('a', { successor: 'r-1' }), again], []],
    [
      'no call that was not executed',
      [called('a'), ended('a', 'not_executed', { successor: 'new' })],
      [],
    ],
  ])('%s [GATE-3]', (_what, events, found) => {
    const attempts = ledgerOf(...events).attempts(nowhere, ['E'], 'new');
    expect(attempts.map(({ id }) => id)).toEqual(found);
  });

  test('it is told by plan, also by the plan of what came before it', () => {
    const facts = ledgerOf(
      ...[called('a'), ended('a', 'unknown', { successor: 'r-1' })],
      voided('r-1', { plan: otherPlan, step: 's1', successor: 'r-2' }),
      voided('b', { plan: null, step: null, successor: 'r-3' }),
    );
    expect(facts.returnedIds()).toEqual(['r-1', 'r-2', 'r-3']);
    expect(facts.returnedIdsOf(planId)).toEqual(['r-1', 'r-2']);
    expect(facts.returnedIdsOf(otherPlan)).toEqual(['r-2']);
    expect(facts.returnedIdsOf('PLAN-2026-003')).toEqual([]);
    expect(facts.predecessor('r-2')).toBe('r-1');
    expect(facts.predecessor('a')).toBeUndefined();
  });
});

describe('a call of a step', () => {
  const step = { planId, stepId: 's4', text: null };

  test.each<[when: string, events: LedgerEvent[], isBeingCalled: boolean, wasTried: boolean]>([
    ['that was never begun', [prepared('a')], false, false],
    ['that was begun', [called('a')], true, true],
    ['that was executed', [called('a'), ended('a', 'executed')], false, true],
    ['of which nobody knows', [called('a'), ended('a', 'unknown')], false, true],
    ['that was not executed', [called('a'), ended('a', 'not_executed')], false, false],
    ['that another ledger made', [takenOver], false, true],
    ['of another step', [called('a', { step: 's5' })], false, false],
    ['beside one that ended', [called('a'), ended('a', 'executed'), called('b')], true, true],
  ])('%s', (_when, events, isBeingCalled, wasTried) => {
    const facts = ledgerOf(...events);
    expect([facts.isBeingCalled(step), facts.wasTried(step)]).toEqual([isBeingCalled, wasTried]);
  });
});

describe('the end of a step', () => {
  const done = [called('a'), ended('a', 'executed')];
  const by = { by: 'a' };
  const alone: LedgerEvent = {
    ...{ kind: 'step', plan: planId, step: 's4', is: 'ended' },
    text: 'T',
  };
  const opened: LedgerEvent = { kind: 'step', plan: planId, step: 's4', is: 'open' };
  const elsewhere: LedgerEvent = { ...opened, step: 's5' };

  test.each<
    [what: string, events: LedgerEvent[], ending: object | undefined, atMs: number | undefined]
  >([
    ['is an executed call', done, by, at],
    ['is a person’s word that it happened', [voided('a', { why: 'happened' })], by, at],
    [
      'is a person’s own doing',
      [voided('a', { why: 'withdrawn', step_is: 'done_by_hand' })],
      by,
      at,
    ],
    ['is told alone, too', [alone], { by: null, text: 'T' }, undefined],
    ['is no unknown call', [called('a'), ended('a', 'unknown')], undefined, undefined],
    ['is no return', [voided('a')], undefined, undefined],
    ['is over when the step is opened again', [...done, opened], undefined, undefined],
    ['is not over when another step is opened', [...done, elsewhere], by, at],
    ['comes again', [...done, opened, voided('a', { step_is: 'skipped' })], by, at],
    ['alone is over as well', [alone, opened], undefined, undefined],
  ])('%s', (_what, events, ending, atMs) => {
    const facts = ledgerOf(...events);
    expect(facts.stepClosure(planId, 's4')).toEqual(ending);
    expect(facts.stepClosedAt('a')).toBe(atMs);
    expect(facts.closedStepsSince(at)).toEqual(atMs === undefined ? [] : ['a']);
    expect(facts.closedStepsSince(0)).toEqual(atMs === undefined ? [] : ['a']);
    expect(facts.closedStepsSince(at + 1)).toEqual([]);
  });
});

test.each<[of: string, at: { plan: string | null; step: string | null }]>([
  ['without a plan and a step', { plan: null, step: null }],
  ['of a plan alone', { plan: planId, step: null }],
  ['of a step alone', { plan: null, step: 's4' }],
])('a call %s is that of no step, ends none, and comes back as none', (_of, { plan, step }) => {
  const facts = ledgerOf(called('a', { plan, step }), ended('a', 'executed'));
  expect(facts.attempts({ planId: plan, stepId: step, text: null }, ['E'], 'new')).toEqual([]);
  expect(facts.stepClosure(plan, step)).toBeUndefined();
  expect(facts.stepClosedAt('a')).toBeUndefined();
  expect(facts.closedStepsSince(0)).toEqual([]);
  expect(facts.returnedIds()).toEqual([]);
});

test('what was taken over is known by its ledger, and never runs again', () => {
  const facts = ledgerOf(takenOver);
  expect([...facts.takenOver]).toEqual(['e-2']);
  expect(facts.isUsed('a')).toBe(true);
  expect(facts.earlier.get('a')).toEqual(told('executed'));
  expect(facts.request('a')).toEqual({ asked: false, filed: false, imported: true });
});

test('what another ledger may have run stays so when it ends again, which is not in the notes yet', () => {
  const again = voided('a', { why: 'withdrawn' });
  const facts = ledgerOf(voided('a', { mayHaveRun }), { kind: 'filed', id: 'a' }, again);
  expect(facts.request('a')).toMatchObject({ voided: { ...again, mayHaveRun }, filed: false });
  expect(facts.idsToWriteBack()).toEqual(['a']);
  expect(ledgerOf(voided('a'), again).request('a')?.voided).not.toHaveProperty('mayHaveRun');
});

test('where the audit log knows more, it is told since when', () => {
  const halted: LedgerEvent = { kind: 'halted', path: 'Logs/2026-02-21.md', seq: 7 };
  expect(ledgerOf(halted).halted).toMatchObject(halted);
  expect(ledgerOf().halted).toBeNull();
});

test.each<[event: LedgerEvent, isApproved: boolean]>([
  [approved('a'), true],
  [{ kind: 'accepted', id: 'a', s: 's' }, true],
  [{ kind: 'arrived', id: 'a', s: 's' }, true],
  [{ kind: 'asked', id: 'a' }, false],
  [prepared('a'), false],
  [prepared('b'), false],
])('after %j something spoke for a: %s', (event, isApproved) => {
  expect(wasApproved(ledgerOf(event).request('a'))).toBe(isApproved);
});
