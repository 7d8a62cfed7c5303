import { ok, type Result } from '../../../core/errors.js';
import type { SimilarPlan } from '../../../core/mission/format-similar-plan.js';
import type { Brief } from '../../../engine/operations/new-plans/evaluate-brief.js';
import type { Operations } from '../../../engine/operations/operations.js';
import type {
  StartedPlan,
  StartPlanInput,
} from '../../../engine/operations/new-plans/start-plan.js';
import type { SimilarAnswer } from './similar-plan-modal.js';

export type AskSimilar = (similar: SimilarPlan) => Promise<SimilarAnswer>;

export type Answered = Pick<StartPlanInput, 'evenIfSimilar' | 'goOnWith'>;

/** Starts a plan that a person asked for, even if the work seems too simple for one. */
export async function startAsPerson(
  operations: Pick<Operations, 'evaluateBrief' | 'startPlan'>,
  ask: AskSimilar,
  brief: Brief,
): Promise<Result<StartedPlan | null>> {
  const answered = await answerOf(operations, ask, brief);
  if (answered === null) return ok(null);
  return operations.startPlan({ ...brief, ...answered, actor: 'Human', evenIfSimple: true });
}

/**
 * Looks for a similar unfinished plan and asks the person about it. Returns null if the person
 * closed the question.
 */
export async function answerOf(
  operations: Pick<Operations, 'evaluateBrief'>,
  ask: AskSimilar,
  brief: Brief,
): Promise<Answered | null> {
  const evaluated = await operations.evaluateBrief(brief);
  const similar = evaluated.ok ? evaluated.value.similar : null;
  const answer = similar === null ? 'new' : await ask(similar);
  if (answer === null) return null;
  return answer === 'go_on' && similar
    ? { goOnWith: similar.plan.planId }
    : { evenIfSimilar: true };
}
