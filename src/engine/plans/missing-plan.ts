import { quotedPath } from '../../core/text/quote.js';
import type { Alert } from '../../core/alert.js';
import type { Plan } from '../../core/plan/plan.js';
import type { EngineContext } from '../context.js';
import { takeBackOfPlan } from '../requests/standing-approvals.js';
import { unreadNotes } from '../vault/index/unread-notes.js';
import { readPlan } from '../vault/plan-notes.js';
import { changedPlans, recordsOutside, takeBaseline } from './outside-edits.js';
import { withdrawUnwanted } from './unwanted-requests.js';

/** A plan's note may be missing for this long, because somebody may be moving it. */
const graceMs = 15_000;

export function plansWithoutNote({
  book,
  index,
}: Pick<EngineContext, 'book' | 'index'>): readonly string[] {
  if (!recordsOutside(book) || index.unread.hiding(index.folders.plans)) return [];
  const { seen, plannedIds } = book;
  const isOver = (id: string): boolean =>
    plannedIds.isEnded(id) || (plannedIds.isOnlyBegun(id) && !index.wasElsewhere(id));
  const gone = seen.unfinished().filter((id) => !isOver(id) && index.planPaths(id).length === 0);
  if (gone.length === 0) return gone;
  const unreadNote = unreadNotes(index, 'plan');
  return gone.filter((id) => unreadNote(id) === null);
}

/** Returns the plan if somebody moved its note to the ended plans; null otherwise. */
export async function filedByHand(
  context: Parameters<typeof readPlan>[0],
  planId: string,
): Promise<Plan | null> {
  const filed = await readPlan(context, planId);
  return filed.ok && context.index.planPaths(planId).length === 0 ? filed.value : null;
}

export async function plansToLookAt(context: EngineContext): Promise<readonly string[]> {
  const { earlier, book } = context;
  await takeBaseline(context);
  const gone = plansWithoutNote(context);
  earlier.plansGone ??= new Map(gone.map((id) => [id, -Infinity]));
  const missing = book.seen.unfinished().filter((id) => book.seen.isMissing(id));
  const back = book.plannedIds.ends().flatMap(([id]) => (context.index.plan(id) ? [id] : []));
  return [...changedPlans(context), ...[...gone, ...missing, ...back].map((id) => `plan:${id}`)];
}

export async function lookAtMissing(context: EngineContext, planId: string): Promise<void> {
  const { alerts, book, clock, earlier } = context;
  const subject = { kind: 'plan', id: planId } as const;
  if (!plansWithoutNote(context).includes(planId)) {
    alerts.replace(subject, []);
    return;
  }
  if (!book.seen.isMissing(planId)) {
    const nowMs = clock.now();
    const sinceMs = Math.min(earlier.plansGone?.get(planId) ?? nowMs, nowMs);
    earlier.plansGone?.set(planId, sinceMs);
    if (nowMs < sinceMs + graceMs) {
      context.lookAgainAt(`plan:${planId}`, sinceMs + graceMs);
      alerts.replace(subject, []);
      return;
    }
  }
  const filed = await filedByHand(context, planId);
  if (filed) {
    await endFiled(context, filed);
    alerts.replace(subject, []);
    return;
  }
  if (!book.seen.isMissing(planId)) {
    const recorded = await book.record(
      { kind: 'event' },
      {
        ...{ actor: 'Outside', event: 'plan_missing', plan_id: planId },
        detail: missingText(context, planId),
      },
      { durable: false },
    );
    if (!recorded.ok) return;
  }
  alerts.replace(subject, [missingAlert(context, planId)]);
}

async function endFiled(context: EngineContext, plan: Plan): Promise<void> {
  const { book, folders } = context;
  const { taskId, path, status } = plan;
  const outside = { actor: 'Outside', plan_id: taskId };
  takeBackOfPlan(context, taskId, `The plan ${taskId} was filed by hand.`);
  await withdrawUnwanted(context, taskId, [plan]);
  const told = await book.record(
    { kind: 'event' },
    {
      ...{ ...outside, event: 'plan_status_changed' },
      detail: `The plan was filed by hand as ${quotedPath(path)}, with the status ${status}.`,
    },
  );
  if (!told.ok) return;
  await book.record(
    { kind: 'event' },
    {
      ...{ ...outside, event: 'plan_archived', from: path },
      outcome: path.startsWith(`${folders.donePlans}/`) ? 'done' : 'cancelled',
      detail: `The plan has ended, because its note was filed by hand.`,
    },
  );
}

export async function noteFound({ book, earlier }: EngineContext, planId: string): Promise<void> {
  earlier.plansGone?.delete(planId);
  if (!book.seen.isMissing(planId)) return;
  await book.record(
    { kind: 'event' },
    {
      ...{ actor: 'Outside', event: 'plan_returned', plan_id: planId },
      detail: 'The plan’s note is there again.',
    },
    { durable: false },
  );
}

export function missingAlert(context: Pick<EngineContext, 'book'>, planId: string): Alert {
  return {
    subject: { kind: 'plan', id: planId },
    kind: 'plan_missing',
    text: missingText(context, planId),
    advice: `Nothing of it runs. Bring the note back into the plans folder, from the trash or a backup. If you don’t need it, cancel the plan in the panel, or with \`countersign plan cancel ${planId}\` in a terminal.`,
  };
}

function missingText({ book }: Pick<EngineContext, 'book'>, planId: string): string {
  const { open, steps } = book.seen.stepsOf(planId);
  const were =
    steps === 0 ? '' : `; ${open} of ${steps} ${steps === 1 ? 'step was' : 'steps were'} open`;
  return `The note of ${planId} is gone${were}.`;
}
