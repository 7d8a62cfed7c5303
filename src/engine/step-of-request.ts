import type { StepSummary } from '../core/mission/summaries.js';
import type { Plan, Step } from '../core/plan/plan.js';
import type { AttemptedStep, LedgerFacts } from '../core/request/ledger-facts.js';
import type { ActionRequest } from '../core/request/request.js';
import type { VaultIndex } from './index/vault-index.js';

/** The step that a request is for, as the index knows it; `null`: it is for none, or that is not there. */
export function stepOfRequest(
  index: Pick<VaultIndex, 'plan'>,
  { planId, stepId }: Pick<ActionRequest, 'planId' | 'stepId'>,
): StepSummary | null {
  const plan = planId === null ? null : index.plan(planId);
  return plan?.steps.find(({ id }) => id === stepId) ?? null;
}

/** The same, as attempts of it are looked for. */
export function attemptedStep(
  index: Pick<VaultIndex, 'plan'>,
  { planId, stepId }: Pick<ActionRequest, 'planId' | 'stepId'>,
): AttemptedStep {
  const step = stepOfRequest(index, { planId, stepId });
  return { planId, stepId, text: step?.text ?? null };
}

interface Known {
  readonly index: Pick<VaultIndex, 'requestsOfPlan'>;
  readonly book: { readonly facts: Pick<LedgerFacts, 'namedSteps' | 'request'> };
}

/**
 * The block ids that requests of a plan bear or bore. None is free for another step, though the line that had
 * it is gone: what waits for one step would wait for the other.
 */
export function namedStepIds({ index, book }: Known, planId: string): readonly string[] {
  const open = index.requestsOfPlan(planId).flatMap(({ stepId }) => stepId ?? []);
  return [...open, ...book.facts.namedSteps.of(planId)];
}

/** The block id that a step had when an action was prepared for it that still waits; absent: it is not known. */
export function lostStepId(
  { index, book }: Known,
  { taskId, steps }: Plan,
  step: Step,
): string | undefined {
  const waiting = index.requestsOfPlan(taskId).filter(({ place }) => place !== 'rejected');
  const lost = waiting.find(
    ({ requestId, stepId }) =>
      stepId !== null &&
      steps.every(({ id }) => id !== stepId) &&
      book.facts.request(requestId)?.completed?.step_text === step.text,
  );
  return lost?.stepId ?? undefined;
}
