import type { Alert, RequestSummary } from '../../core/mission/summaries.js';
import { findRecordedStep, whyNotTicked } from '../../core/plan/recorded-step.js';
import { requestTitle } from '../../core/request/call-title.js';
import { endedStepOf, type EndedStep } from '../../core/request/ended-step.js';
import type { EngineContext } from '../context.js';
import { stepOfRequest } from '../step-of-request.js';
import type { GateContext } from './dispatch.js';
import { alert } from './request-alerts.js';

const toldMs = 24 * 3_600_000;

/** Long enough to cut a step and put it elsewhere, or for sync to bring the plan behind its request. */
const strayGraceMs = 15_000;

/** That a request waits for a step that there is not: approved like this, it only comes back. */
export function strayAlert(context: GateContext, request: RequestSummary): readonly Alert[] {
  const { requestId: id, path } = request;
  const key = `step of ${id}`;
  const stray = strays(context, request);
  if (stray === null) {
    context.goneSince.delete(key);
    return [];
  }
  const now = context.clock.now();
  // A clock that was set back begins the wait anew.
  const sinceMs = Math.min(context.goneSince.get(key) ?? now, now);
  context.goneSince.set(key, sinceMs);
  if (now - sinceMs < strayGraceMs) {
    context.wakeAt(`request:${id}`, sinceMs + strayGraceMs);
    return [];
  }
  const [where, mend] = stray;
  const text = `The request ${requestTitle(request)} can’t run: it belongs to ${where}.`;
  return [alert(id, 'invalid', text, `${mend}, or withdraw it.`, path)];
}

/** What a request waits for that is not so, and how that is mended; `null`: it is for a ✋ step, or for none. */
function strays(
  { index }: GateContext,
  request: RequestSummary,
): readonly [where: string, mend: string] | null {
  const { planId, stepId } = request;
  if (planId === null || stepId === null) return null;
  const mend = 'Correct `plan_id` and `step_id` in its note, or the plan';
  // Two notes of one plan, or one that cannot be read, are told by themselves.
  if (!index.plan(planId)) {
    return index.planPaths(planId).length > 0
      ? null
      : [`the plan ${planId}, which does not exist`, mend];
  }
  const step = stepOfRequest(index, request);
  if (!step) return [`the step \`^${stepId}\` of ${planId}, which does not exist`, mend];
  if (step.gated) return null;
  return [
    `step ${step.position} of ${planId}, which has no ✋`,
    'Put ✋ at the start of that step, correct `step_id` in the note',
  ];
}

/** What is said for a day of a step that ended with a request, while it is so. */
export function endedStepAlert(context: EngineContext, id: string): readonly Alert[] {
  const { facts } = context.book;
  const ended = endedStepOf(facts, id);
  const endedAt = facts.endedStepAt(id);
  if (ended === null || endedAt === undefined) return [];
  const until = endedAt + toldMs;
  if (context.book.now() >= until) return [];
  const isOutside = facts.request(id)?.voided?.step_is === 'ticked_outside';
  if (isOutside && !tickedOutside(context, id)) return [];
  const alerts = (isOutside ? tickedAlert : notTicked)(context, id, ended, endedAt);
  if (alerts.length > 0) context.wakeAt(`request:${id}`, until);
  return alerts;
}

/** The requests of which {@link endedStepAlert} may have something to say. */
export function recentlyEndedIds({ book }: Pick<EngineContext, 'book'>): readonly string[] {
  return book.facts.endedStepsSince(book.now() - toldMs);
}

/** Whether a tick in the file took the place of a request, and no person has said since what it means. */
export function tickedOutside({ book: { facts } }: EngineContext, id: string): boolean {
  const { voided } = facts.request(id) ?? {};
  if (voided?.step_is !== 'ticked_outside') return false;
  return facts.stepEnding(voided.plan, voided.step)?.by === id;
}

/** That is asked while the tick stands. */
function tickedAlert(
  { book, index }: EngineContext,
  id: string,
  ended: EndedStep,
): readonly Alert[] {
  const { planId, stepId } = ended;
  const plan = index.plan(planId);
  // Another line that has its id by now does not show that it was opened again.
  const step = plan && findRecordedStep(plan.steps, ended);
  if (!plan || step?.done === false) return [];
  const wasTried = book.facts.wasTried({ planId, stepId, text: ended.text ?? null });
  const known = wasTried ? 'an earlier attempt may have happened' : 'nothing ran';
  const said = alert(
    id,
    'ticked_outside',
    `Step ${step?.position ?? `^${stepId}`} of ${planId} was ticked in the note, so its request was withdrawn; ${known}.`,
    'Did you do it yourself? If not, draft the request again or reopen the step.',
    plan.path,
  );
  if (!step) return [said];
  const decided = { planId, stepId, text: step.text };
  return [{ ...said, offers: { do: 'answer_tick', requestId: id, step: decided } }];
}

/** The step of what is over could not be told in its plan: said until somebody ticks it, or it reads as before. */
function notTicked(
  context: EngineContext,
  id: string,
  ended: EndedStep,
  endedAt: number,
): readonly Alert[] {
  const { book, index } = context;
  const { planId, stepId, text } = ended;
  const plan = index.plan(planId);
  if (!plan && book.facts.request(id)?.filed === false) {
    return waitsForPlan(context, id, planId, endedAt);
  }
  const why = plan && whyNotTicked(plan.steps, ended);
  const isTicked = plan?.steps.some(
    (step) => step.done && step.gated && (step.id === stepId || step.text === text),
  );
  if (!plan || !why || isTicked) return [];
  return [
    alert(
      id,
      'not_ticked',
      `${id} has ended, but ${planId} couldn’t be updated. ${why}`,
      'Check the plan. If the step is done, tick it yourself.',
      plan.path,
    ),
  ];
}

/** Sync may bring the plan a moment later; then nothing is said. */
function waitsForPlan(
  { book, index, wakeAt }: EngineContext,
  id: string,
  planId: string,
  endedAt: number,
): readonly Alert[] {
  if (book.now() < endedAt + strayGraceMs) {
    wakeAt(`request:${id}`, endedAt + strayGraceMs);
    return [];
  }
  const [path, second] = index.planPaths(planId);
  const [where, mend] =
    second === undefined
      ? ['it does not exist', 'Restore its note']
      : ['it has several notes', 'Keep one of them'];
  const text = `${id} has ended, but the plan ${planId} couldn’t be updated: ${where}.`;
  return [alert(id, 'not_ticked', text, `${mend}. Its step is then ticked automatically.`, path)];
}
