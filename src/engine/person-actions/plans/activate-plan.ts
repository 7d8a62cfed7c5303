import { fail, ok, type Result } from '../../../core/errors.js';
import { appendLog, setStatus } from '../../../core/plan/edit-plan.js';
import { planTransition, type PlanEvent } from '../../../core/plan/rules/plan-transitions.js';
import type { Plan } from '../../../core/plan/plan.js';
import { planFolderOf } from '../../../core/mission/plan-folder.js';
import { formatDevice } from '../../../core/settings/device-names.js';
import { isoSeconds } from '../../../core/time.js';
import type { Happening } from '../../ledger/ledger-book.js';
import { inTurn } from '../../plans/plan-approval.js';
import { recordThenWrite } from '../../operations/shared/record-then-write.js';
import { editPlan, readPlan } from '../../vault/plan-notes.js';
import { mayAct, type PersonContext } from '../shared/person-context.js';

export async function activatePlan(
  context: PersonContext,
  { planId }: { readonly planId: string },
): Promise<Result<{ readonly planId: string }>> {
  const may = mayAct(context);
  if (!may.ok) return may;
  return context.keyedQueue.take(`plan:${planId}`, async () => {
    const { book, folders, notes, index } = context;
    const plan = await readPlan(context, planId);
    if (!plan.ok) return plan;
    const { status, path, steps } = plan.value;
    const isAway = index.planPaths(planId).length === 0;
    const isRejected = planFolderOf(folders.plans, path) === 'rejected';
    const isOver = isAway || book.plannedIds.isEnded(planId);
    const isPutBack = isOver && status !== 'Done' && status !== 'Cancelled';
    const event: PlanEvent = status === 'Draft' ? 'START' : 'REOPEN';
    if (event === 'REOPEN' && steps.length > 0 && steps.every(({ done }) => done)) {
      return fail(
        'plan_finished',
        `All steps of ${planId} are done.`,
        'Open or add a step in its note first. Nothing was changed.',
        { path },
      );
    }
    const after = isPutBack ? ok(status) : planTransition(status, event);
    if (!after.ok) return after;
    if (!book.isActive && (isOver || event === 'REOPEN')) {
      const device = formatDevice(context.config(), book.conflictWith ?? 'another computer');
      return fail(
        'transition_not_allowed',
        `${planId} is not reopened: ${device} runs actions for this vault.`,
        'Reopen it there. If that computer is gone, take over here first.',
        { path },
      );
    }
    const [now, what] =
      event === 'START' && !isPutBack
        ? (['plan_started', 'Started plan'] as const)
        : (['plan_reopened', 'Reopened plan'] as const);
    const happening: Happening = {
      actor: 'Human',
      event: now,
      plan_id: planId,
      detail: `${what}: a person said so.`,
    };
    const written = await inTurn(context, planId, () =>
      recordThenWrite(context, happening, async (): Promise<Result<Plan>> => {
        // The status is written first, or the moved note would be archived again.
        const edited = await editPlan(context, planId, (current) => [
          ...setStatus(current, after.value, current.blockedReason),
          ...appendLog(current, [
            {
              at: isoSeconds(book.now()),
              actor: 'Human',
              action: what,
              rationale: 'Asked for in Countersign',
            },
          ]),
        ]);
        if (!edited.ok || (!isAway && !isRejected)) return edited;
        const { plans } = folders;
        const moved = await notes.moveInto(isRejected ? `${plans}/approved` : plans, path);
        if (!moved.ok) return moved;
        await notes.refresh(moved.value);
        return edited;
      }),
    );
    context.lookAgain(`plan:${planId}`);
    return written.ok ? ok({ planId }) : written;
  });
}
