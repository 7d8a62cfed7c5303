import { sha256Hex } from '../../core/digest.js';
import { isOurReason } from '../../core/plan/blocked-reason.js';
import { openDependencies } from '../../core/plan/step-order.js';
import type { PlanSummary, StepSummary } from '../../core/mission/summaries.js';
import { quoted } from '../../core/text/quote.js';
import { normalized } from '../../core/text/normalized.js';
import { showInvisible } from '../../core/text/show-invisible.js';
import { recordedText } from '../../core/ledger/closed-step.js';
import type { PlanThen } from '../../core/ledger/ledger-record.js';
import type { RequestFacts } from '../../core/ledger/request-facts.js';
import type { IndexEntry } from '../vault/index/read-entry.js';
import type { GateContext } from './gate-context.js';
import { awaitsApproval, isRunning, runningState } from './preconditions.js';

type PlansContext = Pick<GateContext, 'index' | 'book' | 'folders' | 'standing'>;

type OfPlan = Pick<NonNullable<RequestFacts['prepared']>, 'plan' | 'step'>;

/** Returns the state of the plan when it last was ready for the request. */
export function wantedBefore({ standing, book }: PlansContext, id: string): PlanThen | undefined {
  return standing.wanted.get(id) ?? book.facts.request(id)?.prepared?.wanted ?? undefined;
}

export function wantedNow(
  context: PlansContext,
  id: string,
  ofPlan: OfPlan,
  stepText?: string | null,
): PlanThen | null {
  const isWanted = whyNotInPlan(context, id, ofPlan, true, stepText ?? undefined) === null;
  return isWanted ? planNow(context, id, ofPlan) : null;
}

export async function noteWanted(context: PlansContext, id: string): Promise<void> {
  const { book } = context;
  const { prepared } = book.facts.request(id) ?? {};
  if (!prepared || prepared.plan === null || book.facts.isUsed(id)) return;
  const wanted = wantedNow(context, id, prepared);
  const then = prepared.wanted ?? null;
  const added = wanted && addedTo(then, wanted);
  if (isSame(wanted, then) && !added?.before && !added?.beforeDone) return;
  const { audit: _before, ...before } = prepared;
  await book.record(
    { ...before, wanted: added },
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
  return (
    a.blocked === b.blocked &&
    a.doneAlike === b.doneAlike &&
    String(a.alike) === String(b.alike) &&
    String(a.places) === String(b.places)
  );
}

function addedTo(then: PlanThen | null, now: PlanThen): PlanThen {
  const before = missingIn(then?.before, now.before);
  const beforeDone = missingIn(then?.beforeDone, now.beforeDone);
  const { before: _before, beforeDone: _done, ...rest } = now;
  return {
    ...rest,
    adds: true,
    ...(before.length === 0 ? {} : { before }),
    ...(beforeDone.length === 0 ? {} : { beforeDone }),
  };
}

function missingIn(
  then: readonly string[] | undefined = [],
  now: readonly string[] | undefined = [],
): readonly string[] {
  const left = tally(then);
  return now.filter((key) => {
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
}

function tally(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/**
 * Returns why the plan is not ready for a request, or no longer needs it; null if no reason is found.
 * @param isWhole true when all notes of the vault were read
 */
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
    if (entry.kind !== 'plan') return `The plan ${planId} can’t be read.`;
    const { plan } = entry;
    if (!isRunning(plan, folders)) return `The plan ${planId} is ${runningState(plan.status)}.`;
    const { path } = plan;
    if (awaitsApproval(book, folders, { taskId: planId, path })) {
      return `The plan ${planId} waits for approval.`;
    }
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
  return then && entries.length > 0
    ? sinceThen(context, planId, plansIn(entries), stepId, then)
    : null;
}

function isMoreDone(now: PlanThen, then: PlanThen): boolean {
  if (!then.alike) return now.doneAlike > then.doneAlike;
  return now.alike?.some((key) => !then.alike?.includes(key)) === true;
}

function lostBefore(now: StepsBefore, then: PlanThen): string | null {
  const doneThen = tally((then.beforeDone ?? []).map(alike));
  for (const [key, openThen] of tally((then.before ?? []).map(alike))) {
    const { open = 0, done = 0 } = now.get(key) ?? {};
    if (openThen - open <= Math.max(0, done - (doneThen.get(key) ?? 0))) continue;
    return `The step ${quoted(key)} had to be done first, and Countersign can’t tell that it was.`;
  }
  return null;
}

type PlanNote = Pick<PlanSummary, 'path' | 'status' | 'blockedReason' | 'steps'>;

interface KeyCount {
  open: number;
  done: number;
  isNamed: boolean;
}

type StepsBefore = ReadonlyMap<string, KeyCount>;

function stepsBefore(
  plans: readonly Pick<PlanSummary, 'steps'>[],
  stepId: string | null,
): StepsBefore {
  const counts = new Map<string, KeyCount>();
  for (const plan of plans) {
    const step = plan.steps.find(({ id }) => id === stepId);
    if (!step) continue;
    const waitsFor = new Set(openDependencies(plan, step));
    const here = new Map<string, KeyCount>();
    for (const one of plan.steps) {
      if (!one.done && !waitsFor.has(one)) continue;
      keysOf(one).forEach((key, at) => {
        const count = here.get(key) ?? { open: 0, done: 0, isNamed: false };
        here.set(key, count);
        count[one.done ? 'done' : 'open'] += 1;
        count.isNamed ||= at === 0 && !one.done;
      });
    }
    for (const [key, count] of here) {
      const most = counts.get(key);
      if (!most) {
        counts.set(key, count);
        continue;
      }
      most.open = Math.max(most.open, count.open);
      most.done = Math.max(most.done, count.done);
      most.isNamed ||= count.isNamed;
    }
  }
  return counts;
}

function keysOf({ id, text }: Pick<StepSummary, 'id' | 'text'>): readonly [string, ...string[]] {
  const words = alike(text);
  return id === null ? [words] : [`^${id.toLowerCase()}`, words];
}

/** Sync may write `é` as one character or as two. */
function alike(words: string): string {
  return normalized(words, 'NFC');
}

export function whyNotInJustRead(
  context: PlansContext,
  id: string,
  stepId: string | null,
  plan: PlanNote & { readonly taskId: string },
): string | null {
  const then = wantedBefore(context, id);
  return then ? sinceThen(context, plan.taskId, [plan], stepId, then) : null;
}

function sinceThen(
  context: Pick<PlansContext, 'folders'>,
  planId: string,
  plans: readonly PlanNote[],
  stepId: string | null,
  then: PlanThen,
): string | null {
  const before = stepsBefore(plans, stepId);
  const now = stateOf(context, plans, stepId, before);
  if (now.blocked !== null && now.blocked !== then.blocked) {
    return `The plan ${planId} was set to Blocked: ${quoted(reasonsIn(plans).join(' '))}.`;
  }
  if (isMoreDone(now, then)) return 'Another step with the same words was marked done.';
  if (then.places && !now.places?.some((place) => then.places?.includes(place))) {
    return `The note of the plan ${planId} was renamed.`;
  }
  return lostBefore(before, then);
}

export function planNow(
  context: PlansContext,
  id: string,
  { plan: planId, step: stepId }: OfPlan,
): PlanThen {
  const plans = planId === null ? [] : plansIn(entriesOf(context, planId));
  const now = stateOf(context, plans, stepId);
  const before = wantedBefore(context, id)?.places ?? [];
  const kept = now.places?.filter((place) => before.includes(place)) ?? [];
  return kept.length === 0 ? now : { ...now, places: kept };
}

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

function stateOf(
  { folders }: Pick<PlansContext, 'folders'>,
  plans: readonly PlanNote[],
  stepId: string | null,
  first: StepsBefore = stepsBefore(plans, stepId),
): PlanThen {
  const reasons = reasonsIn(plans);
  const done = plans.map((plan) => doneAlikeIn(plan, stepId));
  const before: string[] = [];
  const beforeDone: string[] = [];
  for (const [key, { open, done, isNamed }] of first) {
    for (let left = open; isNamed && left > 0; left -= 1) before.push(key);
    for (let left = done; isNamed && left > 0; left -= 1) beforeDone.push(key);
  }
  return {
    blocked: reasons.length === 0 ? null : digestOf(reasons),
    doneAlike: Math.max(0, ...done.map(({ length }) => length)),
    alike: [...new Set(done.flat())].sort(),
    places: plans.map(({ path }) => path.slice(folders.plans.length)).sort(),
    ...(before.length === 0 ? {} : { before }),
    ...(beforeDone.length === 0 ? {} : { beforeDone }),
  };
}

function doneAlikeIn({ steps }: PlanNote, stepId: string | null): readonly string[] {
  const step = steps.find(({ id }) => id === stepId);
  const words = step && alike(step.text);
  const done = steps.filter((one) => one.gated && one.done && alike(one.text) === words);
  let unnamed = 0;
  return done.map(({ id }) => (id === null ? `#${(unnamed += 1)}` : `^${id.toLowerCase()}`));
}

function digestOf(reasons: readonly string[]): string {
  return sha256Hex(reasons.join('\n'));
}

function reasonsIn(
  plans: readonly Pick<PlanSummary, 'status' | 'blockedReason'>[],
): readonly string[] {
  const reasons = plans.flatMap(({ status, blockedReason }) =>
    status !== 'Blocked' || isOurReason(blockedReason ?? '') ? [] : [blockedReason ?? ''],
  );
  return [...new Set(reasons)].sort();
}
