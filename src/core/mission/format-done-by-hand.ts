import type { PlanSummary, StepSummary } from './summaries.js';

export interface RequestOfStep {
  readonly hasRequest: boolean;
  readonly isUnknown: boolean;
}

export const doneQuestion = 'Did you do this yourself?';
export const doneVerb = 'Mark as done';

export function formatDoneByHand(
  plan: Pick<PlanSummary, 'steps'>,
  step: StepSummary,
  { hasRequest, isUnknown }: RequestOfStep,
): string {
  const finishes = isLastOpen(plan, step);
  const effects = [
    'marks the step as done',
    ...(hasRequest ? ['withdraws its request'] : []),
    ...(finishes ? ['finishes the plan'] : []),
  ];
  const [last = '', ...before] = [...effects].reverse();
  const list = before.length === 0 ? last : `${before.reverse().join(', ')} and ${last}`;
  const marks = `This ${list}. Nothing is sent.`;
  if (isUnknown) return `An earlier attempt may have been sent, so check first. ${marks}`;
  return `${marks} ${finishes ? 'This can’t be undone.' : 'You can undo this.'}`;
}

export function isLastOpen({ steps }: Pick<PlanSummary, 'steps'>, step: StepSummary): boolean {
  return steps.every(({ done, position }) => done || position === step.position);
}
