import { parsePlan } from '../../core/plan/parse-plan.js';
import type { Plan } from '../../core/plan/plan.js';
import { findRecordedStep } from '../../core/plan/rules/recorded-step.js';
import { isStepClosed, recordedText } from '../../core/ledger/closed-step.js';
import type { EngineContext } from '../context.js';
import {
  asksOfAnotherStep,
  isBroughtBack,
  unansweredOutcome,
} from '../requests/outcomes/unknown-outcome.js';
import { endRequest, type End, type EndedRequest } from '../requests/outcomes/end-request.js';
import { openRequests } from '../requests/returned-requests.js';
import { takeBack } from '../requests/standing-approvals.js';
import { isLeftAlone } from '../requests/of-another-ledger.js';

type TickedStep = Pick<End, 'reason' | 'stepIs' | 'stepText'>;

export async function withdrawUnwanted(
  context: EngineContext,
  planId: string,
  copies: readonly Plan[],
): Promise<void> {
  const endsOf = (request: EndedRequest) => copies.map((plan) => unwanted(context, plan, request));
  const [asking, others] = byQuestion(context, requestsOf(context, planId));
  const answered = asking.map((request) => [request, endsOf(request)] as const);
  for (const [request, found] of [...answered, ...others.map((one) => [one, null] as const)]) {
    const { requestId: id, path } = request;
    const ends = found ?? endsOf(request);
    const end = ends.find((one) => one !== null);
    const facts = context.book.facts.request(id);
    if (!end || facts?.intent || facts?.voided) continue;
    const isOthers =
      path === undefined
        ? !context.book.isActive
        : await isLeftAlone(context, { requestId: id, path });
    const isAsked = !isNoted(context, planId, id) && unansweredOutcome(context, id) !== null;
    if (isOthers || isAsked || isBroughtBack(context, id) || ends.includes(null)) {
      await takeBack(context, id, end.reason);
      continue;
    }
    await endRequest(context, request, { why: 'withdrawn', actor: 'Outside', ...end });
    if (path === undefined) context.lookAgain(`request:${id}`);
  }
}

/** Includes requests without a note: somebody could hide a note and restore it later. */
function requestsOf(context: EngineContext, planId: string): readonly EndedRequest[] {
  const { index, book } = context;
  const all = index.requestsOfPlan(planId);
  const noted = all.filter(({ folder }) => folder !== 'rejected');
  const known = new Set(all.map(({ requestId }) => requestId));
  const hidden = book.facts.openIdsOf(planId).flatMap((requestId): readonly EndedRequest[] => {
    if (known.has(requestId)) return [];
    const path = index.requestPaths(requestId).find((at) => index.requestAt(at));
    const stepId = book.facts.request(requestId)?.prepared?.step ?? null;
    const ended = { requestId, planId, stepId };
    return [path === undefined ? ended : { ...ended, path }];
  });
  return [...noted, ...hidden];
}

function byQuestion(
  context: EngineContext,
  requests: readonly EndedRequest[],
): readonly [asking: readonly EndedRequest[], others: readonly EndedRequest[]] {
  const asks = ({ requestId }: EndedRequest): boolean => {
    return unansweredOutcome(context, requestId) !== null;
  };
  return [requests.filter(asks), requests.filter((request) => !asks(request))];
}

function isNoted({ index }: EngineContext, planId: string, id: string): boolean {
  return index.requestsOfPlan(planId).some(({ requestId }) => requestId === id);
}

export async function withdrawByCopies(
  context: EngineContext,
  planId: string,
  paths: readonly string[],
): Promise<void> {
  const copies: Plan[] = [];
  for (const path of paths) {
    if (context.book.chosenPlans.isGoing(path)) continue;
    const text = await context.notes.read(path);
    if (!text.ok) continue;
    const { plan } = parsePlan(text.value, path);
    // The plan in an invalid copy may still need its requests, so none is withdrawn.
    if (!plan) return;
    copies.push(plan);
  }
  if (copies.length > 0) await withdrawUnwanted(context, planId, copies);
}

export async function endLostQuestions(context: EngineContext, plan: Plan): Promise<void> {
  for (const id of context.book.facts.returnedIdsOf(plan.taskId)) {
    const unknown = unansweredOutcome(context, id);
    const isLost = openRequests(context, id).length === 0 && !isBroughtBack(context, id);
    if (!isLost || unknown?.plan !== plan.taskId) continue;
    const asked = { requestId: id, planId: unknown.plan, stepId: unknown.step };
    const end = tickedInNote(context, plan, asked);
    if (end?.stepIs === undefined) continue;
    await endRequest(context, asked, { why: 'withdrawn', actor: 'Outside', ...end });
    context.lookAgain(`request:${id}`);
  }
}

/**
 * Returns why a plan no longer wants a request; null if it does (docs/gate.md#withdrawn,
 * docs/gate.md#done-by-hand).
 */
function unwanted(context: EngineContext, plan: Plan, request: EndedRequest): TickedStep | null {
  if (plan.status === 'Done' || plan.status === 'Cancelled') {
    const how = plan.status.toLowerCase();
    return {
      reason: `The plan ${plan.taskId} was marked ${how}, so its request is no longer needed.`,
    };
  }
  return tickedInNote(context, plan, request);
}

/** Anybody can copy a step's id, so the line must also have a ✋ and the recorded text. */
function tickedInNote(
  context: EngineContext,
  plan: Plan,
  { requestId, stepId }: EndedRequest,
): TickedStep | null {
  const { facts } = context.book;
  const { taskId: planId } = plan;
  if (stepId === null || asksOfAnotherStep(context, { requestId, planId, stepId })) return null;
  const unknown = unansweredOutcome(context, requestId);
  const text = recordedText(facts, requestId, unknown?.attemptId);
  const step = findRecordedStep(plan.steps, { stepId, text });
  if (!step?.gated || !step.done) return null;
  const reason = `Step ${step.position} is marked done, so this request is no longer needed.`;
  if (isStepClosed(facts, planId, step)) return { reason };
  return { reason, stepIs: 'ticked_outside', stepText: step.text };
}
