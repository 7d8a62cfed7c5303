import { expect, test } from 'vitest';
import { chainEntry } from '../../../src/core/audit/entry.js';
import { doubtBehind, noteOfAttempt } from '../../../src/core/request/doubt.js';
import { LedgerFacts } from '../../../src/core/request/ledger-facts.js';
import type { LedgerRecord } from '../../../src/core/request/ledger-record.js';

/** A ledger that begins with attempts of an earlier one. */
function factsWith(outcomes: Readonly<Record<string, 'executed' | 'unknown'>>): LedgerFacts {
  const facts = new LedgerFacts();
  const at = '2026-02-21T10:00:00.000Z';
  const spent = Object.entries(outcomes).map(([id, outcome]) => ({
    ...{ id, outcome, plan: 'PLAN-2026-001', step: 's4', effect: 'E' },
  }));
  const happening = { at, actor: 'Countersign', event: 'epoch', detail: '' };
  const audit = chainEntry(facts.head, happening);
  const epoch: LedgerRecord = { kind: 'epoch', epoch: 'e', device: 'd', vault: 'v', spent, audit };
  facts.apply(epoch);
  return facts;
}

const unknown = { requestId: 'r-1', supersedes: null, status: 'outcome_unknown' };

test.each([
  ['the latest unknown attempt of its step or effect', { a: 'unknown', b: 'unknown' }, 'b'],
  ['the unknown one, also before an executed one', { a: 'unknown', b: 'executed' }, 'a'],
] as const)('a note that says unknown without a trace is in doubt about %s [GATE-3]', (...row) => {
  const [, outcomes, attemptId] = row;
  const attempts = Object.keys(outcomes);
  expect(doubtBehind(factsWith(outcomes), unknown, attempts)).toMatchObject({
    attemptId,
    step: 's4',
    isCleared: false,
  });
});

test('where nothing is unknown, no note can bring itself into doubt [GATE-3]', () => {
  expect(doubtBehind(factsWith({ a: 'executed' }), unknown, ['a'])).toBeNull();
  expect(doubtBehind(factsWith({}), unknown, [])).toBeNull();
});

test('of an attempt that this ledger was only told of, or knows nothing of, it has no note [GATE-3]', () => {
  const facts = factsWith({ a: 'unknown' });
  expect(noteOfAttempt(facts.request('a'))).toBeNull();
  expect(noteOfAttempt(facts.request('nobody'))).toBeNull();
});
