import { expect, test } from 'vitest';
import { chainEntry, emptyChain } from '../../../../src/core/audit/entry.js';
import { PlannedIds } from '../../../../src/engine/ledger/planned-ids.js';

/** Hands what happens to a plan to the fold. */
function happensIn(ids: PlannedIds) {
  return (event: string, plan: string, more: object = {}) => {
    const fields = { at: '2026-02-21T10:00:00Z', actor: 'Human', event, plan_id: plan, detail: '' };
    ids.apply({ kind: 'event', audit: chainEntry(emptyChain, { ...fields, ...more }) });
  };
}

test('a plan whose reopening came to nothing stays over, whatever happens to others meanwhile [R7.1]', () => {
  const ids = new PlannedIds();
  const happens = happensIn(ids);
  happens('plan_archived', 'A', { outcome: 'done' });
  happens('plan_reopened', 'A');
  expect(ids.isEnded('A')).toBe(false);
  happens('reasoning_logged', 'B');
  happens('not_written', 'A');
  expect(ids.isEnded('A')).toBe(true);
  happens('plan_reopened', 'A');
  happens('step_done', 'A');
  happens('not_written', 'A');
  expect(ids.isEnded('A')).toBe(false);
});

test('it is known as what a plan ended, until a person reopens it; a rejection that came to nothing ends none [R7.1]', () => {
  const ids = new PlannedIds();
  const happens = happensIn(ids);
  happens('plan_archived', 'A', { outcome: 'done' });
  happens('plan_archived', 'B', { outcome: 'cancelled' });
  happens('plan_rejected', 'C');
  expect(['A', 'B', 'C', 'D'].map((id) => ids.endedAs(id))).toEqual([
    'done',
    'cancelled',
    'rejected',
    null,
  ]);
  happens('plan_reopened', 'C');
  expect([ids.endedAs('C'), ids.isEnded('C')]).toEqual([null, false]);
  happens('plan_rejected', 'D');
  happens('not_written', 'D');
  expect(ids.endedAs('D')).toBeNull();
});
