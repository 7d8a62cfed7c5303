import { titleOfBrief } from '../../core/task/brief-title.js';
import { ok } from '../../core/errors.js';
import type { Priority } from '../../core/plan/plan.js';
import { evaluateBrief, type Brief, type EvaluatedBrief } from './evaluate-brief.js';
import { initializePlan, type InitializedPlan, type NewStep } from './initialize-plan.js';
import type { Actor, Operation } from './operation.js';

export type StartPlanInput = Brief & {
  readonly actor: Actor;
  /** Absent: the first sentence of the brief. */
  readonly objective?: string;
  /** Absent: as proposed from the brief. */
  readonly steps?: readonly NewStep[];
  readonly priority?: Priority;
  /** Makes a plan although the brief looks simple. */
  readonly evenIfSimple?: boolean;
};

/** What became of a brief. */
export type StartedPlan =
  | ({ readonly kind: 'plan'; readonly evaluated: EvaluatedBrief } & InitializedPlan)
  /** A simple brief gets no plan; it is a one-line task. */
  | { readonly kind: 'task'; readonly line: string; readonly evaluated: EvaluatedBrief };

/** From a brief to a plan in one go: evaluates it, resumes its plan if there is one, else writes one. */
export const startPlan: Operation<StartPlanInput, StartedPlan> = async (context, input) => {
  const evaluated = await evaluateBrief(context, input);
  if (!evaluated.ok) return evaluated;
  const { evaluation, existing, proposedSteps, text, sourceLink } = evaluated.value;
  const line = input.objective ?? titleOfBrief(text);
  if (!evaluation.complex && !existing && input.evenIfSimple !== true) {
    return ok({ kind: 'task', line, evaluated: evaluated.value });
  }
  const plan = await initializePlan(context, {
    objective: line,
    context: text.trim(),
    sourceLink,
    steps: input.steps ?? proposedSteps,
    ...(input.priority ? { priority: input.priority } : {}),
    actor: input.actor,
  });
  return plan.ok ? ok({ kind: 'plan', evaluated: evaluated.value, ...plan.value }) : plan;
};
