import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  compareMissions,
  isIncomplete,
  resumeText,
} from '../../../../src/core/mission/missions.js';
import type { PlanSummary } from '../../../../src/core/mission/summaries.js';
import { PLAN_STATUSES } from '../../../../src/core/plan/plan.js';
import { planSummary } from '../../../support/builders/mission-view.js';

function plan(planId: string, status: PlanSummary['status'], createdMs: number): PlanSummary {
  return planSummary({ planId, status, createdMs, path: `Plans/${planId}.md` });
}

test('Active goes before Blocked before Draft, then the newest first [US2.3]', () => {
  const plans = [
    plan('draft-new', 'Draft', 9),
    plan('blocked-old', 'Blocked', 1),
    plan('active-old', 'Active', 2),
    plan('blocked-new', 'Blocked', 8),
    plan('active-new', 'Active', 7),
    plan('draft-old', 'Draft', 3),
  ];
  expect(plans.sort(compareMissions).map(({ planId }) => planId)).toEqual([
    'active-new',
    'active-old',
    'blocked-new',
    'blocked-old',
    'draft-new',
    'draft-old',
  ]);
});

test('every device puts the same plans in the same order, however it found them', () => {
  const arbitrary = fc.uniqueArray(
    fc.record({
      planId: fc.constantFrom('PLAN-2026-001', 'PLAN-2026-002', 'PLAN-2026-003'),
      status: fc.constantFrom(...PLAN_STATUSES),
      createdMs: fc.constantFrom(1, 2),
      path: fc.constantFrom('Plans/a.md', 'Plans/b.md', 'Plans/c.md', 'Plans/d.md'),
    }),
    { selector: ({ path }) => path },
  );
  fc.assert(
    fc.property(arbitrary, fc.infiniteStream(fc.nat()), (changes, random) => {
      const plans = changes.map((change) => planSummary(change));
      const shuffled = plans
        .map((each) => ({ each, key: random.next().value as number }))
        .sort((a, b) => a.key - b.key)
        .map(({ each }) => each);
      expect(shuffled.sort(compareMissions)).toEqual(plans.sort(compareMissions));
    }),
  );
});

test('what is done or cancelled is no mission', () => {
  const missions = PLAN_STATUSES.filter((status) => isIncomplete(plan('x', status, 1)));
  expect(missions).toEqual(['Draft', 'Active', 'Blocked']);
});

test('a session is greeted with the plan and its objective', () => {
  expect(resumeText(planSummary())).toBe(
    'Resuming plan PLAN-2026-001: Generate and send the January invoice to Client A for $1,500.',
  );
});
