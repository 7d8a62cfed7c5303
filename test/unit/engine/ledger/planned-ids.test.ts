import { expect, test } from 'vitest';
import { chainEntry, emptyChain } from '../../../../src/core/audit/entry.js';
import { PlannedIds } from '../../../../src/engine/ledger/planned-ids.js';

test('a plan whose reopening came to nothing stays over, whatever happens to others meanwhile [R7.1]', () => {
  const ids = new PlannedIds();
  const happens = (event: string, plan: string, more: object = {}) => {
    const fields = { at: '2026-02-21T10:00:00Z', actor: 'Human', event, plan_id: plan, detail: '' };
    ids.apply(chainEntry(emptyChain, { ...fields, ...more }));
  };
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
