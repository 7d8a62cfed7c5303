import { fail } from '../../../core/errors.js';
import { lackingSteps, readExternalPlan } from '../../../core/plan/imports/external-plan.js';
import type { ExternalStep } from '../../../core/plan/imports/external-steps.js';
import {
  mayHaveReachedOutside,
  speaksOfExternalAction,
} from '../../../core/policy/external-action.js';
import type { InitializedPlan } from './go-on-with.js';
import { resumeOrWrite } from './initialize-plan.js';
import type { Actor, Operation } from '../shared/operation.js';

export interface ImportPlanInput {
  readonly path: string;
  readonly sourceLink?: string;
  readonly evenIfSimilar?: boolean;
  readonly actor: Actor;
}

export const importPlan: Operation<ImportPlanInput, InitializedPlan> = async (context, input) => {
  const { path, actor } = input;
  const note = await context.notes.read(path);
  if (!note.ok) return note;
  const external =
    context.index.placeOf(path) === 'plans' ? readExternalPlan(note.value, path) : null;
  if (!external) {
    const { message, advice } = lackingSteps(note.value, path);
    return fail(
      'input_invalid',
      `This note isn’t a plan in another tool’s format. ${message}`,
      `${advice} Put the note into the plans folder.`,
      { path },
    );
  }
  const steps = external.steps.map((step) => ({ ...step, gated: isGated(step) }));
  const imported = await context.keyedQueue.take('new plan', () =>
    resumeOrWrite(context, {
      objective: external.objective,
      context: external.context,
      sourceLink: input.sourceLink ?? context.index.sources.linkTo(path),
      steps,
      ...(external.priority ? { priority: external.priority } : {}),
      status: external.awaitsApproval && actor !== 'Human' ? 'Draft' : 'Active',
      evenIfSimilar: input.evenIfSimilar ?? actor === 'Human',
      begins: { action: 'Adopted plan', rationale: whatBecameOf(path, steps, external.otherLines) },
      actor,
    }),
  );
  if (imported.ok) context.lookAgain(`path:${path}`);
  return imported;
};

function isGated({ gated, text, done }: ExternalStep): boolean {
  return gated || (done ? mayHaveReachedOutside(text) : speaksOfExternalAction(text));
}

function whatBecameOf(path: string, steps: readonly ExternalStep[], otherLines: number): string {
  const which = (applies: (step: ExternalStep) => boolean): string =>
    steps.flatMap((step, index) => (applies(step) ? [index + 1] : [])).join(', ');
  const said = (before: string, positions: string, after = ''): readonly string[] =>
    positions === '' ? [] : [`${before}: ${positions}.${after}`];
  const marked = steps.flatMap(({ mark }, index) => (mark ? [`${index + 1} [${mark}]`] : []));
  return [
    `Read from ${path}, which is not changed.`,
    ...said(
      'Ticked there',
      which(({ done, gated }) => done && !gated),
    ),
    ...said(
      'Ticked there, but open here because it may reach outside',
      which(({ done, gated }) => done && gated),
      ' Find out whether it happened.',
    ),
    ...said(
      'Neither open nor done there, but open here',
      marked.join(', '),
      ' Skip what is not wanted.',
    ),
    ...said(
      'Waits there for a step that does not exist',
      which(({ waitsInVain }) => waitsInVain === true),
    ),
    ...said(
      'Dates and other marks of tasks are in that note only',
      which(({ isDated }) => isDated === true),
    ),
    ...(otherLines === 0 ? [] : [`More about the steps is in that note only.`]),
  ].join(' ');
}
