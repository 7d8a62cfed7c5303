import { ok } from '../../core/errors.js';
import { isoSeconds } from '../../core/time.js';
import { appendLog } from '../../core/plan/edit-plan.js';
import { editPlan, readPlan } from '../vault/plan-notes.js';
import { requireText, type Actor, type Operation } from './shared/operation.js';
import { recordThenWrite } from './shared/record-then-write.js';

export interface LogReasoningInput {
  readonly planId: string;
  readonly action: string;
  readonly rationale: string;
  readonly actor: Actor;
}

/** Appends an entry to a plan's log (procedure LogReasoning). */
export const logReasoning: Operation<LogReasoningInput, { readonly planId: string }> = async (
  context,
  input,
) => {
  const action = requireText('action', input.action);
  if (!action.ok) return action;
  const rationale = requireText('rationale', input.rationale);
  if (!rationale.ok) return rationale;
  return context.keyedQueue.take(`plan:${input.planId}`, async () => {
    const plan = await readPlan(context, input.planId);
    if (!plan.ok) return plan;
    const written = await recordThenWrite(
      context,
      {
        actor: input.actor,
        event: 'reasoning_logged',
        plan_id: input.planId,
        detail: `${action.value} — ${rationale.value}`,
      },
      () =>
        editPlan(context, input.planId, (current) =>
          appendLog(current, [
            {
              at: isoSeconds(context.book.now()),
              actor: input.actor,
              action: action.value,
              rationale: rationale.value,
            },
          ]),
        ),
    );
    return written.ok ? ok({ planId: input.planId }) : written;
  });
};
