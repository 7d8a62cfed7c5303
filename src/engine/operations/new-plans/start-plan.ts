import { ok } from '../../../core/errors.js';
import type { Priority } from '../../../core/plan/plan.js';
import { evaluateBrief, planContextOf, type Brief, type EvaluatedBrief } from './evaluate-brief.js';
import type { InitializedPlan } from './go-on-with.js';
import { initializePlan, type InitializePlanInput, type NewStep } from './initialize-plan.js';
import { rememberTreatment } from './keep-as-task.js';
import type { Actor, Operation } from '../shared/operation.js';

export type StartPlanInput = Brief &
  Pick<InitializePlanInput, 'awaitsApproval' | 'approvalReason'> & {
    readonly actor: Actor | 'Countersign';
    readonly objective?: string;
    readonly steps?: readonly NewStep[];
    readonly priority?: Priority;
    readonly evenIfSimple?: boolean;
    readonly evenIfSimilar?: boolean;
    readonly goOnWith?: string;
  };

export type StartedPlan =
  | ({ readonly kind: 'plan'; readonly evaluated: EvaluatedBrief } & InitializedPlan)
  | { readonly kind: 'task'; readonly line: string; readonly evaluated: EvaluatedBrief };

export const startPlan: Operation<StartPlanInput, StartedPlan> = async (context, input) => {
  const evaluated = await evaluateBrief(context, input);
  if (!evaluated.ok) return evaluated;
  const { evaluation, existing, treatment, content, sourceLink, digest } = evaluated.value;
  const { title } = content;
  const line = input.objective ?? title;
  const priority = input.priority ?? content.priority;
  const needsPlan = treatment === null ? evaluation.complex : treatment === 'plan';
  if (!needsPlan && !existing && input.evenIfSimple !== true) {
    return ok({ kind: 'task', line, evaluated: evaluated.value });
  }
  const plan = await initializePlan(context, {
    objective: line,
    context: planContextOf(content, line, 'path' in input),
    sourceLink,
    digest,
    steps: input.steps ?? content.steps,
    stepsAreProposed: input.steps === undefined,
    ...(priority ? { priority } : {}),
    ...(input.evenIfSimilar ? { evenIfSimilar: true } : {}),
    ...(input.goOnWith === undefined ? {} : { goOnWith: input.goOnWith }),
    ...(input.awaitsApproval ? { awaitsApproval: true } : {}),
    ...(input.approvalReason === undefined ? {} : { approvalReason: input.approvalReason }),
    actor: input.actor,
  });
  if (plan.ok && !needsPlan && !existing && input.actor === 'Human' && 'path' in input) {
    // The plan exists already, so a failed write to its item is ignored.
    await rememberTreatment(context, input.path, 'plan');
  }
  return plan.ok ? ok({ kind: 'plan', evaluated: evaluated.value, ...plan.value }) : plan;
};
