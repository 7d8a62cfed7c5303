import type { PlanSummary } from '../../../core/mission/summaries.js';
import { withIsolates } from '../../../core/text/text-direction.js';
import { shortText } from '../shared/short-text.js';

/** The text of a notice when a person's press ends a plan, whose card then leaves the panel. */
export function formatEndedPlan({ objective }: PlanSummary, how: 'done' | 'cancelled'): string {
  return `Plan ${how} and archived: ${withIsolates(shortText(objective, 120))}`;
}

/** The text of a notice when a person's press decides about a waiting plan, whose card then disappears. */
export function formatDecidedPlan(
  { objective }: PlanSummary,
  how: 'approved' | 'rejected',
): string {
  return `Plan ${how}: ${withIsolates(shortText(objective, 120))}`;
}
