import { fail, ok, type Result } from '../../../core/errors.js';
import { appendLog } from '../../../core/plan/edit-plan.js';
import { findRecordedStep } from '../../../core/plan/rules/recorded-step.js';
import { closedStepOf } from '../../../core/ledger/closed-step.js';
import { isoSeconds } from '../../../core/time.js';
import { tickedOutside } from '../../requests/ended-steps.js';
import { editPlan, readPlan } from '../../vault/plan-notes.js';
import { mayAct, type PersonContext } from '../shared/person-context.js';

/**
 * Records that a person did a step. Somebody had ticked the step in the plan's note, and so the
 * step's request ended.
 */
export async function confirmTick(
  context: PersonContext,
  { requestId }: { readonly requestId: string },
): Promise<Result<{ readonly planId: string }>> {
  const may = mayAct(context);
  if (!may.ok) return may;
  const { book, keyedQueue } = context;
  const ended = closedStepOf(book.facts, requestId);
  if (!ended) return answered(requestId);
  const { planId, stepId } = ended;
  return keyedQueue.take(`plan:${planId}`, async () => {
    const plan = await readPlan(context, planId);
    if (!plan.ok) return plan;
    const step = findRecordedStep(plan.value.steps, ended);
    if (!step?.done || !tickedOutside(context, requestId)) return answered(requestId);
    const { position, text } = step;
    const action = `Did step ${position}`;
    const rationale = 'You did this step yourself, and ticked it in the note.';
    const recorded = await book.record(
      { kind: 'step', plan: planId, step: stepId, is: 'ended', text },
      {
        actor: 'Human',
        event: 'step_ended',
        plan_id: planId,
        detail: `Step ${position}: ${rationale}`,
      },
    );
    if (!recorded.ok) return recorded;
    context.lookAgain(`request:${requestId}`);
    const written = await editPlan(context, planId, (plan) =>
      appendLog(plan, [{ at: isoSeconds(book.now()), actor: 'Human', action, rationale }]),
    );
    return written.ok ? ok({ planId }) : written;
  });
}

function answered(requestId: string): Result<never> {
  return fail(
    'request_not_open',
    `There is no open question about the step of ${requestId} any more.`,
    'Read the plan again.',
  );
}
