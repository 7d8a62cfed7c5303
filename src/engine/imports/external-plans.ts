import type { Alert } from '../../core/alert.js';
import { readExternalPlan, type ExternalPlan } from '../../core/plan/imports/external-plan.js';
import type { EngineContext } from '../context.js';
import { unplannedText } from '../plans/planned-item.js';

/** The unfinished plan in another tool's format at a path that no plan was made of yet; `null`: there is none. */
export async function externalPlanAt(
  context: Pick<EngineContext, 'index' | 'book' | 'notes' | 'folders'>,
  path: string,
): Promise<ExternalPlan | null> {
  const text = await unplannedText(context, path);
  const external = text === null ? null : readExternalPlan(text, path);
  return external && !external.isFinished ? external : null;
}

/** That such a plan can be imported. */
export function externalPlanAlert({ steps }: ExternalPlan, path: string): Alert {
  return {
    subject: { kind: 'path', id: path },
    kind: 'foreign',
    text: `${path} is a plan in another tool’s format, with ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}.`,
    advice:
      'Adopt it to use it here: in the panel, or with `countersign adopt` in a terminal. A new plan is created next to it; that note is left untouched.',
    path,
    offers: { do: 'adopt_plan', path },
  };
}
