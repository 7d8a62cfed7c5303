import { expect, test } from 'vitest';
import { chainEntry, emptyChain, type AuditFields } from '../../../../src/core/audit/entry.js';
import { practiceSource } from '../../../../src/core/screens/start-model.js';
import { practiceDigest } from '../../../../src/core/request/action/digests.js';
import type { PlanSummary } from '../../../../src/core/mission/summaries.js';
import type { LedgerEvent, LedgerRecord } from '../../../../src/core/ledger/ledger-record.js';
import { PracticeLog } from '../../../../src/core/ledger/practice-log.js';

const record = (event: LedgerEvent, second: number, fields: Partial<AuditFields> = {}) =>
  ({
    ...event,
    audit: chainEntry(emptyChain, {
      ...{ actor: 'Countersign', event: 'intent', detail: '' },
      ...{ at: `2026-02-21T10:00:0${second}.000Z`, ...fields },
    }),
  }) as LedgerRecord;
const made = (planId: string, by: Partial<AuditFields> = {}) =>
  record({ kind: 'event' }, 0, {
    ...{ actor: 'Human', event: 'plan_created', plan_id: planId, from: practiceSource, ...by },
  });
const intent = (id: string, plan: string, bridge = practiceDigest) =>
  record({ kind: 'intent', id, plan, bridge_digest: bridge } as LedgerEvent, 1);
const outcome = (id: string, is = 'executed') =>
  record({ kind: 'outcome', id, outcome: is } as LedgerEvent, 2);

const planOf = (planId: string, rest: Partial<PlanSummary> = {}) =>
  ({ planId, sourceLink: practiceSource, status: 'Active', ...rest }) as PlanSummary;
const after = (records: readonly LedgerRecord[], plans: readonly PlanSummary[] = []) => {
  const log = new PracticeLog();
  for (const each of records) log.apply(each);
  const { plan, executed } = log.recordOf({
    plan: (id) => plans.find(({ planId }) => planId === id) ?? null,
  });
  return [plan?.planId ?? null, executed !== null];
};
const [one, two] = ['PLAN-2026-001', 'PLAN-2026-002'];

test('a plan that a person had made by the practice button is the practice mission while it is under way', () => {
  expect(after([made(one)], [planOf(one)])).toEqual([one, false]);
  expect(after([made(one)], [planOf(one, { status: 'Done' })])).toEqual([null, false]);
  expect(after([made(one), made(two)], [planOf(one), planOf(two)])).toEqual([two, false]);
  expect(after([made(one, { from: `${practiceSource}-177` })], [planOf(one)])).toEqual([
    ...[one, false],
  ]);
});

test.each([
  ['an agent wrote the note', []],
  ['an agent had it made', [made(one, { actor: 'Agent' })]],
  ['a person had it made of something else', [made(one, { from: '[[Item]]' })]],
])('a plan that names the practice button as its source is none when %s', (_why, records) => {
  expect(after(records, [planOf(one)])).toEqual([null, false]);
  expect(after([...records, intent('r', one), outcome('r')])).toEqual([null, false]);
});

test('it is done when the practice bridge was called for it with success, and by nothing else', () => {
  expect(after([made(one), intent('r', one), outcome('r')])).toEqual([null, true]);
  expect(after([made(one), intent('r', one)])).toEqual([null, false]);
  expect(after([made(one), intent('r', one), outcome('r', 'unknown')])).toEqual([null, false]);
  expect(after([made(one), intent('r', one, 'f'.repeat(64)), outcome('r')])).toEqual([null, false]);
  expect(after([made(one), intent('r', two), outcome('r')])).toEqual([null, false]);
});

test('while a second one is under way, what the first one did does not count', () => {
  const records = [made(one), intent('r', one), outcome('r'), made(two)];
  expect(after(records, [planOf(two)])).toEqual([two, false]);
  expect(after([...records, intent('s', two), outcome('s')], [planOf(two)])).toEqual([two, true]);
});

test('it says from when to when the call was made', () => {
  const log = new PracticeLog();
  for (const each of [made(one), intent('r', one), outcome('r')]) log.apply(each);
  const at = Date.UTC(2026, 1, 21, 10, 0, 0);
  expect(log.recordOf({ plan: () => null }).executed).toEqual({
    fromMs: at + 1_000,
    untilMs: at + 2_000,
  });
});
