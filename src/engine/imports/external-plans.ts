import type { Alert } from '../../core/alert.js';
import { baseName } from '../../core/note/file-name.js';
import {
  lackingSteps,
  lacksSteps,
  readExternalPlan,
  type ExternalPlan,
} from '../../core/plan/imports/external-plan.js';
import type { EngineContext } from '../context.js';
import { unplannedText } from '../plans/planned-item.js';
import { quotedPath } from '../../core/text/quote.js';

const planName = /^plan[-_ ]/iu;

export async function externalPlanAt(
  context: Pick<EngineContext, 'index' | 'book' | 'notes' | 'folders'>,
  path: string,
): Promise<ExternalPlan | null> {
  const text = await unplannedText(context, path);
  const external = text === null ? null : readExternalPlan(text, path);
  return external && !external.isFinished ? external : null;
}

export async function externalPlanAlerts(
  context: Pick<EngineContext, 'index' | 'book' | 'notes' | 'folders'>,
  path: string,
): Promise<readonly Alert[]> {
  const external = await externalPlanAt(context, path);
  if (external) return [externalPlanAlert(external, path)];
  const note = planName.test(baseName(path)) ? await context.notes.read(path) : null;
  if (!note?.ok || !lacksSteps(note.value, path)) return [];
  const { message, advice } = lackingSteps(note.value, path);
  return [
    {
      subject: { kind: 'path', id: path },
      kind: 'foreign',
      text: `${quotedPath(path)} can’t be adopted as a plan. ${message}`,
      advice,
      path,
    },
  ];
}

function externalPlanAlert({ steps }: ExternalPlan, path: string): Alert {
  return {
    subject: { kind: 'path', id: path },
    kind: 'foreign',
    text: `${quotedPath(path)} is a plan in another tool’s format, with ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}.`,
    advice:
      'Adopt it to use it here: in the panel, or with `countersign adopt` in a terminal. A new plan is created next to it; that note is left untouched.',
    path,
    offers: { do: 'adopt_plan', path },
  };
}
