import type { Problem } from '../../core/errors.js';
import type { PlanSummary } from '../../core/mission/summaries.js';
import type { Plan } from '../../core/plan/plan.js';
import { showInvisible } from '../../core/text/show-invisible.js';
import { likenessTo, type DescribedWork, type Likeness } from '../../core/task/brief-similarity.js';
import { missingSteps } from '../../core/task/missing-steps.js';
import type { EngineContext } from '../context.js';
import { readPlan } from '../vault/plan-notes.js';

/** An incomplete plan that may be of the same work as a brief. */
export interface SimilarPlan {
  readonly plan: PlanSummary;
  readonly likeness: Likeness & { readonly kind: 'same' | 'unclear' };
}

/** A brief, and what it is to be made a plan of. */
export interface PlannedWork extends DescribedWork {
  /** Steps that say more than the brief does; absent: there are none. */
  readonly steps?: readonly { readonly text: string }[];
}

/** So many plan notes are read for one brief; the others are told apart by their objectives. */
const mostRead = 3;
/** So many missing steps are named. */
const mostSteps = 5;
/** A link or an address can be of any length. */
const longestNamed = 60;

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

/** `You may already have a plan for this, PLAN-2026-001: …`, and what differs, as sentences for a person. */
export function formatSimilarPlan({ plan, likeness }: SimilarPlan): string {
  const { kind, onlyHere, onlyThere } = likeness;
  const like =
    kind === 'same'
      ? `This looks like the same work as ${plan.planId}: `
      : `You may already have a plan for this, ${plan.planId}: `;
  const differs = [
    ...(onlyHere.length > 0 ? [`only here: ${named(onlyHere)}`] : []),
    ...(onlyThere.length > 0 ? [`only there: ${named(onlyThere)}`] : []),
  ].join('; ');
  const difference =
    differs === '' ? '' : ` ${differs.charAt(0).toUpperCase()}${differs.slice(1)}.`;
  return showInvisible(
    `${like}“${plan.objective.slice(0, 200).replace(/\.$/, '').replace(/[“”]/gu, '"')}”.${difference}`,
  );
}

function named(words: readonly string[]): string {
  return words
    .map((word) => (word.length > longestNamed ? `${word.slice(0, longestNamed)}…` : word))
    .join(', ');
}

/** Why no plan was made without a person's word, or that of whoever asked for it. */
export function similarProblem(similar: SimilarPlan): Problem {
  const { planId, path } = similar.plan;
  return {
    code: 'plan_similar',
    message: `No plan was made. ${formatSimilarPlan(similar)}`,
    advice: `If it is the same work, ask again with \`goOnWith: ${planId}\`; if it is not, with \`evenIfSimilar\`.`,
    path,
  };
}
