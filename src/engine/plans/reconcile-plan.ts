import { reasonFor } from '../../core/plan/blocked-reason.js';
import { ok } from '../../core/errors.js';
import { unlinkedText } from '../../core/text/inline-text.js';
import {
  decidePlan,
  firstBlocker,
  formatHours,
  stepOf,
  type Blocker,
  type PlanDecision,
} from '../../core/plan/rules/plan-decision.js';
import { checkpointWarnings } from '../../core/plan/rules/checkpoint-warnings.js';
import { isIncomplete } from '../../core/mission/missions.js';
import { planFolderOf } from '../../core/mission/plan-folder.js';
import type { PlanSummary, RequestSummary } from '../../core/mission/summaries.js';
import { adviceAfter, type Alert } from '../../core/alert.js';
import { baseName } from '../../core/note/file-name.js';
import { hoursAfter, hoursBetween, isoSeconds, readInstant } from '../../core/time.js';
import { appendLog } from '../../core/plan/edit-plan.js';
import type { Plan } from '../../core/plan/plan.js';
import type { EngineContext } from '../context.js';
import { callTitle, requestTitle } from '../../core/request/call-title.js';
import { quoted } from '../../core/text/quote.js';
import { isStepClosed } from '../../core/ledger/closed-step.js';
import { hasUnknownOutcome } from '../requests/outcomes/unknown-outcome.js';
import { isKnownHere } from '../requests/of-another-ledger.js';
import { waitingSince } from '../requests/request-state.js';
import { incompleteBlockers, logRejected } from './incomplete-requests.js';
import { reconcileTaskOfPlan } from '../tasks/reconcile-task.js';
import { lookAtMissing, noteFound } from './missing-plan.js';
import { noteOutsideEdits } from './outside-edits.js';
import { followPlanFolder, noteLeftAlone, waitingAlert } from './plan-approval.js';
import { editPlan, readPlan } from '../vault/plan-notes.js';
import { endLostQuestions, withdrawByCopies, withdrawUnwanted } from './unwanted-requests.js';
import {
  forgetDuplicates,
  nameConsolidated,
  reconcileCopies,
  reconcileSource,
} from './reconcile-duplicates.js';

const longestChain = 4;
const mostTold = 5;
const retryMs = 60_000;

export async function reconcilePlan(context: EngineContext, planId: string): Promise<void> {
  lookAtUnwritten(context, planId);
  const paths = context.index.planPaths(planId);
  if (paths.length > 1) for (const path of paths) await context.notes.refresh(path);
  const left = context.index.planPaths(planId);
  if (left.length === 0) {
    forgetDuplicates(context, planId);
    noteLeftAlone(context, planId, false);
    await lookAtMissing(context, planId);
    return reconcileTaskOfPlan(context, planId);
  }
  await noteFound(context, planId);
  if (left.length > 1) {
    await withdrawByCopies(context, planId, left);
    return reconcileCopies(context, planId, left);
  }
  const treatment = await followPlanFolder(context, planId);
  if (await lookAtDuplicates(context, planId)) return;
  const found = await readPlan(context, planId);
  const isLeftAlone = treatment === 'left_alone' && found.ok && isIncomplete(found.value);
  noteLeftAlone(context, planId, isLeftAlone);
  if (!found.ok || treatment === 'left_alone') {
    context.alerts.replace({ kind: 'plan', id: planId }, []);
    return;
  }
  if (isPutBack(context, found.value)) {
    context.alerts.replace({ kind: 'plan', id: planId }, [putBackAlert(context, found.value)]);
    return;
  }
  let plan: Plan | null = await noteOutsideEdits(context, found.value);
  let latest = plan;
  if (openedAgain(context, plan).length > 0) {
    await context.writingBack.take(`plan:${planId}`, () => noteOpened(context, planId));
  }
  lookAtEndedSteps(context, planId);
  if (context.book.isActive) await logRejected(context, plan);
  for (let round = 0; plan && round < longestChain; round += 1) {
    await withdrawUnwanted(context, planId, [plan]);
    await endLostQuestions(context, plan);
    const waits = treatment === 'waits' || context.index.awaitsApproval(planId);
    plan = waits ? null : await takeStep(context, plan);
    latest = plan ?? latest;
  }
  const notArchived = treatment === 'rejected' ? null : await archiveFinished(context, planId);
  const isThere = context.index.planPaths(planId).length > 0;
  context.alerts.replace({ kind: 'plan', id: planId }, [
    ...(notArchived ? [notArchived] : []),
    ...(isThere && treatment === 'waits' ? [waitingAlert(context, latest)] : []),
    ...(isThere && treatment !== 'rejected' ? planAlerts(context, latest) : []),
  ]);
  await reconcileTaskOfPlan(context, planId);
}

type Placed = Pick<Plan, 'taskId' | 'status' | 'path'>;
type Ended = Pick<EngineContext, 'book' | 'folders'>;

/** True when the note of an ended plan looks unfinished, or has left the rejected folder. */
export function isPutBack({ book, folders }: Ended, { taskId, status, path }: Placed): boolean {
  const end = book.plannedIds.endedAs(taskId);
  if (end === null) return false;
  const isMovedOut = end === 'rejected' && planFolderOf(folders.plans, path) !== 'rejected';
  return isMovedOut || (status !== 'Done' && status !== 'Cancelled');
}

export function putBackAlert({ book, folders }: Ended, { taskId, status, path }: Placed): Alert {
  const isRejected = book.plannedIds.endedAs(taskId) === 'rejected';
  const isMovedOut = isRejected && planFolderOf(folders.plans, path) !== 'rejected';
  const [back, how] = isMovedOut
    ? ['was moved back', 'was rejected']
    : [`says ${status} again`, isRejected ? 'was rejected' : 'had ended'];
  const place = isRejected ? `${folders.plans}/rejected` : 'the archive';
  const otherwise =
    isRejected && !isMovedOut ? 'set its status to Cancelled' : `move its note to ${place}`;
  return {
    subject: { kind: 'plan', id: taskId },
    kind: 'plan_put_back',
    text: `${taskId} ${how}, and its note ${back}.`,
    // Anybody can write that the plan was reopened elsewhere, so a person must reopen it here.
    ...(book.isActive
      ? {
          advice: `Nothing of it runs. If you want to continue with it, reopen it here (\`countersign start-plan\`), also if you did so on another computer or before a restore. If not, ${otherwise}. If it is new work, give it a new \`task_id\`.`,
          offers: { do: 'start_plan', planId: taskId },
        }
      : {
          advice:
            'Nothing of it runs on this computer. If you reopened it on the one that runs actions, it continues there. If not, decide there.',
        }),
    path,
  };
}

async function lookAtDuplicates(context: EngineContext, planId: string): Promise<boolean> {
  const plan = context.index.plan(planId);
  if (!plan) return false;
  await nameConsolidated(context, plan);
  return reconcileSource(context, plan);
}

function lookAtUnwritten(context: EngineContext, planId: string): void {
  for (const id of unwrittenOf(context, planId)) context.lookAgain(`request:${id}`);
}

function lookAtEndedSteps({ findings, lookAgain }: EngineContext, planId: string): void {
  for (const id of findings.ofEndedSteps(planId)) lookAgain(`request:${id}`);
}

function unwrittenOf({ book: { facts } }: EngineContext, planId: string): readonly string[] {
  return facts.idsToWriteBack().filter((id) => {
    const known = facts.request(id);
    return (known?.intent?.plan ?? known?.voided?.plan) === planId;
  });
}

async function takeStep(context: EngineContext, plan: Plan): Promise<Plan | null> {
  const decide = (current: Plan): PlanDecision | null => {
    if (!context.book.isActive) return null;
    const nowMs = context.book.now();
    const { blockedHours } = context.planning();
    const blockers = blockersOf(context, current);
    const at = isoSeconds(nowMs);
    const ours = [
      ...context.index.requestsOfPlan(current.taskId).map(reasonOf),
      ...incompleteBlockers(context, current).map((one) =>
        reasonFor(one.note, one.requestId, one.since),
      ),
    ];
    const decision = decidePlan(current, blockers, at, nowMs, blockedHours, ours);
    return decision?.event === 'plan_unblocked' && isTooEarly(context, current) ? null : decision;
  };
  const decision = decide(plan);
  if (!decision) return null;
  const recorded = await context.book.record(
    { kind: 'event' },
    {
      actor: 'Countersign',
      event: decision.event,
      plan_id: plan.taskId,
      detail: decision.detail,
    },
  );
  if (!recorded.ok) return null;
  const written = await editPlan(context, plan.taskId, (current) => {
    const again = decide(current);
    return again?.event === decision.event ? again.edits : null;
  });
  return written.ok ? written.value : null;
}

function isTooEarly(context: EngineContext, plan: Plan): boolean {
  return hasMissingRequest(context, plan) || unwrittenOf(context, plan.taskId).length > 0;
}

function hasMissingRequest(context: EngineContext, plan: Plan): boolean {
  const { index, book } = context;
  return book.facts.openIdsOf(plan.taskId).some((id) => index.requestPaths(id).length === 0);
}

function openedAgain({ book }: EngineContext, { taskId, steps }: Plan): readonly OpenedStep[] {
  return steps.flatMap(({ id, text, gated, done, position }) =>
    id !== null && gated && !done && isStepClosed(book.facts, taskId, { id, text })
      ? [{ id, position }]
      : [],
  );
}

interface OpenedStep {
  readonly id: string;
  readonly position: number;
}

async function noteOpened(context: EngineContext, planId: string): Promise<void> {
  const plan = await readPlan(context, planId);
  if (!plan.ok || unwrittenOf(context, planId).length > 0) return;
  for (const { id, position } of openedAgain(context, plan.value)) {
    await context.book.record(
      { kind: 'step', plan: planId, step: id, is: 'open' },
      {
        actor: 'Outside',
        event: 'step_opened',
        plan_id: planId,
        detail: `Step ${position} had ended, and is open again in the plan.`,
      },
      { durable: false },
    );
  }
}

function isBeingCalled({ index, book }: EngineContext, planId: string): boolean {
  return index.requestsOfPlan(planId).some(({ requestId }) => {
    const facts = book.facts.request(requestId);
    return facts?.intent !== undefined && !facts.filed;
  });
}

async function archiveFinished(context: EngineContext, planId: string): Promise<Alert | null> {
  const isRetry = context.earlier.notArchived.delete(planId);
  const listed = finishedPlan(context, planId);
  // The index may know the plan from an outdated cache.
  if (listed) await context.notes.refresh(listed.path);
  const summary = finishedPlan(context, planId);
  if (!summary || !context.book.isActive) return null;
  if (isBeingCalled(context, planId)) {
    await noteCancelled(context, summary);
    return null;
  }
  const plan = await readPlan(context, planId);
  if (plan.ok) await withdrawUnwanted(context, planId, [plan.value]);
  const { folders } = context;
  const folder = summary.status === 'Done' ? folders.donePlans : folders.archive;
  const left = plan.ok ? leftOpen(plan.value) : null;
  const recorded = isRetry
    ? ok(null)
    : await context.book.record(
        { kind: 'event' },
        {
          actor: 'Countersign',
          event: 'plan_archived',
          plan_id: planId,
          from: summary.path,
          to: folder,
          outcome: summary.status.toLowerCase(),
          detail: `The plan is ${summary.status.toLowerCase()} and moves to ${folder}.${left === null ? '' : ` ${left}`}`,
        },
      );
  if (recorded.ok && left !== null && !isRetry) {
    const entry = { actor: 'Outside', action: 'Marked the plan Done', rationale: left };
    await editPlan(context, planId, (current) =>
      appendLog(current, [{ at: isoSeconds(context.book.now()), ...entry }]),
    );
  }
  const moved = recorded.ok ? await context.notes.moveInto(folder, summary.path) : recorded;
  if (moved.ok) return null;
  context.earlier.notArchived.add(planId);
  context.lookAgainAt(`plan:${planId}`, context.clock.now() + retryMs);
  return {
    subject: { kind: 'plan', id: planId },
    kind: 'halted',
    text: `Couldn’t move ${planId} to ${folder}: ${moved.error.message}`,
    advice: moved.error.advice,
    path: summary.path,
  };
}

async function noteCancelled({ book }: EngineContext, { planId, status }: PlanSummary) {
  if (status !== 'Cancelled' || book.plannedIds.isEnded(planId)) return;
  await book.record(
    { kind: 'event' },
    {
      ...{ actor: 'Outside', event: 'plan_cancelled', plan_id: planId, outcome: 'cancelled' },
      detail: 'The plan was cancelled in its note.',
    },
  );
}

function leftOpen({ status, steps }: Plan): string | null {
  const open = steps.filter(({ done }) => !done);
  const [first] = open;
  if (status !== 'Done' || !first) return null;
  const [are, which] = open.length === 1 ? ['step is', ''] : ['steps are', 'the first of them '];
  return `${open.length} of its ${steps.length} ${are} not done: ${which}step ${first.position}.`;
}

function finishedPlan(context: EngineContext, planId: string): PlanSummary | null {
  const plan = context.index.plan(planId);
  return plan && !isIncomplete(plan) ? plan : null;
}

const longestWhat = 200;

function blockersOf(
  context: EngineContext,
  plan: Plan,
): readonly (Blocker & { readonly title: string })[] {
  const requests = context.index
    .requestsOfPlan(plan.taskId)
    .filter(
      (request) =>
        (waitsForPerson(context, request) && !isApprovedAlready(context, request, plan)) ||
        approvalUntold(context, request, plan) ||
        rejectionUntold(context, request),
    )
    .sort((a, b) => a.createdMs - b.createdMs || (a.requestId < b.requestId ? -1 : 1))
    .map((request) => ({
      note: baseName(request.path),
      requestId: request.requestId,
      get title() {
        return callTitle(request);
      },
      stepId: request.stepId ?? '',
      since: request.createdDate,
      waiting: waitingSince(context, request),
      get told() {
        return unlinkedText(requestTitle(request));
      },
      get what() {
        return unlinkedText(
          `${request.actionType} to ${request.targetRecipient}`.slice(0, longestWhat),
        );
      },
    }));
  return [...requests, ...incompleteBlockers(context, plan)];
}

function isApprovedAlready({ book }: EngineContext, request: RequestSummary, plan: Plan): boolean {
  const facts = book.facts.request(request.requestId);
  return (
    plan.status !== 'Blocked' && request.folder === 'approved' && facts?.approved !== undefined
  );
}

/** True while an approval is not in the plan's log yet. The plan stays blocked until it is. */
function approvalUntold(context: EngineContext, request: RequestSummary, plan: Plan): boolean {
  const id = request.requestId;
  const facts = context.book.facts.request(id);
  if (request.folder !== 'approved' || !facts?.accepted || facts.intent || facts.voided)
    return false;
  const isForIt = plan.blockedReason === reasonOf(request);
  return plan.status === 'Blocked' && isForIt && !context.approvalInPlan.has(id);
}

function reasonOf({ path, requestId, createdDate }: RequestSummary): string {
  return reasonFor(baseName(path), requestId, createdDate);
}

function rejectionUntold(context: EngineContext, request: RequestSummary): boolean {
  const facts = context.book.facts.request(request.requestId);
  const isOurs = request.epoch === undefined || isKnownHere(context, request.requestId);
  return request.folder === 'rejected' && isOurs && !facts?.intent && !facts?.voided;
}

export function waitsForPerson(context: EngineContext, request: RequestSummary): boolean {
  const expired = request.expiresMs !== null && request.expiresMs <= context.book.now();
  if (request.folder === 'rejected' || (expired && !hasUnknownOutcome(context, request)))
    return false;
  if (request.folder === 'pending') return true;
  const facts = context.book.facts.request(request.requestId);
  if (facts?.intent) return false;
  const kind = context.findings.find(request.requestId, 'verdict')?.verdict.kind;
  return kind === 'asks' || (!facts?.accepted && kind !== 'waits');
}

function planAlerts(context: EngineContext, plan: Plan): readonly Alert[] {
  for (const { expiresMs } of context.index.incompleteOfPlan(plan.taskId)) {
    if (expiresMs === null || expiresMs <= context.book.now()) continue;
    context.lookAgainAt(`plan:${plan.taskId}`, expiresMs);
  }
  const wrong = [...plan.warnings, ...checkpointWarnings(plan)];
  const told = wrong.slice(0, mostTold);
  const alerts: Alert[] = told.map((warning, at) => ({
    subject: { kind: 'plan', id: plan.taskId },
    kind: warning.code === 'step_missing' ? 'waits' : 'invalid',
    text: `${plan.taskId}, line ${warning.line ?? 1}: ${warning.message}${
      at === mostTold - 1 && wrong.length > mostTold ? ` (and ${wrong.length - mostTold} more)` : ''
    }`,
    advice: warning.advice,
    path: plan.path,
  }));
  const isPending = context.index.plan(plan.taskId)?.approval === 'pending';
  const blocker =
    plan.status === 'Blocked' && !isPending
      ? firstBlocker(plan, blockersOf(context, plan))
      : undefined;
  const since = blocker ? readInstant(blocker.waiting.at) : null;
  if (!blocker || !since) return alerts;
  const hours = hoursBetween(since.ms, context.book.now());
  const threshold = context.planning().blockedHours[plan.priority];
  context.lookAgainAt(`plan:${plan.taskId}`, hoursAfter(since.ms, Math.max(hours + 1, threshold)));
  if (hours < threshold) return alerts;
  const step = stepOf(plan, blocker.stepId);
  return [
    ...alerts,
    {
      subject: { kind: 'plan', id: plan.taskId },
      kind: 'blocked_long',
      text: `Plan blocked for ${formatHours(hours)}: ${plan.taskId}, step ${step?.position ?? '?'} (${quoted(step?.text ?? String(blocker.stepId))}).${blocker.waiting.saysNote ? ' Counted from the date in its request.' : ''}`,
      advice: adviceAfter(
        hours,
        `${blocker.isIncomplete ? 'Complete' : 'Approve'} or reject ${quoted(blocker.title)}.`,
      ),
      path: plan.path,
    },
  ];
}
