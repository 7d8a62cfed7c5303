import { fail, ok, type Problem, type Result } from '../../core/errors.js';
import { isoSeconds } from '../../core/time.js';
import { endBlock } from '../../core/plan/edit-plan.js';
import type { Plan } from '../../core/plan/plan.js';
import { planTransition } from '../../core/plan/rules/plan-transitions.js';
import { plansWithoutNote } from '../plans/missing-plan.js';
import { endableOf, whileCallsBlocked } from '../requests/block-calls.js';
import { takeBackOfPlan } from '../requests/standing-approvals.js';
import { editPlan, readPlan } from '../vault/plan-notes.js';
import { quoted } from '../../core/text/quote.js';
import { requireText, type Actor, type Operation } from './shared/operation.js';
import { recordThenWrite } from './shared/record-then-write.js';

export interface CancelPlanInput {
  readonly planId: string;
  readonly reason: string;
  readonly actor: Actor;
}

export const cancelPlan: Operation<CancelPlanInput, { readonly planId: string }> = async (
  context,
  { planId, reason: given, actor },
) => {
  const reason = requireText('reason', given);
  if (!reason.ok) return reason;
  return whileCallsBlocked(context, endableOf(context, planId), () =>
    context.keyedQueue.take(`plan:${planId}`, async () => {
      const plan = await readPlan(context, planId);
      if (!plan.ok) {
        if (actor !== 'Human') return plan;
        // Approvals end even if the plan is unreadable, because anybody can cause that by copying
        // its note.
        takeBackOfPlan(context, planId, `You cancelled the plan ${planId}.`);
        if (plansWithoutNote(context).includes(planId)) {
          const ended = await context.book.record(
            { kind: 'event' },
            {
              ...{ actor, event: 'plan_cancelled', plan_id: planId, outcome: 'cancelled' },
              detail: `You cancelled the plan, whose note is gone. ${reason.value}`,
            },
          );
          context.lookAgain(`plan:${planId}`);
          return ended.ok ? ok({ planId }) : ended;
        }
        return refusedButTakenBack(plan.error);
      }
      const may = planTransition(plan.value.status, 'CANCEL');
      if (!may.ok) return may;
      // Approvals end first, because writing the plan may take seconds.
      takeBackOfPlan(context, planId, `The plan ${planId} was cancelled.`);
      const written = await recordThenWrite(
        context,
        {
          actor,
          event: 'plan_cancelled',
          plan_id: planId,
          detail:
            actor === 'Human'
              ? `You cancelled the plan. ${reason.value}`
              : `The plan was cancelled by ${actor}: ${quoted(reason.value)}`,
        },
        async (): Promise<Result<Plan>> => {
          let cancelled = false;
          const edited = await editPlan(context, planId, (now) => {
            cancelled = planTransition(now.status, 'CANCEL').ok;
            if (!cancelled) return null;
            const at = isoSeconds(context.book.now());
            const entry = { at, actor, action: 'Cancelled plan', rationale: reason.value };
            return endBlock(now, 'Cancelled', entry);
          });
          if (!edited.ok || cancelled) return edited;
          return fail('note_changed', 'The plan just changed.', 'Read it again, then try again.');
        },
      );
      return written.ok ? ok({ planId }) : refusedButTakenBack(written.error);
    }),
  );
};

function refusedButTakenBack(error: Problem): Result<never> {
  const advice = `Its approvals are no longer valid. ${error.advice}`;
  return { ok: false, error: { ...error, advice } };
}
