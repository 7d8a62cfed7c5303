import { sha256Hex } from '../../core/digest.js';
import { awaitingApproval } from '../../core/mission/plan-decision.js';
import type { PlanSummary } from '../../core/mission/summaries.js';
import { quoted } from '../../core/request/call-words.js';
import { recordedText } from '../../core/request/ended-step.js';
import type { PlanThen } from '../../core/request/ledger-record.js';
import type { RequestFacts } from '../../core/request/request-facts.js';
import type { EngineContext } from '../context.js';
import type { GateContext } from './dispatch.js';
import { isRunning, runningState } from './allowed.js';

/** What step of what plan a request is prepared for. */
type OfPlan = Pick<NonNullable<RequestFacts['completed']>, 'plan' | 'step'>;

/** How the plan of a request was when it was last seen to want it; what was before this start, the ledger says. */
export function wantedBefore({ standing, book }: EngineContext, id: string): PlanThen | undefined {
  return standing.wanted.get(id) ?? book.facts.request(id)?.completed?.wanted ?? undefined;
}

/**
 * How the plan of a request is now, to be kept in the ledger: what no longer wants a request while nothing runs is
 * known at the next start to have wanted it. `null`: it does not want it.
 */
export function wantedNow(
  context: EngineContext,
  id: string,
  ofPlan: OfPlan,
  stepText?: string | null,
): PlanThen | null {
  const isWanted = whyNotInPlan(context, id, ofPlan, true, stepText ?? undefined) === null;
  return isWanted ? planNow(context, ofPlan) : null;
}

/** Keeps in the ledger how the plan of a request is now, if that is not what is there. */
export async function noteWanted(context: GateContext, id: string): Promise<void> {
  const { book } = context;
  const { completed } = book.facts.request(id) ?? {};
  if (!completed || completed.plan === null || book.facts.isUsed(id)) return;
  const wanted = wantedNow(context, id, completed);
  if (isSame(wanted, completed.wanted ?? null)) return;
  const { audit: _before, ...prepared } = completed;
  await book.record(
    { ...prepared, wanted },
    {
      actor: 'Outside',
      event: 'plan_looked_at',
      request_id: id,
      plan_id: completed.plan,
      detail: wanted ? 'Its plan wants it.' : 'Its plan does not want it.',
    },
  );
}

function isSame(a: PlanThen | null, b: PlanThen | null): boolean {
  if (a === null || b === null) return a === b;
  return a.blocked === b.blocked && a.doneAlike === b.doneAlike;
}

/** What of its plan keeps an approved request from being wanted, as a sentence. */
export function whyNotInPlan(
  context: EngineContext,
  id: string,
  completed: OfPlan,
  isWhole: boolean,
  shown?: string,
): string | null {
  const { index, book, folders } = context;
  const then = wantedBefore(context, id);
  const { plan: planId, step: stepId } = completed;
  if (planId === null) return null;
  const paths = index.planPaths(planId);
  const entries = paths.flatMap((path) => index.entryAt(path) ?? []);
  const text = shown ?? recordedText(book.facts, id);
  for (const entry of entries) {
    // What it says, nobody knows, and somebody may have written into it that it is over.
    if (entry.kind !== 'plan') return `The plan ${planId} can’t be read.`;
    const { plan } = entry;
    // Made a duplicate by us, it is cancelled and moves to the archive.
    if (plan.status === 'Cancelled' && book.chosenPlans.isGoing(entry.path)) continue;
    const blocked = blockedBy(plan);
    if (then && blocked !== null && sha256Hex(blocked) !== then.blocked) {
      return `The plan ${planId} was set to Blocked: ${quoted(blocked)}.`;
    }
    if (!isRunning(plan, folders)) return `The plan ${planId} is ${runningState(plan.status)}.`;
    const step = plan.steps.find((one) => one.id === stepId);
    if (!step) return `The plan ${planId} has no step ^${stepId}.`;
    if (!step.gated) return `Step ${step.position} no longer has a ✋.`;
    if (step.done) return `Step ${step.position} is marked done.`;
    if (typeof text === 'string' && step.text !== text) {
      return `Step ${step.position} was reworded.`;
    }
    if (then && doneAlike(plan, step.text) > then.doneAlike) {
      return `A step that reads like step ${step.position} was marked done.`;
    }
  }
  if (entries.length === 0 && isWhole)
    return `The plan ${planId} was gone, or its note was renamed.`;
  return null;
}

/** Why somebody but us set a plan to Blocked; `null`: nobody did. */
function blockedBy({ status, blockedReason }: PlanSummary): string | null {
  if (status !== 'Blocked' || blockedReason?.startsWith(awaitingApproval)) return null;
  return blockedReason ?? '';
}

/** How the plan of a request is now, where it wants that. */
export function planNow(
  { index }: EngineContext,
  { plan: planId, step: stepId }: OfPlan,
): PlanThen {
  const plan = planId === null ? null : index.plan(planId);
  const step = plan?.steps.find(({ id }) => id === stepId);
  const blocked = plan && blockedBy(plan);
  return {
    blocked: blocked === null ? null : sha256Hex(blocked),
    doneAlike: plan && step ? doneAlike(plan, step.text) : 0,
  };
}

function doneAlike({ steps }: PlanSummary, text: string): number {
  return steps.filter((step) => step.gated && step.done && step.text === text).length;
}
