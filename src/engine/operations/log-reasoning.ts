import { ok } from '../../core/errors.js';
import { isoSeconds } from '../../core/note/file-name.js';
import { appendLog } from '../../core/plan/edit-plan.js';
import { editPlan } from '../plan-notes.js';
import { requireText, type Actor, type Operation } from './operation.js';

export interface LogReasoningInput {
  readonly planId: string;
  readonly action: string;
  readonly rationale: string;
  readonly actor: Actor;
}

/** Procedure LogReasoning: appends one entry to a plan's reasoning logs. */
export const logReasoning: Operation<LogReasoningInput, { readonly planId: string }> = async (
  context,
  input,
) => {
  const action = requireText('action', input.action);
  if (!action.ok) return action;
  const rationale = requireText('rationale', input.rationale);
  if (!rationale.ok) return rationale;
  const written = await editPlan(context, input.planId, (plan) =>
    appendLog(plan, [
      {
        at: isoSeconds(context.book.now()),
        actor: input.actor,
        action: action.value,
        rationale: rationale.value,
      },
    ]),
  );
  if (!written.ok) return written;
  await context.book.record(
    { kind: 'event' },
    {
      actor: input.actor,
      event: 'reasoning_logged',
      plan_id: input.planId,
      detail: `${action.value} — ${rationale.value}`,
    },
    { durable: false },
  );
  return ok({ planId: input.planId });
};
