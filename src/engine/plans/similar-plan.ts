import type { Problem } from '../../core/errors.js';
import { formatSimilarPlan, type SimilarPlan } from '../../core/mission/similar-plan.js';
import type { Plan } from '../../core/plan/plan.js';
import { likenessTo, type DescribedWork, type Likeness } from '../../core/task/brief-similarity.js';
import { missingSteps } from '../../core/task/missing-steps.js';
import type { EngineContext } from '../context.js';
import { readPlan } from '../vault/plan-notes.js';

/** A brief, and what it is to be made a plan of. */
export interface PlannedWork extends DescribedWork {
  /** Steps that say more than the brief does; absent: there are none. */
  readonly steps?: readonly { readonly text: string }[];
}

/** So many plan notes are read for one brief; the others are told apart by their objectives. */
const mostRead = 3;
/** So many missing steps are named. */
const mostSteps = 5;

/**
 * The incomplete plan that is most like a brief, whatever it was made from; `null`: none is. Looks at a bounded
 * number of plans, and reads the likeliest ones again.
 */
export async function similarPlan(
  context: Pick<EngineContext, 'index' | 'folders' | 'notes' | 'book'>,
  work: PlannedWork,
): Promise<SimilarPlan | null> {
  const { index } = context;
  const likenessOf = likenessTo(work);
  // A long message must not crowd out what its objective finds.
  const sharing = [work.objective, work.context].flatMap((text) => index.plansSharingWords(text));
  const candidates = [...new Set(sharing)]
    .map((plan) => ({ plan, likeness: likenessOf({ ...plan, context: '' }) }))
    .filter(({ likeness }) => likeness.kind !== 'different')
    .sort((a, b) => b.likeness.percent - a.likeness.percent || (a.plan.path < b.plan.path ? -1 : 1))
    .slice(0, mostRead);
  const read = await Promise.all(
    candidates.map(async ({ plan, likeness: before }): Promise<SimilarPlan[]> => {
      const note = await readPlan(context, plan.planId);
      // Of two notes with one id nobody can go on with one.
      const likeness = note.ok ? withSteps(likenessOf(note.value), work, note.value) : before;
      return isLike(likeness) ? [{ plan, likeness }] : [];
    }),
  );
  const found = read.flat();
  return found.find(({ likeness }) => likeness.kind === 'same') ?? found[0] ?? null;
}

/** To go on with a plan that has not all of the steps would drop the others. */
function withSteps(likeness: Likeness, { steps = [] }: PlannedWork, plan: Plan): Likeness {
  if (likeness.kind !== 'same') return likeness;
  const missing = missingSteps(textsOf(steps), textsOf(plan.steps));
  if (missing.length === 0) return likeness;
  return { ...likeness, kind: 'unclear', onlyHere: missing.slice(0, mostSteps) };
}

function textsOf(steps: readonly { readonly text: string }[]): readonly string[] {
  return steps.map(({ text }) => text);
}

function isLike(likeness: Likeness): likeness is SimilarPlan['likeness'] {
  return likeness.kind !== 'different';
}

/** Why no plan was made without a person's word, or that of whoever asked for it. */
export function similarProblem(similar: SimilarPlan): Problem {
  const { planId, path } = similar.plan;
  return {
    code: 'plan_similar',
    message: `No plan was made. ${formatSimilarPlan(similar)}`,
    advice: `If it is the same work, ask again with \`continue_plan: ${planId}\`; if it is not, with \`even_if_similar\`.`,
    path,
  };
}
