import { ok, type Result } from '../../../core/errors.js';
import type { SimilarPlan } from '../../../core/mission/similar-plan.js';
import type { Brief } from '../../../engine/operations/new-plans/evaluate-brief.js';
import type { Operations } from '../../../engine/operations/operations.js';
import type {
  StartedPlan,
  StartPlanInput,
} from '../../../engine/operations/new-plans/start-plan.js';
import type { SimilarAnswer } from './similar-plan-modal.js';

/** Asks a person whether a brief is the work of a plan that is not finished. */
export type AskSimilar = (similar: SimilarPlan) => Promise<SimilarAnswer>;

/** The part of a plan's input that comes from a person's answer. */
export type Answered = Pick<StartPlanInput, 'evenIfSimilar' | 'goOnWith'>;

/** Starts a plan because a person wants one, even if the brief looks simple; `null` if they change their mind. */
export async function startAsPerson(
  operations: Pick<Operations, 'evaluateBrief' | 'startPlan'>,
  ask: AskSimilar,
  brief: Brief,
): Promise<Result<StartedPlan | null>> {
  const answered = await answerOf(operations, ask, brief);
  if (answered === null) return ok(null);
  return operations.startPlan({ ...brief, ...answered, actor: 'Human', evenIfSimple: true });
}

/** Asks if a brief is similar to a plan, before anything is written; `null` if the person wants nothing. */
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
