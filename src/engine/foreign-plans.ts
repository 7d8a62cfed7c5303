import type { Alert } from '../core/mission/summaries.js';
import { readForeignPlan } from '../core/plan/foreign-plan.js';
import type { EngineContext } from './context.js';
import { unplannedText } from './planned-item.js';

/** A plan in another tool's form that is not finished: it is said, until a plan of it is there. */
export async function foreignPlanAlerts(
  context: Pick<EngineContext, 'index' | 'book' | 'notes' | 'folders'>,
  path: string,
): Promise<readonly Alert[]> {
  const text = await unplannedText(context, path);
  const foreign = text === null ? null : readForeignPlan(text, path);
  if (!foreign || foreign.isFinished) return [];
  const count = foreign.steps.length;
  return [
    {
      subject: `path:${path}`,
      kind: 'foreign',
      text: `${path} is a plan in another tool’s format, with ${count} ${count === 1 ? 'step' : 'steps'}.`,
      advice:
        'Adopt it to use it here: in the panel, or with `countersign adopt` in a terminal. A new plan is created next to it; that note is left untouched.',
      path,
      offers: { do: 'adopt_plan', path },
    },
  ];
}
