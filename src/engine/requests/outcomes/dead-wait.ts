import type { Step } from '../../../core/plan/plan.js';
import type { ActionRequest } from '../../../core/request/request.js';
import type { EngineContext } from '../../context.js';
import { whoSaysUnknown } from './unknown-outcome.js';

/** Why a step that must come first cannot go on by itself; `null` when it can. */
export function deadWait(
  context: EngineContext,
  request: ActionRequest,
  step: Step,
): string | null {
  if (step.id === null || request.planId === null || !step.gated) return null;
  const others = context.index
    .requestsOfPlan(request.planId)
    .filter((other) => other.stepId === step.id);
  const doubts = others.map((other) => whoSaysUnknown(context, other));
  if (doubts.includes('ledger')) return 'whose outcome is unknown';
  if (doubts.includes('note'))
    return 'whose outcome is unknown, as only the note of its request says';
  const allRejected = others.length > 0 && others.every(({ folder }) => folder === 'rejected');
  return allRejected ? 'which was rejected' : null;
}
