import { fail, ok, type Result } from '../../core/errors.js';
import { isoSeconds } from '../../core/time.js';
import { appendLog, tickStep } from '../../core/plan/edit-plan.js';
import { isSetAside, type Plan, type Step } from '../../core/plan/plan.js';
import { findStep, openDependencies } from '../../core/plan/step-order.js';
import { quoted } from '../../core/text/quote.js';
import { showInvisible } from '../../core/text/show-invisible.js';
import { waitsForPerson } from '../plans/reconcile-plan.js';
import { awaitsPerson, editPlan, hadEnded, readPlan } from '../vault/plan-notes.js';
import {
  requireText,
  type Actor,
  type Operation,
  type OperationContext,
} from './shared/operation.js';
import { recordThenWrite } from './shared/record-then-write.js';

export interface UpdatePlanStepInput {
  readonly planId: string;
  readonly step: number | string;
  readonly rationale: string;
  readonly skip?: boolean;
  readonly text?: string;
  readonly actor: Actor;
}

export interface UpdatedStep {
  readonly planId: string;
  readonly position: number;
  readonly text: string;
}

/** Ticks a step and logs the reason (procedure UpdatePlanStep). */
export const updatePlanStep: Operation<UpdatePlanStepInput, UpdatedStep> = async (
  context,
  input,
) => {
  const rationale = requireText('rationale', input.rationale);
  if (!rationale.ok) return rationale;
  return context.keyedQueue.take(`plan:${input.planId}`, async () => {
    const plan = await readPlan(context, input.planId);
    if (!plan.ok) return plan;
    const refused = hadEnded(context, plan.value) ?? awaitsPerson(context, plan.value, input.actor);
    if (refused) return refused;
    const step = tickable(context, plan.value, input);
    if (!step.ok) return step;
    const { text } = step.value;
    return recordThenWrite(
      context,
      {
        actor: input.actor,
        event: input.skip === true ? 'step_skipped' : 'step_done',
        plan_id: input.planId,
        detail: `Step ${step.value.position} ${input.skip === true ? 'skipped' : 'completed'} (${quoted(step.value.text)})`,
      },
      () => writeTick(context, { ...input, text }, rationale.value),
    );
  });
};

async function writeTick(
  context: OperationContext,
  input: UpdatePlanStepInput,
  rationale: string,
): Promise<Result<UpdatedStep>> {
  const seen: { step: Result<Step> | null } = { step: null };
  const written = await editPlan(context, input.planId, (plan) => {
    const step = (seen.step = tickable(context, plan, input));
    if (!step.ok) return null;
    return [
      ...tickStep(plan, step.value),
      ...appendLog(plan, [
        {
          at: isoSeconds(context.book.now()),
          actor: input.actor,
          action:
            input.skip === true
              ? `Skipped step ${step.value.position}`
              : `Marked step ${step.value.position} complete`,
          rationale,
        },
      ]),
    ];
  });
  if (!written.ok) return written;
  if (!seen.step)
    return fail('note_changed', 'The plan just changed.', 'Read it again, then try again.');
  if (!seen.step.ok) return seen.step;
  const { position, text } = seen.step.value;
  return ok({ planId: input.planId, position, text });
}

function tickable(
  context: OperationContext,
  plan: Plan,
  { step: reference, text }: Pick<UpdatePlanStepInput, 'step' | 'text'>,
): Result<Step> {
  const place = { path: plan.path };
  const step = findStep(plan, reference);
  if (!step) {
    return fail(
      'step_missing',
      `${plan.taskId} has no step ${reference}.`,
      `Name one of its ${plan.steps.length} steps.`,
      place,
    );
  }
  const at = { ...place, line: step.line };
  if (text !== undefined && step.text !== text) {
    return fail(
      'note_changed',
      `Step ${reference} is another one by now.`,
      'Nothing was ticked. Read the plan again.',
      at,
    );
  }
  if (plan.status !== 'Active' && plan.status !== 'Blocked') {
    return fail(
      'plan_finished',
      `${plan.taskId} is ${plan.status.toLowerCase()}.`,
      'Only steps of a plan that is being worked can be completed.',
      at,
    );
  }
  if (step.gated) {
    const waiting = context.index
      .requestsOfPlan(plan.taskId)
      .find((request) => request.stepId === step.id && waitsForPerson(context, request));
    return fail(
      'step_gated',
      `Step ${step.position} has a ✋: it is ticked when its action has been executed.`,
      waiting === undefined
        ? 'Draft a request for it, and wait for a person.'
        : `Its request ${waiting.requestId} waits for a person. Ask again later.`,
      at,
    );
  }
  if (step.done) {
    return fail(
      'step_done',
      `Step ${step.position} is already done.`,
      'Continue with the next one.',
      at,
    );
  }
  const setAside = (mark: string): string =>
    `It is marked [${showInvisible(mark)}]. A person ticks it in the plan if it is not needed, or empties its box.`;
  if (isSetAside(step.mark)) {
    const message = `Step ${step.position} is set aside.`;
    return fail('step_set_aside', message, setAside(step.mark), at);
  }
  const [open] = openDependencies(plan, step);
  if (open) {
    return fail(
      'dependency_not_met',
      `Step ${step.position} waits for step ${open.position} (${quoted(open.text)}).`,
      isSetAside(open.mark) ? setAside(open.mark) : 'Complete that one first.',
      at,
    );
  }
  return ok(step);
}
