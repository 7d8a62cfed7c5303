import { fail, ok, type Result } from '../../../core/errors.js';
import type { SimilarPlan } from '../../../core/mission/format-similar-plan.js';
import type { PlanSummary } from '../../../core/mission/summaries.js';
import { contextOfBrief } from '../../../core/task/brief-context.js';
import { isSameText } from '../../../core/task/brief-similarity.js';
import { evaluateComplexity, type ComplexityEvaluation } from '../../../core/task/complexity.js';
import { treatmentOf, type Treatment } from '../../../core/task/chosen-treatment.js';
import { readItem, readText, type ItemContent } from '../../../core/task/read-item.js';
import type { ContractFolder } from '../../../core/settings/folders.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import type { EngineContext } from '../../context.js';
import { briefDigest } from '../../plans/planned-item.js';
import { similarPlan } from '../../plans/similar-plan.js';
import { requireText, type Operation } from '../shared/operation.js';

export type Brief =
  { readonly path: string } | { readonly text: string; readonly sourceLink: string };

export interface EvaluatedBrief {
  readonly evaluation: ComplexityEvaluation;
  readonly existing: PlanSummary | null;
  readonly similar: SimilarPlan | null;
  /** What a person chose for the item; null if nobody chose. */
  readonly treatment: Treatment | null;
  readonly content: ItemContent;
  readonly sourceLink: string;
  /** The digest of an item's text. Null for a text without a note. */
  readonly digest: string | null;
}

export const evaluateBrief: Operation<Brief, EvaluatedBrief> = async (context, brief) => {
  const read = await readBrief(context, brief);
  if (!read.ok) return read;
  const { content, sourceLink, treatment, digest } = read.value;
  const { title, steps } = content;
  const existing = context.index.planOfSource(sourceLink);
  // A plan's note may contain only a part of its item's text. So plans are compared by that part.
  const written = planContextOf(content, title, 'path' in brief);
  const work = { objective: title, context: written, steps, sourceLink, digest };
  return ok({
    evaluation: evaluateComplexity(content, context.planning().words),
    existing,
    similar: existing ? null : await similarPlan(context, work),
    treatment,
    content,
    sourceLink,
    digest,
  });
};

const ofRequests: readonly ContractFolder[] = [
  ...(['pending', 'approved', 'rejected', 'doneActions', 'archive', 'logs'] as const),
];

interface ReadBrief {
  readonly content: ItemContent;
  readonly sourceLink: string;
  readonly treatment: Treatment | null;
  readonly digest: string | null;
}

async function readBrief(context: EngineContext, brief: Brief): Promise<Result<ReadBrief>> {
  if ('text' in brief) {
    const text = requireText('text', brief.text);
    if (!text.ok) return text;
    const sourceLink = requireText('sourceLink', brief.sourceLink);
    return sourceLink.ok
      ? ok({
          content: readText(text.value),
          sourceLink: sourceLink.value,
          treatment: null,
          digest: null,
        })
      : sourceLink;
  }
  const place = context.index.placeOf(brief.path);
  // Notes of requests can contain a server's answer to another agent.
  if (place !== null && ofRequests.includes(place)) {
    return fail(
      'input_invalid',
      `${showInvisible(brief.path)} is in a folder for requests.`,
      'Name an item, such as a note in the inbox.',
    );
  }
  const note = (await context.notes.refresh(brief.path)) ?? (await context.notes.read(brief.path));
  if (!note.ok) return note;
  return ok({
    content: readItem(note.value, brief.path),
    sourceLink: context.index.sources.linkTo(brief.path),
    treatment: treatmentOf(note.value, brief.path),
    digest: briefDigest(note.value),
  });
}

/** Returns the context of a new plan for a brief. */
export function planContextOf(
  { text, whole }: ItemContent,
  objective: string,
  isItem: boolean,
): string {
  if (!isItem && !isSameText(text, whole)) return whole;
  if (isSame(text, objective)) return '';
  return isItem ? contextOfBrief(text, objective) : text;
}

function isSame(text: string, objective: string): boolean {
  const words = (one: string): string =>
    one
      .replace(/[\s.!?]+/gu, ' ')
      .trim()
      .toLowerCase();
  return words(text) === words(objective);
}
