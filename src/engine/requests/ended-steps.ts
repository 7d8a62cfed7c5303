import type { RequestSummary } from '../../core/mission/summaries.js';
import { findRecordedStep, whyNotTicked } from '../../core/plan/rules/recorded-step.js';
import { quotedPath } from '../../core/text/quote.js';
import { showInvisible } from '../../core/text/show-invisible.js';
import { closedStepOf, type ClosedStep } from '../../core/ledger/closed-step.js';
import type { EngineContext, RequestContext } from '../context.js';
import { unreadNotes } from '../vault/index/unread-notes.js';
import { stepOfRequest } from '../vault/step-of-request.js';
import type { VaultIndex } from '../vault/index/vault-index.js';
import type { Finding, FindingOf } from './request-findings.js';

const toldMs = 24 * 3_600_000;

/** Somebody may be moving the step to another place in the note. */
const strayGraceMs = 15_000;

export function withoutStep(context: RequestContext, request: RequestSummary): readonly Finding[] {
  const { requestId: id } = request;
  const key = `step of ${id}`;
  const stray = strayNow(context, request);
  if (stray === null) {
    context.goneSince.delete(key);
    return [];
  }
  const now = context.clock.now();
  const sinceMs = Math.min(context.goneSince.get(key) ?? now, now);
  context.goneSince.set(key, sinceMs);
  if (now - sinceMs < strayGraceMs) {
    context.lookAgainAt(`request:${id}`, sinceMs + strayGraceMs);
    return [];
  }
  return [stray];
}

/** Null if the request has a usable ✋ step. */
export function strayNow(
  context: Pick<RequestContext, 'index'>,
  request: RequestSummary,
): FindingOf<'no_step'> | null {
  const stray = strays(context, request);
  return stray && { is: 'no_step', request, where: stray[0], mend: stray[1] };
}

function strays(
  { index }: Pick<RequestContext, 'index'>,
  request: RequestSummary,
): readonly [where: string, mend: string] | null {
  const { planId, stepId } = request;
  if (planId === null || stepId === null) return null;
  const mend = 'Correct `plan_id` and `step_id` in its note, or the plan';
  if (!index.plan(planId)) {
    if (index.planPaths(planId).length > 0 || index.unread.hiding(index.folders.plans)) return null;
    const unread = unreadNotes(index, 'plan')(planId);
    return unread === null
      ? [`the plan ${planId}, which does not exist`, mend]
      : [
          `the plan ${planId}, whose note may be ${quotedPath(unread)}, which can’t be read`,
          'Repair that note. If it is not this plan, correct `plan_id` and `step_id` in the request',
        ];
  }
  const aside = setAsideStep(index, request);
  if (aside) return [aside.where, aside.mend];
  const step = stepOfRequest(index, request);
  if (!step) return [`the step \`^${stepId}\` of ${planId}, which does not exist`, mend];
  if (step.gated) return null;
  return [
    `step ${step.position} of ${planId}, which has no ✋`,
    'Put ✋ at the start of that step, correct `step_id` in the note',
  ];
}

export function setAsideStep(
  index: Pick<VaultIndex, 'plan'>,
  request: RequestSummary,
): FindingOf<'no_step'> | null {
  const step = stepOfRequest(index, request);
  if (step?.setAside === undefined) return null;
  const mark = showInvisible(step.setAside);
  const where = `step ${step.position} of ${request.planId}, which is marked [${mark}]`;
  return { is: 'no_step', request, where, mend: 'Empty its box' };
}

export async function endedStep(context: EngineContext, id: string): Promise<readonly Finding[]> {
  const { facts } = context.book;
  const ended = closedStepOf(facts, id);
  const endedAt = facts.stepClosedAt(id);
  if (ended === null || endedAt === undefined) return [];
  const until = endedAt + toldMs;
  if (context.book.now() >= until) return [];
  const isOutside = facts.request(id)?.voided?.step_is === 'ticked_outside';
  if (isOutside && !tickedOutside(context, id)) return [];
  const found = isOutside
    ? await tickStands(context, id, ended)
    : notTicked(context, id, ended, endedAt);
  if (!found) return [];
  context.lookAgainAt(`request:${id}`, until);
  return [found];
}

export function recentlyEndedIds({ book }: Pick<EngineContext, 'book'>): readonly string[] {
  return book.facts.closedStepsSince(book.now() - toldMs);
}

/** True while a tick that somebody made outside Countersign keeps the request's step closed. */
export function tickedOutside({ book: { facts } }: EngineContext, id: string): boolean {
  const { voided } = facts.request(id) ?? {};
  if (voided?.step_is !== 'ticked_outside') return false;
  return facts.stepClosure(voided.plan, voided.step)?.by === id;
}

async function tickStands(
  { book, folders, index, notes }: EngineContext,
  id: string,
  ended: ClosedStep,
): Promise<Finding | null> {
  const { planId, stepId } = ended;
  const plan = index.plan(planId);
  const step = plan && findRecordedStep(plan.steps, ended);
  if (!plan || step?.done === false) return null;
  const isFiled = await notes.filed.has(id);
  const tried = isFiled
    ? `a note in ${folders.doneActions} says that it was executed`
    : book.facts.wasTried({ planId, stepId, text: ended.text ?? null })
      ? 'an earlier attempt may have happened'
      : null;
  return { is: 'ticked_outside', path: plan.path, planId, stepId, step, tried };
}

function notTicked(
  context: EngineContext,
  id: string,
  ended: ClosedStep,
  endedAt: number,
): Finding | null {
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
  if (!plan || !why || isTicked) return null;
  return {
    is: 'step_not_ticked',
    planId,
    path: plan.path,
    why: `${planId} couldn’t be updated. ${why}`,
    advice: 'Check the plan. If the step is done, tick it yourself.',
  };
}

function waitsForPlan(
  { book, index, lookAgainAt }: EngineContext,
  id: string,
  planId: string,
  endedAt: number,
): Finding | null {
  if (book.now() < endedAt + strayGraceMs) {
    lookAgainAt(`request:${id}`, endedAt + strayGraceMs);
    return null;
  }
  if (index.unread.hiding(index.folders.plans)) return null;
  const [path, second] = index.planPaths(planId);
  const unread = unreadNotes(index, 'plan')(planId);
  const [where, mend] =
    second !== undefined
      ? ['it has several notes', 'Keep one of them']
      : unread !== null
        ? [`its note may be ${quotedPath(unread)}, which can’t be read`, 'Repair that note']
        : ['it does not exist', 'Restore its note'];
  return {
    is: 'step_not_ticked',
    planId,
    ...(path === undefined ? {} : { path }),
    why: `the plan ${planId} couldn’t be updated: ${where}.`,
    advice: `${mend}. Its step is then ticked automatically.`,
  };
}
