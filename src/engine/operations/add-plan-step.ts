import { fail, ok, type Result } from '../../core/errors.js';
import { isIncomplete } from '../../core/mission/missions.js';
import { isoSeconds } from '../../core/time.js';
import { addedStep, type AddedStep } from '../../core/plan/added-step.js';
import { appendLog } from '../../core/plan/edit-plan.js';
import type { Plan } from '../../core/plan/plan.js';
import { findStep } from '../../core/plan/step-order.js';
import { needsHand, speaksOfExternalAction } from '../../core/policy/external-action.js';
import { awaitsPerson, editPlan, hadEnded, readPlan } from '../vault/plan-notes.js';
import { namedStepIds } from '../vault/step-of-request.js';
import {
  requireText,
  type Actor,
  type Operation,
  type OperationContext,
} from './shared/operation.js';
import { recordThenWrite } from './shared/record-then-write.js';

export interface AddPlanStepInput {
  readonly planId: string;
  readonly text: string;
  /** A position (from 1) or a block id. */
  readonly behind?: number | string;
  readonly gated?: boolean;
  /** Set when an agent chose the value of `gated`. */
  readonly isClaimed?: true;
  readonly rationale: string;
  readonly actor: Actor;
}

interface PositionedStep extends AddedStep {
  readonly position: number;
}

export const addPlanStep: Operation<AddPlanStepInput, { readonly position: number }> = async (
  context,
  input,
) => {
  const text = requireText('text', input.text);
  if (!text.ok) return text;
  const rationale = requireText('rationale', input.rationale);
  if (!rationale.ok) return rationale;
  const { planId, actor } = input;
  const isByRule = input.isClaimed === true && input.gated === false && needsHand(text.value);
  const gated = isByRule || (input.gated ?? speaksOfExternalAction(text.value));
  const place = (plan: Plan): Result<PositionedStep> =>
    placeIn(plan, { text: text.value, gated }, namedStepIds(context, planId), input);
  return context.keyedQueue.take(`plan:${planId}`, async () => {
    const plan = await readPlan(context, planId);
    if (!plan.ok) return plan;
    const refused = hadEnded(context, plan.value) ?? awaitsPerson(context, plan.value, input.actor);
    if (refused) return refused;
    const placed = place(plan.value);
    if (!placed.ok) return placed;
    return recordThenWrite(
      context,
      {
        ...{ actor, event: 'step_added', plan_id: planId, detail: `Step added: ${text.value}` },
        ...(isByRule ? { gated: [placed.value.position] } : {}),
      },
      () => writeStep(context, input, place, rationale.value),
    );
  });
};

async function writeStep(
  context: OperationContext,
  { planId, actor }: AddPlanStepInput,
  place: (plan: Plan) => Result<PositionedStep>,
  rationale: string,
): Promise<Result<{ readonly position: number }>> {
  const seen: { placed: Result<PositionedStep> | null } = { placed: null };
  const written = await editPlan(context, planId, (current) => {
    const now = (seen.placed = place(current));
    if (!now.ok) return null;
    const { at, insert, position } = now.value;
    const action = `Added step ${position}`;
    const entry = { at: isoSeconds(context.book.now()), actor, action, rationale };
    return [{ at, remove: 0, insert }, ...appendLog(current, [entry])];
  });
  if (!written.ok) return written;
  if (!seen.placed)
    return fail('note_changed', 'The plan just changed.', 'Read it again, then try again.');
  return seen.placed.ok ? ok({ position: seen.placed.value.position }) : seen.placed;
}

function placeIn(
  plan: Plan,
  step: { readonly text: string; readonly gated: boolean },
  named: readonly string[],
  { behind }: AddPlanStepInput,
): Result<PositionedStep> {
  const { path, taskId, status, steps } = plan;
  if (!isIncomplete(plan)) {
    const message = `${taskId} is ${status.toLowerCase()}.`;
    return fail('plan_finished', message, 'Make a new plan.', { path });
  }
  const before = behind === undefined ? steps.at(-1) : findStep(plan, behind);
  if (behind !== undefined && !before) {
    const advice = `Name one of its ${steps.length} steps.`;
    return fail('step_missing', `${taskId} has no step ${behind}.`, advice, { path });
  }
  const added = addedStep(plan.text, path, step, named, before?.position);
  return added.ok ? ok({ ...added.value, position: (before?.position ?? 0) + 1 }) : added;
}
