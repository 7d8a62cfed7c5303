import { expect, test } from 'vitest';
import { NamedSteps } from '../../../../src/core/ledger/named-steps.js';
import type { LedgerRecord } from '../../../../src/core/ledger/ledger-record.js';

const plan = 'PLAN-2026-001';
const attempt = { id: 'a', effect: null, outcome: 'unknown' };

test.each<[string, object, readonly string[]]>([
  ['a request that was prepared', { kind: 'completed', plan, step: 's1' }, ['s1']],
  ['one of another plan', { kind: 'completed', plan: 'PLAN-2026-002', step: 's1' }, []],
  ['a standalone one', { kind: 'completed', plan: null, step: null }, []],
  ['a step that a person ended', { kind: 'step', is: 'ended', plan, step: 's2' }, ['s2']],
  [
    'what other ledgers did',
    {
      kind: 'epoch',
      spent: [
        { ...attempt, plan, step: 's3' },
        { ...attempt, plan: null, step: null },
      ],
    },
    ['s3'],
  ],
  ['what nobody did', { kind: 'heard' }, []],
  ['an event', { kind: 'event' }, []],
])('the block ids of a plan are known from %s', (_what, record, ids) => {
  const named = new NamedSteps();
  named.apply(record as LedgerRecord);
  named.apply(record as LedgerRecord);
  expect(named.of(plan)).toEqual(ids);
});
