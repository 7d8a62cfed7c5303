import type { PlanSummary } from '../../../core/mission/summaries.js';
import { withIsolates } from '../../../core/text/text-direction.js';
import { shortText } from '../shared/short-text.js';

/** The text of a notice when a person's press ends or decides about a plan, whose card then leaves the panel. */
export function formatDecidedPlan(
  { objective }: PlanSummary,
  how: 'done' | 'cancelled' | 'approved' | 'rejected',
): string {
  return `Plan ${how}: ${withIsolates(shortText(objective, 120))}`;
}
