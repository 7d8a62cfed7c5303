import { showInvisible } from '../text/show-invisible.js';
import type { PlanSummary } from './summaries.js';

const statusRank = { Active: 0, Blocked: 1, Draft: 2, Done: 3, Cancelled: 4 } as const;

export function isIncomplete(plan: Pick<PlanSummary, 'status'>): boolean {
  return plan.status !== 'Done' && plan.status !== 'Cancelled';
}

export function isMission(plan: Pick<PlanSummary, 'status' | 'approval'>): boolean {
  return isIncomplete(plan) && plan.approval === undefined;
}

/** Orders missions by status (Active, Blocked, Draft), then newest first (US2.3). */
export function compareMissions(a: PlanSummary, b: PlanSummary): number {
  return (
    statusRank[a.status] - statusRank[b.status] ||
    b.createdMs - a.createdMs ||
    (a.planId < b.planId ? 1 : a.planId > b.planId ? -1 : 0) ||
    (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)
  );
}

export function whyNoNextStep({ steps }: Pick<PlanSummary, 'steps'>): string | null {
  const aside = steps.find(({ setAside }) => setAside !== undefined);
  return aside ? `step ${aside.position} is marked [${showInvisible(aside.setAside ?? '')}]` : null;
}

/** Says which plan is continued or has ended (FR-005). */
export function resumeText(plan: PlanSummary): string {
  return `${plan.ended ? 'Ended' : 'Resuming'} plan ${plan.planId}: ${plan.objective}`;
}
