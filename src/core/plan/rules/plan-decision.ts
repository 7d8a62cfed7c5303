import { quoted } from '../../text/quote.js';
import type { Edit } from '../../text/edit.js';
import {
  isEndedByApproval,
  isOlderReason,
  isOurReason,
  reasonFor,
  isTold,
} from '../blocked-reason.js';
import { appendLog, endBlock, setStatus } from '../edit-plan.js';
import { formatLogEntry, parseLogEntry } from '../log-entry.js';
import { isSetAside, type LogRecord, type Plan, type Priority, type Step } from '../plan.js';
import { planTransition } from './plan-transitions.js';
import { hoursBetween, readInstant } from '../../time.js';

export interface WaitingSince {
  readonly at: string;
  /** True when only the request's note says since when it waits. */
  readonly saysNote: boolean;
}

export interface Blocker {
  readonly note: string;
  readonly requestId: string;
  readonly stepId: number | string;
  readonly since: string;
  readonly waiting: WaitingSince;
  readonly what: string;
  readonly told: string;
  readonly isIncomplete?: true;
}

export interface PlanDecision {
  readonly event:
    'plan_blocked' | 'plan_unblocked' | 'plan_completed' | 'plan_block_changed' | 'plan_warned';
  readonly detail: string;
  readonly edits: readonly Edit[];
}

const blockedFor = 'Plan blocked for';
const whyBlocked =
  'A step with ✋ reaches outside the vault: it is done after a person approves that note';
const whyIncomplete = 'That note is incomplete: without an action block nobody can approve it';

/** Formats a duration, such as `1 hour`, `48 hours` or `3 days` (US5.2). */
export function formatHours(hours: number): string {
  if (hours > 48) return `${Math.floor(hours / 24).toLocaleString('en')} days`;
  return hours === 1 ? '1 hour' : `${hours} hours`;
}

export type BlockedHours = Readonly<Record<Priority, number>>;

/** After so many hours, a blocked plan gets a warning (FR-017). */
export const defaultBlockedHours: BlockedHours = { high: 4, medium: 24, low: 24 };

/** Decides what to change in a plan now. Null if there is nothing to change. */
export function decidePlan(
  plan: Plan,
  blockers: readonly Blocker[],
  at: string,
  nowMs: number,
  blockedHours: BlockedHours = defaultBlockedHours,
  ours: readonly string[] = [],
): PlanDecision | null {
  const first = firstBlocker(plan, blockers);
  if (first)
    return (
      block(plan, first, at, ours) ?? warn(plan, first, at, nowMs, blockedHours[plan.priority])
    );
  if (plan.status === 'Blocked' && isEndedByApproval(plan.blockedReason)) {
    return unblock(plan, at);
  }
  return plan.status === 'Active' && isWorkedOff(plan) ? complete(plan, at) : null;
}

/** Returns the first blocker of an open step with ✋. */
export function firstBlocker<B extends Blocker>(plan: Plan, blockers: readonly B[]): B | undefined {
  return blockers.find(({ stepId }) => isOpenGated(stepOf(plan, stepId)));
}

function isWorkedOff(plan: Plan): boolean {
  const hasUnread = plan.warnings.some(({ code }) => code === 'step_unread');
  return !hasUnread && plan.steps.length > 0 && plan.steps.every(({ done }) => done);
}

function block(
  plan: Plan,
  blocker: Blocker,
  at: string,
  ours: readonly string[],
): PlanDecision | null {
  const reason = reasonFor(blocker.note, blocker.requestId, blocker.since);
  const position = stepOf(plan, blocker.stepId)?.position ?? '?';
  const waiting = `${blocker.told} (step ${position})`;
  const entry = (rationale: string): LogRecord => {
    return { at, actor: 'Countersign', action: `Blocked at step ${position}`, rationale };
  };
  const before = plan.blockedReason;
  const isOlder = isOlderReason(before, blocker.note, blocker.since);
  const isKept =
    before === null || (isOurReason(before) && (ours.includes(before) || isTold(before, plan.log)));
  const replaced =
    isKept || isOlder ? '' : ` Before that, the plan’s reason was ${quoted(before, Infinity)}.`;
  if (plan.status === 'Blocked') {
    if (before === reason || !(isOlder || awaitsApproval(plan))) return null;
    return {
      event: 'plan_block_changed',
      detail: `Still waiting for approval: ${waiting}.`,
      edits: [
        ...setStatus(plan, 'Blocked', reason),
        ...(replaced === '' ? [] : appendLog(plan, [entry(`${reason}.${replaced}`)])),
      ],
    };
  }
  if (!planTransition(plan.status, 'BLOCK').ok) return null;
  const rationale = `${reason}.${replaced} The note says: ${quoted(blocker.what)}. ${blocker.isIncomplete ? whyIncomplete : whyBlocked}`;
  return {
    event: 'plan_blocked',
    detail: `Waiting for approval: ${waiting}.`,
    edits: [...setStatus(plan, 'Blocked', reason), ...appendLog(plan, [entry(rationale)])],
  };
}

/** Some agents only write a log entry and set no `blocked_reason` (US5.1). */
function awaitsApproval({ blockedReason, log }: Plan): boolean {
  if (blockedReason !== null) return isEndedByApproval(blockedReason);
  const newest = log.findLast(({ action }) =>
    /^(?:block|approval received|executed)/i.test(action),
  );
  if (newest?.actor !== 'Agent' || /^block resolved/i.test(newest.action)) return false;
  return /^await\w* human approval/i.test(newest.rationale);
}

function unblock(plan: Plan, at: string): PlanDecision {
  const why = 'No approvals pending';
  const entry = { at, actor: 'Countersign', action: 'Block resolved', rationale: why };
  return { event: 'plan_unblocked', detail: `${why}.`, edits: endBlock(plan, 'Active', entry) };
}

function complete(plan: Plan, at: string): PlanDecision {
  const count = plan.steps.length;
  const steps = count === 1 ? 'Its step is done' : `All ${count} steps are done`;
  const rationale = count === 2 ? 'Both steps are done' : steps;
  const entry = { at, actor: 'Countersign', action: 'Completed plan', rationale };
  return {
    event: 'plan_completed',
    detail: `Plan completed: ${rationale.toLowerCase()}.`,
    edits: endBlock(plan, 'Done', entry),
  };
}

function warn(
  plan: Plan,
  blocker: Blocker,
  at: string,
  nowMs: number,
  hours: number,
): PlanDecision | null {
  const since = readInstant(blocker.waiting.at);
  const waited = since ? hoursBetween(since.ms, nowMs) : 0;
  if (plan.status !== 'Blocked' || waited < hours) return null;
  const action = `${blockedFor} ${formatHours(waited)}`;
  const { at: from, saysNote } = blocker.waiting;
  const waits = `has been waiting since ${from}${saysNote ? ', according to its note' : ''}`;
  const rationale = `The request ${quoted(blocker.note)} ${waits}`;
  const older = [
    `${blocker.note} ${waits}`,
    `${blocker.note} has waited since ${from}${saysNote ? ' (the date in its note)' : ''}`,
  ];
  const record = { at, actor: 'Countersign', action, rationale };
  const told = [rationale, ...older].map(
    (why) => parseLogEntry(formatLogEntry({ ...record, rationale: why }))?.rationale,
  );
  const warned = plan.log.some(
    ({ action: said, rationale: why }) => said.startsWith(blockedFor) && told.includes(why),
  );
  if (warned) return null;
  return {
    event: 'plan_warned',
    detail: `${action}: ${rationale}.`,
    edits: appendLog(plan, [record]),
  };
}

export function stepOf(plan: Plan, stepId: Blocker['stepId']): Step | undefined {
  return plan.steps.find(({ id, position }) => stepId === id || stepId === position);
}

function isOpenGated(step: Step | undefined): boolean {
  return step?.gated === true && !step.done && !isSetAside(step.mark);
}
