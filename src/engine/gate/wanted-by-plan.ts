import { sha256Hex } from '../../core/digest.js';
import { isOurReason } from '../../core/plan/blocked-reason.js';
import { openDependencies } from '../../core/plan/step-order.js';
import type { PlanSummary, StepSummary } from '../../core/mission/summaries.js';
import { quoted } from '../../core/text/quote.js';
import { showInvisible } from '../../core/text/show-invisible.js';
import { recordedText } from '../../core/ledger/closed-step.js';
import type { PlanThen } from '../../core/ledger/ledger-record.js';
import type { RequestFacts } from '../../core/ledger/request-facts.js';
import type { IndexEntry } from '../vault/index/read-entry.js';
import type { GateContext } from './gate-context.js';
import { isRunning, runningState } from './preconditions.js';

/** What is known of plans, and of the requests that they wanted. */
type PlansContext = Pick<GateContext, 'index' | 'book' | 'folders' | 'standing'>;

/** What step of what plan a request is prepared for. */
type OfPlan = Pick<NonNullable<RequestFacts['prepared']>, 'plan' | 'step'>;

/** How the plan of a request was when it was last seen to want it; what was before this start, the ledger says. */
export function wantedBefore({ standing, book }: PlansContext, id: string): PlanThen | undefined {
  return standing.wanted.get(id) ?? book.facts.request(id)?.prepared?.wanted ?? undefined;
}

/**
 * How the plan of a request is now, to be kept in the ledger: what no longer wants a request while nothing runs is
 * known at the next start to have wanted it. `null`: it does not want it.
 */
export function wantedNow(
  context: PlansContext,
  id: string,
  ofPlan: OfPlan,
  stepText?: string | null,
): PlanThen | null {
  const isWanted = whyNotInPlan(context, id, ofPlan, true, stepText ?? undefined) === null;
  return isWanted ? planNow(context, ofPlan) : null;
}

/** Keeps in the ledger how the plan of a request is now, if that is not what is there. */
export async function noteWanted(context: PlansContext, id: string): Promise<void> {
  const { book } = context;
  const { prepared } = book.facts.request(id) ?? {};
  if (!prepared || prepared.plan === null || book.facts.isUsed(id)) return;
  const wanted = wantedNow(context, id, prepared);
  const then = prepared.wanted ?? null;
  if (isSame(wanted, then) && hasAllBefore(wanted, then)) return;
  const { audit: _before, ...before } = prepared;
  await book.record(
    { ...before, wanted },
    {
      actor: 'Outside',
      event: 'plan_looked_at',
      request_id: id,
      plan_id: prepared.plan,
      detail: wanted
        ? 'Its plan is ready for it.'
        : 'Its plan isn’t ready for it, or no longer needs it.',
    },
  );
}

function isSame(a: PlanThen | null, b: PlanThen | null): boolean {
  if (a === null || b === null) return a === b;
  return a.blocked === b.blocked && a.doneAlike === b.doneAlike;
}

/** Whether the ledger names every step that must now come first. It may also name steps that were done since. */
function hasAllBefore(now: PlanThen | null, then: PlanThen | null): boolean {
  return (now?.before ?? []).every((key) => then?.before?.includes(key));
}

/** What of its plan keeps an approved request from being wanted, as a sentence. */
export function whyNotInPlan(
  context: PlansContext,
  id: string,
  { plan: planId, step: stepId }: OfPlan,
  isWhole: boolean,
  shown?: string,
): string | null {
  if (planId === null) return null;
  const { index, book, folders } = context;
  const then = wantedBefore(context, id);
  const entries = entriesOf(context, planId);
  const text = shown ?? recordedText(book.facts, id);
  for (const entry of entries) {
    // What it says, nobody knows, and somebody may have written into it that it is over.
    if (entry.kind !== 'plan') return `The plan ${planId} can’t be read.`;
    const { plan } = entry;
    if (!isRunning(plan, folders)) return `The plan ${planId} is ${runningState(plan.status)}.`;
    const step = plan.steps.find((one) => one.id === stepId);
    if (!step) return `The plan ${planId} has no step ^${stepId}.`;
    if (!step.gated) return `Step ${step.position} no longer has a ✋.`;
    if (step.done) return `Step ${step.position} is marked done.`;
    if (step.setAside !== undefined) {
      return `Step ${step.position} is marked [${showInvisible(step.setAside)}].`;
    }
    if (typeof text === 'string' && step.text !== text) {
      return `Step ${step.position} was reworded.`;
    }
  }
  if (index.planPaths(planId).length === 0 && isWhole) {
    return `The plan ${planId} was gone, or its note was renamed.`;
  }
  if (!then) return null;
  const now = stateOf(plansIn(entries), stepId);
  if (now.blocked !== null && now.blocked !== then.blocked) {
    return `The plan ${planId} was set to Blocked: ${quoted(reasonsIn(plansIn(entries)).join(' '))}.`;
  }
  return now.doneAlike > then.doneAlike
    ? 'Another step with the same words was marked done.'
    : lostBefore(plansIn(entries), then);
}

/**
 * That an open step which had to come before is none any more, as a sentence: it was cut, indented, or marked in a
 * way that makes it no step. Nobody saw it done, so what waited for it is asked again.
 */
function lostBefore(plans: readonly Pick<PlanSummary, 'steps'>[], then: PlanThen): string | null {
  if (plans.length === 0) return null;
  const known = new Set(plans.flatMap(({ steps }) => steps.flatMap(keysOf)));
  const lost = then.before?.find((key) => !known.has(key));
  if (lost === undefined) return null;
  const step = lost.startsWith('^') ? `Step ${lost}` : `The step ${quoted(lost)}`;
  return `${step}, which came before it and was open, is no step of its plan any more.`;
}

/** What a step may be known by: its block id, and its words. */
function keysOf({ id, text }: Pick<StepSummary, 'id' | 'text'>): readonly string[] {
  return id === null ? [text] : [`^${id.toLowerCase()}`, text];
}

/** That somebody has set a plan, as it was just read, to Blocked since it wanted a request; a sentence. */
export function newlyBlocked(
  context: PlansContext,
  id: string,
  plan: Pick<PlanSummary, 'status' | 'blockedReason'> & { readonly taskId: string },
): string | null {
  const reasons = reasonsIn([plan]);
  const then = wantedBefore(context, id);
  if (!then || reasons.length === 0 || digestOf(reasons) === then.blocked) return null;
  return `The plan ${plan.taskId} was set to Blocked: ${quoted(reasons.join(' '))}.`;
}

/** How the plan of a request is now, where it wants that. */
export function planNow(context: PlansContext, { plan: planId, step: stepId }: OfPlan): PlanThen {
  return stateOf(planId === null ? [] : plansIn(entriesOf(context, planId)), stepId);
}

/** The notes of a plan, without the duplicates that we cancelled: those move to the archive. */
function entriesOf({ index, book }: PlansContext, planId: string): readonly IndexEntry[] {
  const entries = index.planPaths(planId).flatMap((path) => index.entryAt(path) ?? []);
  return entries.filter((entry) => {
    const isCancelled = entry.kind === 'plan' && entry.plan.status === 'Cancelled';
    return !(isCancelled && book.chosenPlans.isGoing(entry.path));
  });
}

function plansIn(entries: readonly IndexEntry[]): readonly PlanSummary[] {
  return entries.flatMap((entry) => (entry.kind === 'plan' ? [entry.plan] : []));
}

/** Of all notes of a plan together: one that comes and goes, and says nothing new, changes nothing. */
function stateOf(plans: readonly PlanSummary[], stepId: string | null): PlanThen {
  const reasons = reasonsIn(plans);
  const steps = plans.map((plan) => plan.steps.find(({ id }) => id === stepId));
  const alike = plans.map(
    (plan, at) =>
      plan.steps.filter((one) => one.gated && one.done && one.text === steps[at]?.text).length,
  );
  const before = plans.flatMap((plan, at) => {
    const step = steps[at];
    return step ? openDependencies(plan, step).map((one) => keysOf(one)[0] ?? '') : [];
  });
  return {
    blocked: reasons.length === 0 ? null : digestOf(reasons),
    doneAlike: Math.max(0, ...alike),
    ...(before.length === 0 ? {} : { before: [...new Set(before)] }),
  };
}

function digestOf(reasons: readonly string[]): string {
  return sha256Hex(reasons.join('\n'));
}

/** Why somebody but us set a plan to Blocked; none: nobody did. An agent’s words for a coming approval are somebody’s. */
function reasonsIn(
  plans: readonly Pick<PlanSummary, 'status' | 'blockedReason'>[],
): readonly string[] {
  const reasons = plans.flatMap(({ status, blockedReason }) =>
    status !== 'Blocked' || isOurReason(blockedReason ?? '') ? [] : [blockedReason ?? ''],
  );
  return [...new Set(reasons)].sort();
}
