import type { PlanSummary } from '../../../core/mission/summaries.js';
import { withIsolates } from '../../../core/text/text-direction.js';
import { shortText } from '../shared/short-text.js';

/** What a notice says when a person's press ends a plan, whose card leaves the panel with that. */
export function formatEndedPlan({ objective }: PlanSummary, how: 'done' | 'cancelled'): string {
  return `Plan ${how} and archived: ${withIsolates(shortText(objective, 120))}`;
}

/** What a notice says when a person's press decides about a plan that waits, whose card leaves its place with that. */
export function formatDecidedPlan(
  { objective }: PlanSummary,
  how: 'approved' | 'rejected',
): string {
  return `Plan ${how}: ${withIsolates(shortText(objective, 120))}`;
}
