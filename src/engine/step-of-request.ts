import type { StepSummary } from '../core/mission/summaries.js';
import type { AttemptedStep } from '../core/request/ledger-facts.js';
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
