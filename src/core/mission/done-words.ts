import type { PlanSummary, StepSummary } from './summaries.js';

/** What is known of the request of a step. */
export interface RequestOfStep {
  readonly hasRequest: boolean;
  /** Nobody knows whether an earlier attempt was sent. */
  readonly isUnknown: boolean;
}

export const doneQuestion = 'Did you do this yourself?';
export const doneVerb = 'Mark as done';

/** What follows when a person says that they did a ✋ step themselves, in two sentences. */
export function doneWords(
  plan: Pick<PlanSummary, 'steps'>,
  step: StepSummary,
  { hasRequest, isUnknown }: RequestOfStep,
): string {
  const finishes = isLastOpen(plan, step);
  const marks = `The step is marked as done${finishes ? ', and the plan is finished' : ''}`;
  const request = hasRequest ? 'its request is withdrawn and won’t run' : 'nothing is sent';
  if (isUnknown) {
    return `An earlier attempt may have been sent, so check first. ${marks}; ${request}.`;
  }
  return `${marks}; ${request}. ${finishes ? 'This can’t be undone.' : 'You can undo it.'}`;
}

/** Whether the plan is finished once this step is done. */
export function isLastOpen({ steps }: Pick<PlanSummary, 'steps'>, step: StepSummary): boolean {
  return steps.every(({ done, position }) => done || position === step.position);
}
