import { fail, ok, type Result } from '../../../core/errors.js';
import { isoSeconds } from '../../../core/time.js';
import { appendLog, tickStep } from '../../../core/plan/edit-plan.js';
import { findRecordedStep } from '../../../core/plan/rules/recorded-step.js';
import { findStep } from '../../../core/plan/step-order.js';
import type { Plan, Step } from '../../../core/plan/plan.js';
import type { RequestSummary } from '../../../core/mission/summaries.js';
import type { AttemptedStep } from '../../../core/ledger/attempted-step.js';
import type { StepCloseReason } from '../../../core/ledger/ledger-record.js';
import { endRequest, type EndedRequest } from '../../requests/outcomes/end-request.js';
import { endableOf } from '../../requests/block-calls.js';
import { asksOfAnotherStep } from '../../requests/outcomes/unknown-outcome.js';
import { isAnothersNote } from '../../requests/of-another-ledger.js';
import { requireText } from '../../operations/shared/operation.js';
import { recordThenWrite } from '../../operations/shared/record-then-write.js';
import { editPlan, hadEnded, readPlan } from '../../vault/plan-notes.js';
import { whileTakingAway, type PersonContext, type TakenFrom } from '../shared/person-context.js';

/** `step` is a position (from 1) or a block id. */
export interface StepInput {
  readonly planId: string;
  readonly step: number | string;
  readonly text?: string;
}

export interface ClosedStep {
  readonly planId: string;
  readonly position: number;
  readonly withdrawn: readonly string[];
}

interface StepDecision {
  readonly stepIs: Exclude<StepCloseReason, 'ticked_outside'>;
  readonly action: string;
  readonly reason: string;
}

/** Ticks a gated step that a person did themselves. */
export function doneByHand(context: PersonContext, input: StepInput): Promise<Result<ClosedStep>> {
  return closeGatedStep(context, input, {
    stepIs: 'done_by_hand',
    action: 'Did',
    reason: 'You did this step yourself, outside Countersign.',
  });
}

export async function skipGatedStep(
  context: PersonContext,
  input: StepInput & { readonly reason: string },
): Promise<Result<ClosedStep>> {
  const reason = requireText('reason', input.reason);
  if (!reason.ok) return reason;
  return closeGatedStep(context, input, {
    stepIs: 'skipped',
    action: 'Skipped',
    reason: reason.value,
  });
}

async function closeGatedStep(
  context: PersonContext,
  input: StepInput,
  decision: StepDecision,
): Promise<Result<ClosedStep>> {
  const { planId, step: reference, text } = input;
  return whileTakingAway(context, takenFrom(context, input), () =>
    context.keyedQueue.take(`plan:${planId}`, async () => {
      const plan = await readPlan(context, planId);
      if (!plan.ok) return plan;
      const over = hadEnded(context, plan.value);
      if (over) return over;
      const step = openGated(plan.value, reference, text);
      if (!step.ok) return step;
      const { position, id: stepId, text: stepText } = step.value;
      const attempted = { planId, stepId, text: stepText };
      const unprepared = await unpreparedOf(context, planId, stepId);
      // NO AWAIT FROM HERE UNTIL ALL REQUESTS HAVE ENDED, or a call could start in between.
      if (context.book.facts.isBeingCalled(attempted)) {
        return fail(
          'request_not_open',
          `The action of step ${position} is being carried out at this moment.`,
          'Wait for its outcome.',
          { path: plan.value.path },
        );
      }
      const { by = null } = context.book.facts.stepClosure(planId, stepId) ?? {};
      if (by !== null && context.book.facts.request(by)?.intent) {
        return fail(
          'step_done',
          `The action of step ${position} was carried out just now.`,
          'Its plan says so in a moment.',
          { path: plan.value.path },
        );
      }
      const requests = [...unprepared, ...preparedOf(context, plan.value, step.value)];
      const told = sayingWhatRan(context, attempted, decision);
      const ended = await withdrawAll(context, requests, told, stepText);
      if (!ended.ok) return ended;
      if (requests.length === 0 || stepId === null) {
        // No check of the plan may run between the record and the tick.
        const written = await context.writingBack.take(`plan:${planId}`, () =>
          writeAlone(context, planId, step.value, told),
        );
        if (!written.ok) return written;
      }
      return ok({ planId, position, withdrawn: requests.map(({ requestId }) => requestId) });
    }),
  );
}

function takenFrom(context: PersonContext, { planId, step, text }: StepInput): TakenFrom {
  const ids = endableOf(context, planId);
  const plan = context.index.plan(planId);
  if (!plan) return { ids };
  const known = plan.steps.find(({ id, position }) => id === step || position === step);
  const read = text ?? known?.text;
  const meant = ids.filter((id) => {
    const { prepared } = context.book.facts.request(id) ?? {};
    return prepared && (prepared.step === (known?.id ?? step) || prepared.step_text === read);
  });
  return { ids, meant: async () => meant };
}

function sayingWhatRan(
  { book: { facts } }: PersonContext,
  step: AttemptedStep,
  decision: StepDecision,
): StepDecision {
  if (decision.stepIs !== 'done_by_hand' || facts.wasTried(step)) return decision;
  return { ...decision, reason: `${decision.reason} Countersign ran nothing.` };
}

/** Ends all requests together, so that none is open when the first note moves. */
async function withdrawAll(
  context: PersonContext,
  requests: readonly EndedRequest[],
  { stepIs, reason }: StepDecision,
  stepText: string,
): Promise<Result<void>> {
  const ends = requests.map((request, at) => {
    context.undoWindows.drop(request.requestId);
    const isLast = at === requests.length - 1;
    return endRequest(context, request, {
      why: 'withdrawn',
      reason,
      actor: 'Human',
      ...(isLast ? { stepIs, stepText } : {}),
    });
  });
  const ended = await Promise.all(ends);
  for (const [at, { requestId }] of requests.entries()) {
    if (!ended[at]?.ok) context.lookAgain(`request:${requestId}`);
  }
  return ended.find((result) => !result.ok) ?? ok(undefined);
}

function preparedOf(
  context: PersonContext,
  { taskId: planId, steps }: Plan,
  step: Step,
): readonly EndedRequest[] {
  const { index, book } = context;
  const { facts } = book;
  return facts.openIdsOf(planId).flatMap((requestId) => {
    const prepared = facts.request(requestId)?.prepared;
    if (!prepared || prepared.step === null) return [];
    const recorded = { stepId: prepared.step, text: prepared.step_text };
    const isLost = recorded.text === step.text && findRecordedStep(steps, recorded) === null;
    if (prepared.step !== step.id && !isLost) return [];
    if (asksOfAnotherStep(context, { requestId, planId, stepId: prepared.step })) return [];
    const path = index.requestPaths(requestId).find((at) => index.requestAt(at));
    return [{ requestId, planId, stepId: step.id, ...(path === undefined ? {} : { path }) }];
  });
}

async function unpreparedOf(
  context: PersonContext,
  planId: string,
  stepId: string | null,
): Promise<readonly EndedRequest[]> {
  const { index, book } = context;
  if (stepId === null) return [];
  const unprepared: RequestSummary[] = [];
  for (const request of index.requestsOfPlan(planId)) {
    const { requestId, folder } = request;
    if (request.stepId !== stepId || folder === 'rejected') continue;
    if (asksOfAnotherStep(context, request)) continue;
    if (book.facts.isUsed(requestId) || book.facts.request(requestId)?.prepared) continue;
    if (unprepared.some((other) => other.requestId === requestId)) continue;
    if (!(await isAnothersNote(context, request))) unprepared.push(request);
  }
  return unprepared.filter(({ requestId }) => !book.facts.request(requestId)?.prepared);
}

async function writeAlone(
  context: PersonContext,
  planId: string,
  { position, id, text }: Step,
  { stepIs, action, reason }: StepDecision,
): Promise<Result<void>> {
  const happening = {
    actor: 'Human',
    event: `step_${stepIs}`,
    plan_id: planId,
    detail:
      stepIs === 'skipped'
        ? `You skipped step ${position}: ${reason}`
        : `Step ${position}: ${reason}`,
  };
  if (id !== null) {
    const ended = { kind: 'step', plan: planId, step: id, is: 'ended', text } as const;
    const recorded = await context.book.record(ended, { ...happening, event: 'step_ended' });
    if (!recorded.ok) return recorded;
  }
  return recordThenWrite(context, happening, async () => {
    let step: Result<Step> | null = null;
    const written = await editPlan(context, planId, (plan) => {
      step = openGated(plan, id ?? position, text);
      if (!step.ok) return null;
      const at = isoSeconds(context.book.now());
      const did = `${action} step ${step.value.position}`;
      const entry = { at, actor: 'Human', action: did, rationale: reason };
      return [...tickStep(plan, step.value), ...appendLog(plan, [entry])];
    });
    if (!written.ok) return written;
    const found = step as Result<Step> | null;
    return found?.ok ? ok(undefined) : (found ?? anotherStep(position, written.value.path));
  });
}

function anotherStep(reference: number | string, path: string): Result<never> {
  return fail(
    'note_changed',
    `Step ${reference} is another one by now.`,
    'Nothing was ticked. Read the plan again.',
    { path },
  );
}

function openGated(plan: Plan, reference: number | string, text?: string): Result<Step> {
  const step = findStep(plan, reference);
  const place = { path: plan.path, ...(step ? { line: step.line } : {}) };
  if (!step) {
    const message = `${plan.taskId} has no step ${reference}.`;
    return fail('step_missing', message, 'Read the plan again.', place);
  }
  if (text !== undefined && step.text !== text) return anotherStep(reference, plan.path);
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
    return fail('step_done', message, 'Continue with the next one.', place);
  }
  return ok(step);
}
