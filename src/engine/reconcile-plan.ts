import type { Problem } from '../core/errors.js';
import { readInstant } from '../core/instant.js';
import {
  blockThresholdHours,
  decidePlan,
  type Blocker,
  type PlanDecision,
} from '../core/mission/plan-decision.js';
import type { Alert, RequestSummary } from '../core/mission/summaries.js';
import { baseName, isoSeconds } from '../core/note/file-name.js';
import type { Plan } from '../core/plan/plan.js';
import type { EngineContext } from './context.js';
import { endRequest } from './gate/end-request.js';
import { editPlan, readPlan } from './plan-notes.js';

/** Blocking, its reason, a warning, completing: more changes than these never follow from each other. */
const longestChain = 4;

/** Does the next right things for one plan id: blocks, unblocks, warns, completes, archives. */
export async function reconcilePlan(context: EngineContext, planId: string): Promise<void> {
  lookAtUnsettled(context, planId);
  const paths = context.index.planPaths(planId);
  if (paths.length > 1) for (const path of paths) await context.notes.refresh(path);
  const left = context.index.planPaths(planId);
  if (left.length === 0) {
    context.alerts.replace(`plan:${planId}`, []);
    return;
  }
  const found = await readPlan(context, planId);
  if (!found.ok) {
    context.alerts.replace(`plan:${planId}`, duplicateAlert(planId, found.error));
    return;
  }
  let plan: Plan | null = found.value;
  await withdrawDoneByHand(context, plan);
  for (let round = 0; plan && round < longestChain; round += 1) {
    plan = await takeStep(context, plan);
  }
  await archiveFinished(context, planId);
  const now = await readPlan(context, planId);
  context.alerts.replace(`plan:${planId}`, now.ok ? planAlerts(context, now.value) : []);
}

/** A request whose end could not be written into this plan before is tried again. */
function lookAtUnsettled(context: EngineContext, planId: string): void {
  const { facts } = context.book;
  for (const id of facts.unsettledIds()) {
    const known = facts.request(id);
    if ((known?.intent?.plan ?? known?.voided?.plan) === planId) context.lookAgain(`request:${id}`);
  }
}

/** Makes the next decision durable, then writes it; `null` when there is none, or the note changed. */
async function takeStep(context: EngineContext, plan: Plan): Promise<Plan | null> {
  const decide = (current: Plan): PlanDecision | null => {
    const nowMs = context.book.now();
    return decidePlan(current, blockersOf(context, current.taskId), isoSeconds(nowMs), nowMs);
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

/** A gated step that somebody ticked in the note needs no request any more ("Done by hand"). */
async function withdrawDoneByHand(context: EngineContext, plan: Plan): Promise<void> {
  for (const request of context.index.requestsOfPlan(plan.taskId)) {
    const step = plan.steps.find((candidate) => candidate.id === request.stepId);
    const facts = context.book.facts.request(request.requestId);
    if (!step?.done || request.place === 'rejected' || facts?.intent || facts?.voided) continue;
    await endRequest(context, request, {
      why: 'withdrawn',
      reason: `Step ${step.position} was marked done outside Countersign, so its request is not needed.`,
      actor: 'Outside',
    });
  }
}

async function archiveFinished(context: EngineContext, planId: string): Promise<void> {
  const summary = context.index.plan(planId);
  if (!summary || (summary.status !== 'Done' && summary.status !== 'Cancelled')) return;
  const { folders } = context;
  const folder = summary.status === 'Done' ? folders.donePlans : folders.archive;
  const recorded = await context.book.record(
    { kind: 'event' },
    {
      actor: 'Countersign',
      event: 'plan_archived',
      plan_id: planId,
      from: summary.path,
      to: folder,
      detail: `${summary.status} plan moved to ${folder}.`,
    },
  );
  if (recorded.ok) await context.notes.moveInto(folder, summary.path);
}

/** Requests of a plan that wait for a person. */
export function blockersOf(context: EngineContext, planId: string): readonly Blocker[] {
  return context.index
    .requestsOfPlan(planId)
    .filter((request) => waitsForPerson(context, request))
    .sort((a, b) => a.createdMs - b.createdMs || (a.requestId < b.requestId ? -1 : 1))
    .map((request) => ({
      note: baseName(request.path),
      stepId: request.stepId ?? '',
      since: request.createdDate,
    }));
}

/** Whether a request waits for a person: in Pending, or in Approved without accepted authority. */
export function waitsForPerson(context: EngineContext, request: RequestSummary): boolean {
  if (request.place === 'rejected' || request.status === 'expired') return false;
  if (request.place === 'pending') return true;
  const facts = context.book.facts.request(request.requestId);
  const onlyWaits = context.alerts
    .of(`request:${request.requestId}`)
    .some(({ kind }) => kind === 'waits');
  return !facts?.accepted && !facts?.intent && !onlyWaits;
}

function planAlerts(context: EngineContext, plan: Plan): readonly Alert[] {
  const alerts: Alert[] = plan.warnings.map((warning) => ({
    subject: `plan:${plan.taskId}`,
    kind: 'invalid',
    text: `${plan.taskId}, line ${warning.line ?? 1}: ${warning.message}`,
    advice: warning.advice,
    path: plan.path,
  }));
  const [blocker] = plan.status === 'Blocked' ? blockersOf(context, plan.taskId) : [];
  const since = blocker ? readInstant(blocker.since) : null;
  if (!blocker || !since) return alerts;
  const hours = Math.floor((context.book.now() - since.ms) / 3_600_000);
  const threshold = blockThresholdHours(plan);
  context.wakeAt(`plan:${plan.taskId}`, since.ms + Math.max(hours + 1, threshold) * 3_600_000);
  if (hours < threshold) return alerts;
  const step = plan.steps.find(({ id }) => id === blocker.stepId);
  return [
    ...alerts,
    {
      subject: `plan:${plan.taskId}`,
      kind: 'blocked_long',
      text: `Plan blocked for ${hours} hours: ${plan.taskId}, step ${step?.position ?? '?'} (${step?.text ?? blocker.stepId}).`,
      advice: `Approve or reject ${blocker.note}.`,
      path: plan.path,
    },
  ];
}

function duplicateAlert(planId: string, problem: Problem): readonly Alert[] {
  // A plan that cannot be read is reported by its path.
  if (problem.code !== 'plan_duplicate') return [];
  return [
    {
      subject: `plan:${planId}`,
      kind: 'duplicate',
      text: problem.message,
      advice: problem.advice,
      ...(problem.path === undefined ? {} : { path: problem.path }),
    },
  ];
}
