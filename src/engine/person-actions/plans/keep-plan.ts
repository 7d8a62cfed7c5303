import { fail, ok, type Result } from '../../../core/errors.js';
import type { DuplicatePlan } from '../../../core/alert.js';
import { duplicatePlanOf } from '../../../core/plan/duplicates/duplicate-alert.js';
import type { Plan } from '../../../core/plan/plan.js';
import { isUnderWay } from '../../../core/ledger/request-facts.js';
import { endableOf } from '../../requests/block-calls.js';
import { consolidate } from '../../plans/consolidate.js';
import { readDuplicatePlans } from '../../plans/duplicate-notes.js';
import { whileTakingAway, type PersonContext } from '../shared/person-context.js';

export interface KeepPlanInput {
  readonly path: string;
  readonly over: readonly string[];
  readonly shown?: readonly DuplicatePlan[];
}

export async function keepPlan(
  context: PersonContext,
  { path, over, shown = [] }: KeepPlanInput,
): Promise<Result<{ readonly path: string }>> {
  const ids = over.flatMap((other) => {
    const entry = context.index.entryAt(other);
    return entry?.kind === 'plan' ? endableOf(context, entry.plan.planId) : [];
  });
  return whileTakingAway(context, { ids }, () =>
    context.writingBack.take('duplicates', async () => {
      const plans = (await readDuplicatePlans(context, [path, ...over])) ?? [];
      const changed = shown.find((seen) => !plans.some((plan) => isAsShown(plan, seen)));
      if (changed) return notAsShown(changed.path);
      for (const otherPath of over) {
        const [kept, other] = (await readDuplicatePlans(context, [path, otherPath])) ?? [];
        if (!kept || !other || !areDuplicates(context, kept, other))
          return notDuplicates(otherPath);
        if (ids.some((id) => isBeingCalled(context, id))) return beingCalled(other);
        const done = await consolidate(context, { kept, other }, 'Human');
        context.lookAgain(`plan:${kept.taskId}`);
        if (!done.ok) return done;
      }
      return ok({ path });
    }),
  );
}

function areDuplicates({ index: { sources } }: PersonContext, a: Plan, b: Plan): boolean {
  const areOpen = [a, b].every(({ status }) => status !== 'Done' && status !== 'Cancelled');
  const isOneTask =
    a.taskId === b.taskId || sources.keyOf(a.sourceLink) === sources.keyOf(b.sourceLink);
  return a.path !== b.path && areOpen && isOneTask;
}

function isAsShown(plan: Plan, shown: DuplicatePlan): boolean {
  return JSON.stringify(duplicatePlanOf(plan)) === JSON.stringify(shown);
}

function notAsShown(path: string): Result<never> {
  return fail(
    'note_changed',
    'These plans just changed, so none of them was put away.',
    'Read them again, then choose.',
    { path },
  );
}

/** The outcome of a call is written into the plan, so the plan must stay while the call runs. */
function isBeingCalled({ standing, book }: PersonContext, id: string): boolean {
  return standing.calling.has(id) && isUnderWay(book.facts.request(id));
}

function beingCalled({ taskId, path }: Plan): Result<never> {
  return fail(
    'request_not_open',
    `An action of ${taskId} is being carried out at this moment.`,
    'Wait for its outcome, then decide.',
    { path },
  );
}

function notDuplicates(path: string): Result<never> {
  return fail(
    'note_changed',
    'These are no longer two incomplete plans for one task.',
    'Check the current alerts.',
    { path },
  );
}
