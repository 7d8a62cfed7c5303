import { describe, expect, test } from 'vitest';
import {
  closedStepOf,
  isStepClosed,
  recordedText,
} from '../../../../src/core/ledger/closed-step.js';
import type { LedgerEvent } from '../../../../src/core/ledger/ledger-record.js';
import { approved, called, ended, ledgerOf, prepared, voided } from './ledger-of.js';

const planId = 'PLAN-2026-001';
const step = { planId, stepId: 's4' };

describe('how the step of a request read is told', () => {
  const sent = prepared('a', { step_text: 'Send it' });

  test.each<[how: string, events: LedgerEvent[], text: string | null | undefined]>([
    ['as a person saw it who approved that', [sent, approved('a', 'Send all')], 'Send all'],
    ['as it read when its action was prepared', [sent, approved('a')], 'Send it'],
    ['as prepared, before anybody approves it', [sent], 'Send it'],
    ['as approved, when nothing was prepared', [approved('a', 'Send all')], 'Send all'],
    ['as not there', [prepared('a', { step_text: null })], null],
    ['as not recorded, by an older ledger', [prepared('a'), approved('a')], undefined],
    ['as not recorded, where nothing was prepared', [{ kind: 'asked', id: 'a' }], undefined],
    ['as not recorded, where nobody knows it', [], undefined],
  ])('%s', (_how, events, text) => {
    expect(recordedText(ledgerOf(...events), 'a')).toBe(text);
  });

  test('as its earlier attempt recorded it, or else as its own records do', () => {
    const facts = ledgerOf(sent, prepared('b', { step_text: 'Ask about it' }), prepared('c'));
    expect(recordedText(facts, 'b', 'a')).toBe('Send it');
    expect(recordedText(facts, 'b', 'c')).toBe('Ask about it');
    expect(recordedText(facts, 'b', 'nobody')).toBe('Ask about it');
  });
});

describe('the step that a request ended', () => {
  const sent = prepared('a', { step_text: 'Send it' });
  const asks = prepared('b', { step_text: 'Ask about it' });

  test.each<[how: string, events: LedgerEvent[], id: string, text: string | null | undefined]>([
    ['reads as recorded', [sent, called('a')], 'a', 'Send it'],
    [
      'reads as approved, when nothing was prepared',
      [approved('a', 'Send all'), called('a')],
      'a',
      'Send all',
    ],
    [
      'is not told by what was prepared for another step',
      [sent, called('a', { step: 's4' }), prepared('a', { step: 's5', step_text: 'Other' })],
      'a',
      null,
    ],
    [
      'is not told by what was prepared for another plan',
      [prepared('a', { plan: 'PLAN-2026-002', step_text: 'Other' }), called('a')],
      'a',
      null,
    ],
    [
      'reads as on the screen of who did it',
      [sent, voided('a', { why: 'withdrawn', step_is: 'done_by_hand', step_text: 'Send by post' })],
      'a',
      'Send by post',
    ],
    [
      'is not told by an older record of who did it',
      [sent, voided('a', { why: 'withdrawn', step_is: 'skipped' })],
      'a',
      undefined,
    ],
    [
      'reads as on the screen of who says that it happened',
      [sent, asks, voided('b', { why: 'happened', attempt: 'a', step_text: 'Send by post' })],
      'b',
      'Send by post',
    ],
    [
      'reads, on a person’s word, as that of the attempt',
      [sent, asks, voided('b', { why: 'happened', attempt: 'a' })],
      'b',
      'Send it',
    ],
    [
      'reads as its own, where nobody said that the attempt happened',
      [sent, asks, voided('b', { attempt: 'a' })],
      'b',
      'Ask about it',
    ],
  ])('%s', (_how, events, id, text) => {
    expect(closedStepOf(ledgerOf(...events), id)).toStrictEqual({ ...step, text });
  });

  test.each<[which: string, events: LedgerEvent[]]>([
    ['has neither a call nor an end', [sent]],
    ['nobody knows', []],
    ['is of no step', [called('a', { plan: null, step: null })]],
    ['is of a plan alone', [voided('a', { step: null })]],
    ['is of a step without a plan', [voided('a', { plan: null })]],
  ])('is none for one that %s', (_which, events) => {
    expect(closedStepOf(ledgerOf(...events), 'a')).toBeNull();
  });
});

describe('a step that reads “Send it” is over', () => {
  const prepare = (text?: string | null) =>
    prepared('a', text === undefined ? {} : { step_text: text });
  const done = [called('a'), ended('a', 'executed')];
  const alone = (text?: string): LedgerEvent => ({
    ...{ kind: 'step', plan: planId, step: 's4', is: 'ended' },
    ...(text === undefined ? {} : { text }),
  });
  const opened: LedgerEvent = { kind: 'step', plan: planId, step: 's4', is: 'open' };

  test.each<[when: string, isOver: boolean, events: LedgerEvent[]]>([
    ['when nothing ended it', false, [prepare('Send it')]],
    ['when its call was executed', true, [prepare('Send it'), ...done]],
    ['when a step of this id with other words was executed', false, [prepare('Pay it'), ...done]],
    ['when an older ledger did not record its words', true, [prepare(), ...done]],
    ['when it was not there as its action was prepared', false, [prepare(null), ...done]],
    [
      'when its outcome is unknown',
      false,
      [prepare('Send it'), called('a'), ended('a', 'unknown')],
    ],
    ['when a person ended it alone', true, [alone('Send it')]],
    ['when a person ended it with other words', false, [alone('Pay it')]],
    ['when a person ended it, and its words were not recorded', true, [alone()]],
    ['when it was opened again', false, [alone('Send it'), opened]],
  ])('%s: %s', (_when, isOver, events) => {
    expect(isStepClosed(ledgerOf(...events), planId, { id: 's4', text: 'Send it' })).toBe(isOver);
  });

  test('never without an id, nor in another plan', () => {
    const facts = ledgerOf(alone());
    expect(isStepClosed(facts, planId, { id: null, text: 'Send it' })).toBe(false);
    expect(isStepClosed(facts, 'PLAN-2026-002', { id: 's4', text: 'Send it' })).toBe(false);
  });
});
