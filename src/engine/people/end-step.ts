import { fail, ok, type Result } from '../../core/errors.js';
import { isoSeconds } from '../../core/note/file-name.js';
import { appendLog, tickStep } from '../../core/plan/edit-plan.js';
import { findStep } from '../../core/plan/step-order.js';
import type { Plan, Step } from '../../core/plan/plan.js';
import type { StepEnd } from '../../core/request/ledger-record.js';
import { endRequest, type EndedRequest } from '../gate/end-request.js';
import { requireText } from '../operations/operation.js';
import { recordThenWrite } from '../operations/record-then-write.js';
import { editPlan, readPlan } from '../plan-notes.js';
import { mayAct, type PeopleContext } from './people-context.js';

/** A gated step of a plan, by position (from 1) or block id (`s4`). */
export interface StepInput {
  readonly planId: string;
  readonly step: number | string;
}

export interface EndedStep {
  readonly planId: string;
  readonly position: number;
  /** The requests that were withdrawn with it. */
  readonly withdrawn: readonly string[];
}

interface StepDecision {
  readonly stepIs: Exclude<StepEnd, 'ticked_outside'>;
  /** How the plan's log begins to tell it, before the number of the step. */
  readonly action: string;
  readonly reason: string;
}

/** A person did what a gated step asks for themselves: it is ticked, and its requests are withdrawn. */
export function doneByHand(context: PeopleContext, input: StepInput): Promise<Result<EndedStep>> {
  const reason = 'Done by hand, outside Countersign. Nothing was run.';
  return endStep(context, input, { stepIs: 'done_by_hand', action: 'Did it myself:', reason });
}

/** A person leaves a gated step out, and says why: ticked, logged, and its requests are withdrawn. */
export async function skipGatedStep(
  context: PeopleContext,
  input: StepInput & { readonly reason: string },
): Promise<Result<EndedStep>> {
  const reason = requireText('reason', input.reason);
  if (!reason.ok) return reason;
  return endStep(context, input, { stepIs: 'skipped', action: 'Skipped', reason: reason.value });
}

async function endStep(
  context: PeopleContext,
  { planId, step: reference }: StepInput,
  decision: StepDecision,
): Promise<Result<EndedStep>> {
  const may = mayAct(context);
  if (!may.ok) return may;
  return context.turns.take(`plan:${planId}`, async () => {
    const plan = await readPlan(context, planId);
    if (!plan.ok) return plan;
    const step = openGated(plan.value, reference);
    if (!step.ok) return step;
    const { position, id } = step.value;
    if (isInFlight(context, planId, id)) {
      return fail(
        'request_not_open',
        `The action of step ${position} is being carried out at this moment.`,
        'Wait for its outcome.',
        { path: plan.value.path },
      );
    }
    const requests = requestsOf(context, planId, id);
    const ended = await withdrawAll(context, requests, decision);
    if (!ended.ok) return ended;
    if (requests.length === 0) {
      const written = await writeAlone(context, planId, step.value, decision);
      if (!written.ok) return written;
    }
    return ok({ planId, position, withdrawn: requests.map(({ requestId }) => requestId) });
  });
}

/** The last request that ends carries the tick: its record is what a restart goes on from. */
async function withdrawAll(
  context: PeopleContext,
  requests: readonly EndedRequest[],
  { stepIs, reason }: StepDecision,
): Promise<Result<void>> {
  for (const [at, request] of requests.entries()) {
    context.holds.drop(request.requestId);
    const isLast = at === requests.length - 1;
    const ended = await endRequest(context, request, {
      why: 'withdrawn',
      reason,
      actor: 'Human',
      ...(isLast ? { stepIs } : {}),
    });
    if (!ended.ok) return ended;
  }
  return ok(undefined);
}

/** Whether a call for a step is being made: its request is spent, and so no open one. */
function isInFlight(
  { index, inFlight }: PeopleContext,
  planId: string,
  stepId: string | null,
): boolean {
  return index
    .requestsOfPlan(planId)
    .some((request) => request.stepId === stepId && inFlight.has(request.requestId));
}

/** The open requests of a step, also those whose note is missing at the moment. */
function requestsOf(
  { index, book: { facts } }: PeopleContext,
  planId: string,
  stepId: string | null,
): readonly EndedRequest[] {
  if (stepId === null) return [];
  const there = index
    .requestsOfPlan(planId)
    .filter((request) => request.stepId === stepId && request.place !== 'rejected')
    .filter(({ requestId }) => !facts.isUsed(requestId));
  const missing = facts.openIds().flatMap((requestId) => {
    const completed = facts.request(requestId)?.completed;
    const isOfStep = completed?.plan === planId && completed.step === stepId;
    return isOfStep && index.requestPaths(requestId).length === 0
      ? [{ requestId, planId, stepId }]
      : [];
  });
  return [...there, ...missing];
}

/** A step without a request is ended in its plan alone. */
function writeAlone(
  context: PeopleContext,
  planId: string,
  { position }: Step,
  { stepIs, action, reason }: StepDecision,
): Promise<Result<Plan>> {
  const happening = {
    actor: 'Human',
    event: `step_${stepIs}`,
    plan_id: planId,
    detail: `${action} step ${position}. ${reason}`,
  };
  return recordThenWrite(context, happening, () =>
    editPlan(context, planId, (plan) => {
      const now = openGated(plan, position);
      if (!now.ok) return null;
      const at = isoSeconds(context.book.now());
      const entry = { at, actor: 'Human', action: `${action} step ${position}`, rationale: reason };
      return [...tickStep(plan, now.value), ...appendLog(plan, [entry])];
    }),
  );
}

function openGated(plan: Plan, reference: number | string): Result<Step> {
  const step = findStep(plan, reference);
  const place = { path: plan.path, ...(step ? { line: step.line } : {}) };
  if (!step) {
    const message = `${plan.taskId} has no step ${reference}.`;
    return fail('step_missing', message, 'Look at the plan as it is now.', place);
  }
  if (plan.status !== 'Active' && plan.status !== 'Blocked') {
    const message = `${plan.taskId} is ${plan.status.toLowerCase()}.`;
    return fail('plan_finished', message, 'Only steps of a running plan can end.', place);
  }
  if (!step.gated) {
    const message = `Step ${step.position} carries no ✋.`;
    return fail('step_not_gated', message, 'Tick it in its plan.', place);
  }
  if (step.done) {
    const message = `Step ${step.position} is already done.`;
    return fail('step_done', message, 'Go on with the next one.', place);
  }
  return ok(step);
}
