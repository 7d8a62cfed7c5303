import { fail, ok, type Problem, type Result } from '../../core/errors.js';
import { isoSeconds } from '../../core/note/file-name.js';
import { appendLog, tickStep } from '../../core/plan/edit-plan.js';
import type { Plan, Step } from '../../core/plan/plan.js';
import { findStep, openDependencies } from '../../core/plan/step-order.js';
import { editPlan } from '../plan-notes.js';
import { requireText, type Actor, type Operation } from './operation.js';

export interface UpdatePlanStepInput {
  readonly planId: string;
  /** Position (from 1) or block id (`s4`). */
  readonly step: number | string;
  /** Why it is done: what was found or made. */
  readonly rationale: string;
  readonly actor: Actor;
}

export interface UpdatedStep {
  readonly planId: string;
  readonly position: number;
  readonly text: string;
}

/**
 * Procedure UpdatePlanStep: ticks a step and says why, in one write. Gated steps are ticked by an
 * executed request only; a step whose dependencies are open is refused (R7.3).
 */
export const updatePlanStep: Operation<UpdatePlanStepInput, UpdatedStep> = async (
  context,
  input,
) => {
  const rationale = requireText('rationale', input.rationale);
  if (!rationale.ok) return rationale;
  let refusal: Problem | null = null;
  let ticked: Step | null = null;
  const written = await editPlan(context, input.planId, (plan) => {
    const step = tickable(plan, input.step);
    refusal = step.ok ? null : step.error;
    ticked = step.ok ? step.value : null;
    if (!step.ok) return null;
    return [
      ...tickStep(plan, step.value),
      ...appendLog(plan, [
        {
          at: isoSeconds(context.book.now()),
          actor: input.actor,
          action: `Marked step ${step.value.position} complete`,
          rationale: rationale.value,
        },
      ]),
    ];
  });
  if (!written.ok) return written;
  const refused = refusal as Problem | null;
  if (refused) return { ok: false, error: refused };
  const done = ticked as Step | null;
  if (!done) return fail('step_missing', 'The step was not found.', 'Look at the plan.');
  await context.book.record(
    { kind: 'event' },
    {
      actor: input.actor,
      event: 'step_done',
      plan_id: input.planId,
      detail: `Step ${done.position} completed (${done.text})`,
    },
    { durable: false },
  );
  return ok({ planId: input.planId, position: done.position, text: done.text });
};

function tickable(plan: Plan, reference: number | string): Result<Step> {
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
  if (plan.status !== 'Active' && plan.status !== 'Blocked') {
    return fail(
      'plan_finished',
      `${plan.taskId} is ${plan.status.toLowerCase()}.`,
      'Only steps of a plan that is being worked can be completed.',
      at,
    );
  }
  if (step.gated) {
    return fail(
      'step_gated',
      `Step ${step.position} carries ✋: it is done when its action was executed.`,
      'Draft the action for it, and wait for a person.',
      at,
    );
  }
  if (step.done) {
    return fail(
      'step_done',
      `Step ${step.position} is already done.`,
      'Go on with the next one.',
      at,
    );
  }
  const [open] = openDependencies(plan, step);
  if (open) {
    return fail(
      'dependency_not_met',
      `Step ${step.position} waits for step ${open.position} (${open.text}).`,
      'Complete that one first.',
      at,
    );
  }
  return ok(step);
}
