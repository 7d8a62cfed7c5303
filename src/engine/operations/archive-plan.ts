import { fail, ok } from '../../core/errors.js';
import { quoted } from '../../core/text/quote.js';
import { readPlan } from '../vault/plan-notes.js';
import type { Operation } from './shared/operation.js';

/** Finishes a plan whose steps are all done (procedure ArchivePlan). */
export const archivePlan: Operation<
  { readonly planId: string },
  { readonly planId: string; readonly path: string }
> = async (context, { planId }) => {
  const before = await readPlan(context, planId);
  if (!before.ok) return before;
  const open = before.value.steps.filter(({ done }) => !done);
  const finished = before.value.status === 'Done' || before.value.status === 'Cancelled';
  const [first] = open;
  if (!finished && first) {
    return fail(
      'transition_not_allowed',
      `${planId} has ${open.length} open ${open.length === 1 ? 'step' : 'steps'}, first step ${first.position} (${quoted(first.text)}).`,
      'Complete or skip them, or cancel the plan.',
      { path: before.value.path, line: first.line },
    );
  }
  const unread = before.value.warnings.find(({ code }) => code === 'step_unread');
  if (!finished && unread) return { ok: false, error: unread };
  await context.handled(`plan:${planId}`);
  const after = await readPlan(context, planId);
  if (!after.ok) return after;
  const { path } = after.value;
  return context.index.placeOf(path) === 'plans'
    ? fail(
        'note_write_failed',
        `${planId} could not be moved to the finished plans.`,
        'It is tried again automatically. See the alert on the Dashboard.',
        { path },
      )
    : ok({ planId, path });
};
