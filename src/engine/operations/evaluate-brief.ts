import { ok, type Result } from '../../core/errors.js';
import type { PlanSummary } from '../../core/mission/summaries.js';
import { bodyStartOf } from '../../core/note/front-matter-block.js';
import { evaluateComplexity, type ComplexityEvaluation } from '../../core/policy/complexity.js';
import { proposeSteps, type ProposedStep } from '../../core/task/brief-steps.js';
import { treatmentOf, type Treatment } from '../../core/task/chosen-treatment.js';
import { titleOfBrief } from '../../core/task/brief-title.js';
import type { EngineContext } from '../context.js';
import { similarPlan, type SimilarPlan } from '../similar-plan.js';
import { requireText, type Operation } from './operation.js';

/** A brief: an item of the vault, or a text and what it came from. */
export type Brief =
  { readonly path: string } | { readonly text: string; readonly sourceLink: string };

export interface EvaluatedBrief {
  readonly evaluation: ComplexityEvaluation;
  /** The incomplete plan made from the same source, if there is one. */
  readonly existing: PlanSummary | null;
  /** Without one: the incomplete plan that may be of the same work, if there is one. */
  readonly similar: SimilarPlan | null;
  /** What a person said of this item before, against what its words suggest. */
  readonly treatment: Treatment | null;
  readonly proposedSteps: readonly ProposedStep[];
  readonly text: string;
  readonly sourceLink: string;
}

/** Says whether a brief needs a plan, with the words that matched and the reasons; writes nothing. */
export const evaluateBrief: Operation<Brief, EvaluatedBrief> = async (context, brief) => {
  const read = await readBrief(context, brief);
  if (!read.ok) return read;
  const { text, sourceLink, treatment } = read.value;
  const existing = context.index.planOfSource(sourceLink);
  const work = { objective: titleOfBrief(text), context: text, sourceLink };
  return ok({
    evaluation: evaluateComplexity(text, context.planning().words),
    existing,
    similar: existing ? null : await similarPlan(context, work),
    treatment,
    proposedSteps: proposeSteps(text),
    text,
    sourceLink,
  });
};

async function readBrief(
  context: EngineContext,
  brief: Brief,
): Promise<Result<{ text: string; sourceLink: string; treatment: Treatment | null }>> {
  if ('text' in brief) {
    const text = requireText('text', brief.text);
    if (!text.ok) return text;
    const sourceLink = requireText('sourceLink', brief.sourceLink);
    return sourceLink.ok
      ? ok({ text: text.value, sourceLink: sourceLink.value, treatment: null })
      : sourceLink;
  }
  const note = await context.notes.read(brief.path);
  if (!note.ok) return note;
  return ok({
    text: note.value.slice(bodyStartOf(note.value)),
    sourceLink: context.index.sources.linkTo(brief.path),
    treatment: treatmentOf(note.value, brief.path),
  });
}
