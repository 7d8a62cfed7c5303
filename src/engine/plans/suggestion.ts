import { sha256Hex } from '../../core/digest.js';
import type { Alert } from '../../core/alert.js';
import { allMatched, evaluateComplexity } from '../../core/task/complexity.js';
import { quoted } from '../../core/text/quote.js';
import { showInvisible } from '../../core/text/show-invisible.js';
import { readItem } from '../../core/task/read-item.js';
import { treatmentOf } from '../../core/task/chosen-treatment.js';
import { linkTarget } from '../../core/task/source-link.js';
import { isConfig } from '../../core/settings/device-config.js';
import type { EngineContext } from '../context.js';
import type { EvaluatedItem } from './seen-notes.js';
import { earlierPlanOf, unplannedText, type EarlierPlan } from './planned-item.js';

export type WeighingContext = Pick<
  EngineContext,
  'config' | 'index' | 'book' | 'notes' | 'folders' | 'earlier' | 'planning'
>;

/** Returns the suggestion to make a plan from an item (R8.1); empty if none is due. */
export async function suggestionOf(
  context: WeighingContext,
  path: string,
): Promise<readonly Alert[]> {
  const config = context.config();
  if (isConfig(config) && config.ignoredItems?.includes(path)) return [];
  const text = await unplannedText(context, path);
  if (text === null) return [];
  const found = evaluate(context, path, text);
  if (!found) return [];
  const { title, reasons, words } = found;
  const before = formatEarlier(await earlierPlanOf(context, path, text));
  const because = words.length === 0 ? '' : ` (${words.join(', ')})`;
  const name = linkTarget(context.index.sources.linkTo(path)) ?? path;
  return [
    {
      subject: { kind: 'path', id: path },
      kind: 'suggestion',
      text: `${quoted(name)} could use a plan${because}.`,
      advice: [...before, 'Start a plan from it, or keep it as a simple task.'].join(' '),
      path,
      suggests: { title, reasons: [...reasons, ...before] },
    },
  ];
}

function formatEarlier(earlier: EarlierPlan | null): readonly string[] {
  if (earlier === null) return [];
  const said = earlier.saidTheSame ? 'the same' : 'something else';
  return [`${earlier.planId} was made of a note of this name that said ${said}.`];
}

export function forgetItem({ earlier }: EngineContext, path: string): void {
  earlier.items.delete(path);
}

function evaluate(
  { earlier, planning }: Pick<EngineContext, 'earlier' | 'planning'>,
  path: string,
  text: string,
): EvaluatedItem['found'] {
  const { words: by } = planning();
  const digest = sha256Hex(text);
  const before = earlier.items.get(path);
  if (before?.digest === digest && before.by === by) return before.found;
  const content = readItem(text, path);
  const evaluation = evaluateComplexity(content, by);
  const isWanted = treatmentOf(text, path) ?? (evaluation.complex ? 'plan' : 'task');
  const found =
    isWanted === 'plan'
      ? {
          title: showInvisible(content.title),
          reasons: [
            ...(evaluation.complex ? [] : ['The item says `treat_as: plan`.']),
            ...evaluation.reasons.map(showInvisible),
            ...(content.steps.length > 0 ? [] : ['It names no steps: your agent can plan them.']),
          ],
          words: evaluation.complex ? allMatched(evaluation.matched) : ['`treat_as: plan`'],
        }
      : null;
  earlier.items.set(path, { digest, by, found });
  return found;
}
