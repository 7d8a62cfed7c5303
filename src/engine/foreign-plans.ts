import type { Alert } from '../core/mission/summaries.js';
import { baseName } from '../core/note/file-name.js';
import { readForeignPlan } from '../core/plan/foreign-plan.js';
import type { EngineContext } from './context.js';

/** A plan in another tool's form that is not finished: it is said, until a plan of it is there. */
export async function foreignPlanAlerts(
  { index, book, notes }: EngineContext,
  path: string,
): Promise<readonly Alert[]> {
  for (const source of [`[[${baseName(path)}]]`, path]) {
    if (index.planOfSource(source) ?? book.wasPlanned(source)) return [];
  }
  const text = await notes.read(path);
  const foreign = text.ok ? readForeignPlan(text.value, path) : null;
  if (!foreign || foreign.isFinished) return [];
  const count = foreign.steps.length;
  return [
    {
      subject: `path:${path}`,
      kind: 'foreign',
      text: `${path} is a plan in another tool’s form, with ${count} ${count === 1 ? 'step' : 'steps'}.`,
      advice:
        'Adopt it to have it worked here: a plan is written beside it, and that note is left as it is.',
      path,
      offers: { do: 'adopt_plan', path },
    },
  ];
}
