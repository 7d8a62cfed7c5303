import { expect, test } from 'vitest';
import type { AuditEntry } from '../../../../src/core/audit/entry.js';
import { ChosenPlans } from '../../../../src/engine/ledger/chosen-plans.js';

const path = 'Plans/Copy.md';
const decided = { event: 'plan_consolidated', from: path, to: 'Plans/Kept.md' } as AuditEntry;

/** Whether it goes, after what the index found at its path one after another: a cancelled plan, or not. */
function goesAfter(...cancelled: readonly boolean[]): boolean {
  const chosen = new ChosenPlans();
  chosen.look(() => false);
  chosen.apply(decided);
  for (const is of cancelled) chosen.look(() => is);
  return chosen.isGoing(path);
}

test('a duplicate goes until it is gone: what lies at its path next is another plan', () => {
  expect(goesAfter()).toBe(true);
  // It is decided before it is written.
  expect(goesAfter(false)).toBe(true);
  expect(goesAfter(false, true)).toBe(true);
  expect(goesAfter(true, false)).toBe(false);
  expect(goesAfter(true, false, true)).toBe(false);
});

test.each([
  ['is still there', true],
  ['went meanwhile', false],
])('a duplicate of an earlier start that %s', (_how, isThere) => {
  const chosen = new ChosenPlans();
  chosen.apply(decided);
  chosen.look(() => isThere);
  expect(chosen.isGoing(path)).toBe(isThere);
});
