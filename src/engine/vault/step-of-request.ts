import type { StepSummary } from '../../core/mission/summaries.js';
import { nextStepId } from '../../core/plan/edit-plan.js';
import type { Plan, Step } from '../../core/plan/plan.js';
import type { AttemptedStep } from '../../core/ledger/attempted-step.js';
import type { Attempt, LedgerFacts } from '../../core/ledger/ledger-facts.js';
import { effectsOf } from '../../core/request/action/digests.js';
import type { ActionRequest } from '../../core/request/request.js';
import type { VaultIndex } from './index/vault-index.js';
import type { VaultContext } from './vault-context.js';

export function stepOfRequest(
  index: Pick<VaultIndex, 'plan'>,
  { planId, stepId }: Pick<ActionRequest, 'planId' | 'stepId'>,
): StepSummary | null {
  const plan = planId === null ? null : index.plan(planId);
  return plan?.steps.find(({ id }) => id === stepId) ?? null;
}

export function attemptedStep(
  index: Pick<VaultIndex, 'plan'>,
  { planId, stepId }: Pick<ActionRequest, 'planId' | 'stepId'>,
): AttemptedStep {
  const step = stepOfRequest(index, { planId, stepId });
  return { planId, stepId, text: step?.text ?? null };
}

export function attemptsOf(
  { book, index }: Pick<VaultContext, 'book' | 'index'>,
  request: ActionRequest,
  claimed: string | null,
): readonly Attempt[] {
  const { preparation } = request.machine;
  if (!preparation) return [];
  const effects = effectsOf(request.call, preparation);
  return book.facts.attempts(attemptedStep(index, request), effects, request.requestId, claimed);
}

interface Known {
  readonly index: Pick<VaultIndex, 'requestsOfPlan'>;
  readonly book: { readonly facts: Pick<LedgerFacts, 'namedSteps' | 'request' | 'wasTried'> };
}

/** Returns the block ids that requests name. A new step must not get one of them. */
export function namedStepIds({ index, book }: Known, planId: string): readonly string[] {
  const open = index.requestsOfPlan(planId).flatMap(({ stepId }) => stepId ?? []);
  return [...open, ...book.facts.namedSteps.of(planId)];
}

export function idForStep(
  { index, book }: Known,
  plan: Plan,
  step: Step,
  supersedes: string | undefined,
): string {
  const { taskId: planId, text } = plan;
  const held = new Set(Array.from(text.matchAll(/\^([a-z0-9-]+)/giu), ([, id]) => lower(id)));
  const lost = index.requestsOfPlan(planId).filter(({ requestId, stepId }) => {
    const { prepared, approved } = book.facts.request(requestId) ?? {};
    const read = prepared?.step_text ?? approved?.step_text;
    return stepId !== null && !held.has(lower(stepId)) && read === step.text;
  });
  const { stepId } = lost.find(({ requestId }) => requestId === supersedes) ?? lost[0] ?? {};
  if (stepId) return stepId;
  const ofPlace = nextStepId(plan, step, []);
  return book.facts.wasTried({ planId, stepId: ofPlace, text: null })
    ? ofPlace
    : nextStepId(plan, step, namedStepIds({ index, book }, planId));
}

function lower(id = ''): string {
  return id.toLowerCase();
}
