import type { Problem } from '../../core/errors.js';
import type { PlanSummary } from '../../core/mission/summaries.js';
import { formatSimilarPlan, type SimilarPlan } from '../../core/mission/format-similar-plan.js';
import type { Plan } from '../../core/plan/plan.js';
import { likenessTo, type DescribedWork, type Likeness } from '../../core/task/brief-similarity.js';
import { missingSteps } from '../../core/task/missing-steps.js';
import { readItem } from '../../core/task/read-item.js';
import { isSameMessage } from '../../core/task/same-message.js';
import type { EngineContext } from '../context.js';
import { readPlan } from '../vault/plan-notes.js';
import { sourceNote, textsOfPlan } from './planned-item.js';

export interface PlannedWork extends DescribedWork {
  /** The digest of an item's text. Null for work that was not read from an item. */
  readonly digest?: string | null;
  readonly steps?: readonly { readonly text: string }[];
}

const mostRead = 3;
const mostSteps = 5;

export async function similarPlan(
  context: Pick<EngineContext, 'index' | 'folders' | 'notes' | 'book'>,
  work: PlannedWork,
): Promise<SimilarPlan | null> {
  const { index } = context;
  const likenessOf = likenessTo(work);
  const sharing = [work.objective, work.context].flatMap((text) => index.plansSharingWords(text));
  const candidates = [...new Set(sharing)]
    .map((plan) => ({ plan, likeness: likenessOf({ ...plan, context: '' }) }))
    .filter(({ likeness }) => likeness.kind !== 'different')
    .sort((a, b) => b.likeness.percent - a.likeness.percent || (a.plan.path < b.plan.path ? -1 : 1))
    .slice(0, mostRead);
  const read = await Promise.all(
    candidates.map(async ({ plan, likeness: before }): Promise<SimilarPlan[]> => {
      const note = await readPlan(context, plan.planId);
      const likeness = note.ok ? withSteps(likenessOf(note.value), work, note.value) : before;
      if (!isLike(likeness)) return [];
      const isSame = likeness.kind === 'same' && (await agree(context, work, plan));
      return [{ plan, likeness: isSame ? likeness : { ...likeness, kind: 'unclear' } }];
    }),
  );
  const found = read.flat();
  return found.find(({ likeness }) => likeness.kind === 'same') ?? found[0] ?? null;
}

function withSteps(likeness: Likeness, { steps = [] }: PlannedWork, plan: Plan): Likeness {
  if (likeness.kind !== 'same') return likeness;
  const missing = missingSteps(textsOf(steps), textsOf(plan.steps));
  if (missing.length === 0) return likeness;
  return { ...likeness, kind: 'unclear', onlyHere: missing.slice(0, mostSteps) };
}

async function agree(
  context: Pick<EngineContext, 'index' | 'notes' | 'book'>,
  work: PlannedWork,
  plan: PlanSummary,
): Promise<boolean> {
  const [here = null, there = null] = await Promise.all(
    [work, plan].map(async ({ sourceLink }) => {
      const source = await sourceNote(context, sourceLink);
      return source && readItem(source.text, source.path);
    }),
  );
  const { digest = null } = work;
  // A plan contains only a part of its item's text. Without the note of the item, only a digest can
  // show that two texts are the same.
  return digest !== null && (here === null || there === null)
    ? textsOfPlan(context, plan.planId, work.sourceLink).includes(digest)
    : isSameMessage(here, there);
}

function textsOf(steps: readonly { readonly text: string }[]): readonly string[] {
  return steps.map(({ text }) => text);
}

function isLike(likeness: Likeness): likeness is SimilarPlan['likeness'] {
  return likeness.kind !== 'different';
}

export function similarProblem(similar: SimilarPlan): Problem {
  const { planId, path } = similar.plan;
  return {
    code: 'plan_similar',
    message: `No plan was made. ${formatSimilarPlan(similar)}`,
    advice: `If it is the same work, ask again with \`continue_plan: ${planId}\`; if it is not, with \`even_if_similar\`.`,
    path,
  };
}
