import { adviceAfter, type Alert, type AlertSubject } from '../../core/alert.js';
import { ok, type Result } from '../../core/errors.js';
import { isIncomplete } from '../../core/mission/missions.js';
import { approvedBeforeText } from '../../core/mission/summaries.js';
import { folderOf } from '../../core/note/file-name.js';
import { planFolderOf, type PlanFolder } from '../../core/mission/plan-folder.js';
import { appendLog, endBlock } from '../../core/plan/edit-plan.js';
import type { LogRecord, Plan } from '../../core/plan/plan.js';
import { formatHours } from '../../core/plan/rules/plan-decision.js';
import { planTransition } from '../../core/plan/rules/plan-transitions.js';
import { quoted } from '../../core/text/quote.js';
import { hoursAfter, hoursBetween, isoSeconds } from '../../core/time.js';
import type { EngineContext } from '../context.js';
import { takeBackOfPlan } from '../requests/standing-approvals.js';
import { editPlan, readPlan } from '../vault/plan-notes.js';

/** `left_alone`: the note is in the rejected folder, but no rejection is recorded. */
export type PlanTreatment = 'ordinary' | 'waits' | 'rejected' | 'left_alone';

const reminderHours = 24;
const retryMs = 60_000;

/**
 * Records a decision that somebody made by moving the plan's note. Returns how to treat the plan.
 */
export async function followPlanFolder(
  context: EngineContext,
  planId: string,
): Promise<PlanTreatment> {
  const { book, index, folders } = context;
  const paths = index.planPaths(planId);
  if (
    paths.every((path) => isOut(planFolderOf(folders.plans, path))) &&
    book.planApprovals.of(planId) === undefined &&
    book.plannedIds.endedAs(planId) === null
  ) {
    return 'ordinary';
  }
  return inTurn(context, planId, async () => {
    const plan = await readPlan(context, planId);
    if (!plan.ok || index.planPaths(planId).length !== 1) return 'ordinary';
    const folder = planFolderOf(folders.plans, plan.value.path);
    // While another device runs actions, that device records the move.
    if (book.isActive && book.halted === null) await recordMove(context, plan.value, folder);
    const isRejected = book.plannedIds.endedAs(planId) === 'rejected';
    if (isRejected) return 'rejected';
    if (folder === 'rejected') return 'left_alone';
    const waits = folder === 'pending' || book.planApprovals.of(planId)?.is === 'waits';
    return waits && isIncomplete(plan.value) ? 'waits' : 'ordinary';
  });
}

export function inTurn<T>(
  { writingBack }: EngineContext,
  planId: string,
  work: () => Promise<T>,
): Promise<T> {
  return writingBack.take(`plan approval:${planId}`, work);
}

async function recordMove(
  context: EngineContext,
  plan: Plan,
  folder: PlanFolder | null,
): Promise<void> {
  const { book, folders } = context;
  const known = book.planApprovals.of(plan.taskId);
  // Countersign never moves an approved plan into the pending or rejected folder, so somebody else
  // did.
  const decidedIn = known?.from === undefined ? null : planFolderOf(folders.plans, known.from);
  const isMovedBack = known?.is === 'approved' && !isOut(folder) && folder !== decidedIn;
  if (known && !known.isFiled && !isMovedBack) {
    await fileDecision(context, plan.taskId);
    return;
  }
  if (book.plannedIds.isEnded(plan.taskId)) return;
  if (known?.is === 'waits' && folder === null && isIncomplete(plan)) {
    // Only a move to the approved or the rejected folder decides about a plan.
    const back = await context.notes.moveInto(`${folders.plans}/pending`, plan.path);
    if (!back.ok) tryAgain(context, plan.taskId, back);
    return;
  }
  const moved = whatMoved(context, plan, folder);
  if (!moved) return;
  const { event, action } = moved;
  if (event === 'plan_rejected') {
    takeBackOfPlan(context, plan.taskId, `The plan ${plan.taskId} was rejected.`);
  }
  const recorded = await book.record(
    { kind: 'event' },
    {
      actor: event === 'plan_waits' ? 'Countersign' : 'Outside',
      event,
      plan_id: plan.taskId,
      to: plan.path,
      detail: action,
    },
  );
  if (recorded.ok) await fileDecision(context, plan.taskId);
}

interface Moved {
  readonly event: 'plan_waits' | 'plan_approval_withdrawn' | 'plan_approved' | 'plan_rejected';
  readonly action: string;
}

function whatMoved(
  { book, index, folders }: EngineContext,
  plan: Plan,
  folder: PlanFolder | null,
): Moved | null {
  const { taskId } = plan;
  const is = book.planApprovals.of(taskId)?.is;
  if (folder === 'pending') {
    if (is === 'waits' || !isIncomplete(plan)) return null;
    return is === 'approved'
      ? {
          event: 'plan_approval_withdrawn',
          action: 'The plan was moved back to pending, and waits for approval again.',
        }
      : { event: 'plan_waits', action: 'The plan waits for a person’s approval.' };
  }
  if (folder === 'rejected') {
    const wasElsewhere =
      index.wasElsewhere(taskId) || book.planApprovals.knewElsewhere(taskId, folders.plans);
    return wasElsewhere
      ? { event: 'plan_rejected', action: 'The plan was moved to the rejected plans.' }
      : null;
  }
  return folder === 'approved' && is === 'waits'
    ? { event: 'plan_approved', action: 'The plan was moved out of pending: it is approved.' }
    : null;
}

/**
 * Brings the note of a plan in line with its recorded decision. CALL ONLY INSIDE {@link inTurn}.
 */
export async function fileDecision(
  context: EngineContext,
  planId: string,
  why?: string,
): Promise<Result<{ readonly path: string }>> {
  const { book, notes, folders } = context;
  const found = await readPlan(context, planId);
  if (!found.ok) return found;
  let { path } = found.value;
  const known = book.planApprovals.of(planId);
  if (!known || known.is === 'waits' || known.isFiled) return ok({ path });
  const folder = planFolderOf(folders.plans, path);
  const belongs = known.is === 'rejected' ? folder === 'rejected' : isOut(folder);
  if (!belongs) {
    const moved = await notes.moveInto(`${folders.plans}/${known.is}`, path);
    if (!moved.ok) return tryAgain(context, planId, moved);
    path = moved.value;
  }
  const isApproved = known.is === 'approved';
  const entry: LogRecord = {
    at: isoSeconds(known.atMs),
    actor: known.actor,
    action: isApproved ? 'Approved plan' : 'Rejected plan',
    rationale:
      why ??
      (known.from === undefined
        ? `Its note is in ${quoted(`${folders.plans}/${known.is}`)}`
        : 'Decided in Countersign. The audit log says why'),
  };
  const edited = await editPlan(context, planId, (plan) => {
    if (plan.log.some(({ at, action }) => at === entry.at && action === entry.action)) return null;
    const ends = !isApproved && planTransition(plan.status, 'CANCEL').ok;
    return ends ? endBlock(plan, 'Cancelled', entry) : appendLog(plan, [entry]);
  });
  if (!edited.ok) return tryAgain(context, planId, edited);
  await book.record(
    { kind: 'event' },
    {
      actor: 'Countersign',
      event: 'plan_decision_filed',
      plan_id: planId,
      detail: `The note of ${planId} says that it was ${known.is}.`,
    },
    { durable: false },
  );
  context.lookAgain(`plan:${planId}`);
  return ok({ path });
}

function isOut(folder: PlanFolder | null): boolean {
  return folder !== 'pending' && folder !== 'rejected';
}

function tryAgain<T>(context: EngineContext, planId: string, failed: Result<T>): Result<never> {
  context.lookAgainAt(`plan:${planId}`, context.clock.now() + retryMs);
  return failed as Result<never>;
}

export function waitingAlert(context: EngineContext, plan: Plan): Alert {
  const { book, folders } = context;
  const { taskId, path } = plan;
  const known = book.planApprovals.of(taskId);
  const sinceMs = known?.is === 'waits' ? known.atMs : book.now();
  const hours = hoursBetween(sinceMs, book.now());
  context.lookAgainAt(`plan:${taskId}`, hoursAfter(sinceMs, Math.max(hours + 1, reminderHours)));
  const isLate = hours >= reminderHours;
  const isElsewhere = planFolderOf(folders.plans, path) === null;
  const place = isElsewhere
    ? ` Its note is in ${quoted(folderOf(path))}: that approves nothing.`
    : '';
  const again = book.planApprovals.wasApprovedBefore(taskId) ? ` ${approvedBeforeText}` : '';
  const text = `Plan ${taskId} ${isLate ? `has waited ${formatHours(hours)} for` : 'waits for'} your approval: ${quoted(plan.objective)}.${place}${again}`;
  const { plans } = folders;
  const advice = `Approve or reject it in the panel, or with \`countersign plan approve ${taskId}\` in a terminal. You can also move its note to ${plans}/approved or ${plans}/rejected.`;
  return {
    subject: { kind: 'plan', id: taskId },
    kind: isLate ? 'blocked_long' : 'waits',
    text,
    advice: adviceAfter(hours, advice, 'reject it'),
    path,
    offers: { do: 'decide_plan', planId: taskId },
  };
}

const mostNamed = 3;

export function noteLeftAlone(context: EngineContext, planId: string, isLeft: boolean): void {
  const { earlier, alerts, folders } = context;
  const { rejectedBefore: left } = earlier;
  if (isLeft === left.has(planId)) return;
  if (isLeft) left.add(planId);
  else left.delete(planId);
  alerts.replace(leftAloneSubject(folders), leftAloneAlerts(folders, [...left]));
}

function leftAloneSubject({ plans }: EngineContext['folders']): AlertSubject {
  return { kind: 'path', id: `${plans}/rejected` };
}

export function leftAloneAlerts(
  folders: EngineContext['folders'],
  left: readonly string[],
): readonly Alert[] {
  if (left.length === 0) return [];
  const folder = `${folders.plans}/rejected`;
  const named = [...left].sort().slice(0, mostNamed).join(', ');
  const more = left.length > mostNamed ? ` and ${left.length - mostNamed} more` : '';
  const one = left.length === 1;
  return [
    {
      subject: leftAloneSubject(folders),
      kind: 'plan_put_back',
      text: `${one ? 'An unfinished plan was' : `${left.length} unfinished plans were`} in ${folder} when Countersign first looked: ${named}${more}. Nobody rejected ${one ? 'it' : 'them'} here.`,
      advice: `Nothing of ${one ? 'it' : 'them'} runs. To continue with one, move its note to ${folders.plans}/approved; to end it, use \`countersign plan reject PLAN_ID\`.`,
    },
  ];
}
