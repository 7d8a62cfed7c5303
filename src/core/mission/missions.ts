import { showInvisible } from '../text/show-invisible.js';
import type { PlanSummary } from './summaries.js';

const statusRank = { Active: 0, Blocked: 1, Draft: 2, Done: 3, Cancelled: 4 } as const;

export function isIncomplete(plan: Pick<PlanSummary, 'status'>): boolean {
  return plan.status !== 'Done' && plan.status !== 'Cancelled';
}

/** True when a plan has not ended, does not wait for approval, and was not rejected. */
export function isMission(plan: Pick<PlanSummary, 'status' | 'approval'>): boolean {
  return isIncomplete(plan) && plan.approval === undefined;
}

/**
 * Orders missions: Active, Blocked, Draft; within these, the newest first (US2.3). Equal ones are ordered by id
 * and path, so that every device chooses the same.
 */
export function compareMissions(a: PlanSummary, b: PlanSummary): number {
  return (
    statusRank[a.status] - statusRank[b.status] ||
    b.createdMs - a.createdMs ||
    (a.planId < b.planId ? 1 : a.planId > b.planId ? -1 : 0) ||
    (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)
  );
}

/** For a plan without a next step: names the first step that is set aside; `null` if none is. */
export function whyNoNextStep({ steps }: Pick<PlanSummary, 'steps'>): string | null {
  const aside = steps.find(({ setAside }) => setAside !== undefined);
  return aside ? `step ${aside.position} is marked [${showInvisible(aside.setAside ?? '')}]` : null;
}

/** Returns the sentence that greets a new session (FR-005). */
export function resumeText(plan: PlanSummary): string {
  return `Resuming plan ${plan.planId}: ${plan.objective}`;
}
