import { fail, ok, type Result } from '../../../core/errors.js';
import { unlinkedText } from '../../../core/text/inline-text.js';
import { isIncomplete } from '../../../core/mission/missions.js';
import { isoSeconds } from '../../../core/time.js';
import { appendLog } from '../../../core/plan/edit-plan.js';
import { formatLogEntry, parseLogEntry } from '../../../core/plan/log-entry.js';
import type { Plan } from '../../../core/plan/plan.js';
import { editPlan, hadEnded, readPlan } from '../../vault/plan-notes.js';
import { briefOf, sourceNote } from '../../plans/planned-item.js';
import type { Actor, OperationContext } from '../shared/operation.js';
import { recordThenWrite } from '../shared/record-then-write.js';

export interface InitializedPlan {
  readonly planId: string;
  readonly path: string;
  readonly resumed: boolean;
}

export async function goOnWith(
  context: OperationContext,
  planId: string,
  {
    sourceLink,
    digest,
    actor,
  }: {
    readonly sourceLink: string;
    readonly digest?: string | null;
    readonly actor: Actor | 'Countersign';
  },
): Promise<Result<InitializedPlan>> {
  const record = {
    at: isoSeconds(context.book.now()),
    actor,
    action: 'Resumed plan',
    rationale: `The same work was requested again in ${unlinkedText(sourceLink)}`,
  };
  const told = [
    record.rationale,
    `The same work came in again from ${unlinkedText(sourceLink)}`,
  ].map((rationale) => parseLogEntry(formatLogEntry({ ...record, rationale }))?.rationale);
  const isTold = ({ log }: Plan): boolean => log.some(({ rationale }) => told.includes(rationale));
  const plan = await readPlan(context, planId);
  if (!plan.ok) return plan;
  const { path, status } = plan.value;
  if (!isIncomplete(plan.value)) {
    return fail(
      'plan_finished',
      `${planId} is ${status.toLowerCase()}.`,
      'Make a new plan, with `even_if_similar`.',
      { path },
    );
  }
  const ended = hadEnded(context, plan.value);
  if (ended) return ended;
  const resumed = (): Result<InitializedPlan> => {
    const item = context.index.sources.named(sourceLink);
    if (item !== null) context.lookAgain(`path:${item}`);
    return ok({ planId, path, resumed: true });
  };
  if (isTold(plan.value)) return resumed();
  const written = await recordThenWrite(
    context,
    {
      actor,
      event: 'plan_resumed',
      plan_id: planId,
      from: sourceLink,
      ...(digest ? { brief: digest } : briefOf(await sourceNote(context, sourceLink))),
      detail: `Resumed plan: ${record.rationale}`,
    },
    () =>
      editPlan(context, planId, (current) =>
        isTold(current) ? null : appendLog(current, [record]),
      ),
  );
  return written.ok ? resumed() : written;
}
