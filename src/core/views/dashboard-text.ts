import type { AuditEntry } from '../audit/entry.js';
import type {
  IncompleteRequest,
  PlanSummary,
  RequestSummary,
  WaitingPlan,
} from '../mission/summaries.js';
import { whyNoNextStep } from '../mission/missions.js';
import { directTasks, type TaskSummary } from '../loop/task-summary.js';
import { firstLines, groupAlerts, withTime, type Alert } from '../alert.js';
import { inlineText, unlinkedText } from '../text/inline-text.js';
import { withIsolates } from '../text/text-direction.js';
import { activityText } from './activity-text.js';
import { baseName, linkTo } from '../note/file-name.js';
import { awaitingApproval, isEndedByApproval } from '../plan/blocked-reason.js';
import { listedTitle } from '../request/call-title.js';
import { quoted } from '../text/quote.js';
import { formatSetAside } from '../screens/format-status.js';

export type WaitingRequest = RequestSummary & { readonly isPractice?: true };

export interface MissionView {
  /** The first plan is the current mission. */
  readonly missions: readonly PlanSummary[];
  readonly missionCount: number;
  readonly counts: {
    readonly active: number;
    readonly blocked: number;
    readonly draft: number;
    readonly stepsDone: number;
    readonly steps: number;
  };
  readonly waiting: readonly WaitingRequest[];
  readonly plansWaiting?: readonly WaitingPlan[];
  readonly incomplete?: readonly IncompleteRequest[];
  /** Paths of notes in the rejected folder that are not Countersign's requests. */
  readonly setAside?: readonly string[];
  readonly tasks?: readonly TaskSummary[];
  readonly isPassive?: true;
  readonly alerts: readonly Alert[];
  readonly recent: readonly AuditEntry[];
}

const listed = 10;
const mostIds = 3;
const longestReason = 500;

/** Returns the generated part of `Dashboard.md` (R5.1). */
export function dashboardText(view: MissionView): string {
  const tasks = directTasks(view.tasks);
  return [
    '## ⚡ Current Missions',
    '',
    ...missionLines(view),
    ...plansWaitingLines(view),
    ...otherWaitingLines(view),
    ...taskLines(tasks),
    '',
    '## 📊 Plan Statistics',
    '',
    `- **Active plans**: ${view.counts.active}${idsOf(view, 'Active')}`,
    `- **Blocked plans**: ${view.counts.blocked}${idsOf(view, 'Blocked')}`,
    `- **Draft plans**: ${view.counts.draft}${idsOf(view, 'Draft')}`,
    `- **Steps completed**: ${view.counts.stepsDone} of ${view.counts.steps}`,
    `- **Waiting for your approval**: ${view.waiting.length}`,
    ...(tasks.length > 0 ? [`- **Tasks**: ${tasks.length}`] : []),
    ...(view.incomplete?.length ? [`- **Incomplete requests**: ${view.incomplete.length}`] : []),
    '',
    '## 🚨 Alerts',
    '',
    ...alertLines(view.alerts),
    ...(view.setAside?.length ? ['', inLine(formatSetAside(view.setAside))] : []),
    '',
    '## 🕐 Recent Activity',
    '',
    ...activityLines(view.recent),
  ].join('\n');
}

function idsOf({ missions, counts }: MissionView, status: 'Active' | 'Blocked' | 'Draft'): string {
  const count = counts[status.toLowerCase() as Lowercase<typeof status>];
  const named = missions.filter((plan) => plan.status === status).slice(0, mostIds);
  if (named.length === 0) return '';
  const more = count > named.length ? ` and ${count - named.length} more` : '';
  return ` (${named.map(({ planId }) => planId).join(', ')}${more})`;
}

function missionLines(view: MissionView): string[] {
  const [current, ...others] = view.missions;
  if (!current) return ['No active plans. Add a note to Inbox to start one.'];
  const lines = [
    `**Current mission**: ${planLink(current)}`,
    '',
    `- **Objective**: ${withoutLinks(current.objective)}`,
    `- **Status**: ${statusText(current)}`,
    ...(current.current
      ? [
          `- **Current step**: ${current.current.position} of ${current.steps.length} (${withoutLinks(current.current.text)})`,
        ]
      : [`- **Current step**: ${noStepText(current)}`]),
  ];
  const waiting = view.waiting.filter((request) => request.planId === current.planId);
  const incomplete = (view.incomplete ?? []).filter(
    ({ forStep }) => forStep?.planId === current.planId,
  );
  const since = waiting[0]?.createdDate ?? incomplete[0]?.since ?? null;
  if (current.status === 'Blocked' && since !== null) {
    lines.push(`- **Blocked since**: ${inLine(since)}`);
  }
  const links = [...waiting.map(linkOf), ...incomplete.map(incompleteLink)];
  if (links.length > 0) lines.push(`- **Waiting for**: ${links.join(', ')}`);
  lines.push(`- **Progress**: ${progress(current)}`);
  if (current.current) lines.push(`- **Next step**: ${withoutLinks(current.current.text)}`);
  lines.push(`- **Waiting for your approval**: ${approvals(view.waiting.length, waiting.length)}`);
  const shown = others.slice(0, listed - 1);
  if (shown.length > 0) lines.push('', '**Other plans**', '', ...shown.map(missionLine));
  const more = view.missionCount - 1 - shown.length;
  if (more > 0) lines.push(`- … and ${more} more`);
  return lines;
}

function plansWaitingLines({ plansWaiting = [] }: MissionView): string[] {
  if (plansWaiting.length === 0) return [];
  const shown = plansWaiting
    .slice(0, listed)
    .map((plan) => `- ${planLink(plan)}: ${withoutLinks(plan.objective)}`);
  const more = plansWaiting.length - shown.length;
  return [
    '',
    '**Plans that wait for your approval**',
    '',
    ...shown,
    ...(more > 0 ? [`- … and ${more} more`] : []),
  ];
}

function noStepText(plan: PlanSummary): string {
  const why = whyNoNextStep(plan);
  if (why !== null) return `none (${inLine(why)})`;
  return plan.steps.length === 0 ? 'none' : `all ${plan.steps.length} done`;
}

function otherWaitingLines({ missions, waiting }: MissionView): string[] {
  const others = waiting.filter(({ planId }) => planId === null || planId !== missions[0]?.planId);
  if (others.length === 0) return [];
  const shown = others.slice(0, 2 * listed).map((request) => {
    const ofPlan = request.planId === null ? '' : ` for ${inLine(request.planId)}`;
    return `- ${linkOf(request)}${ofPlan}: ${withoutAddress(listedTitle(request))}`;
  });
  const more = others.length - shown.length;
  return [
    '',
    '**Waiting for your approval**',
    '',
    ...shown,
    ...(more > 0 ? [`- … and ${more} more`] : []),
  ];
}

function taskLines(tasks: readonly TaskSummary[]): string[] {
  if (tasks.length === 0) return [];
  const shown = tasks.slice(0, listed).map(({ path, title, priority }) => {
    const about = title === baseName(path) ? '' : `: ${withoutLinks(title)}`;
    return `- ${noteLink(path)}${about}${priority === 'high' ? ' (high priority)' : ''}`;
  });
  const more = tasks.length - shown.length;
  return ['', '**Tasks**', '', ...shown, ...(more > 0 ? [`- … and ${more} more`] : [])];
}

function missionLine(plan: PlanSummary): string {
  const progressed = progress(plan);
  const told = `${progressed.charAt(0).toLowerCase()}${progressed.slice(1)}`;
  return `- ${planLink(plan)}: ${withoutLinks(plan.objective)} (${statusText(plan)}, ${told})`;
}

/** FR-013 requires these words. */
function progress({ doneSteps, steps }: PlanSummary): string {
  if (steps.length === 0) return 'No steps yet';
  return `Completed ${doneSteps} of ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`;
}

/** Links to the path of the plan's note, because the note's name may differ from the plan's id. */
function planLink({ planId, path }: PlanSummary): string {
  return linkTo(path, planId) ?? planId;
}

function statusText({ status, blockedReason }: PlanSummary): string {
  if (status !== 'Blocked' || blockedReason === null) return status;
  const isOurs = isEndedByApproval(blockedReason);
  return `Blocked: ${isOurs ? awaitingApproval.slice(0, -1) : inQuotes(blockedReason, longestReason)}`;
}

function approvals(count: number, here: number): string {
  if (count === 0) return 'none';
  const requests = count === 1 ? 'request' : 'requests';
  if (here === 0) return `none for this plan (${count} other ${requests})`;
  return `${count} ${requests}${here === count ? '' : `, ${here} for this plan`}`;
}

function linkOf(request: WaitingRequest): string {
  const link = noteLink(request.path);
  return request.isPractice ? `PRACTICE ${link}` : link;
}

function incompleteLink({ path }: IncompleteRequest): string {
  return `${noteLink(path)} (incomplete)`;
}

function noteLink(path: string): string {
  return linkTo(path) ?? inQuotes(baseName(path), Infinity);
}

function alertLines(alerts: readonly Alert[]): string[] {
  if (alerts.length === 0) return ['No alerts.'];
  const groups = groupAlerts(alerts);
  const first = firstLines(groups, 2 * listed);
  const shown = first.map(
    ({ alert, more }) =>
      `- ⚠️ ${inLine(withTime(alert.text, alert.runsAt))} ${inLine(alert.advice)}${noteOf(alert)}${more > 0 ? ` (and ${more} more notes like this)` : ''}`,
  );
  const named = first.reduce((sum, { more }) => sum + 1 + more, 0);
  const left = alerts.length - named;
  return left > 0 ? [...shown, `- … and ${left} more`] : shown;
}

function noteOf({ path }: Alert): string {
  const link = path === undefined ? null : linkTo(path);
  return link === null ? '' : ` → ${link}`;
}

function activityLines(recent: readonly AuditEntry[]): string[] {
  if (recent.length === 0) return ['Nothing yet.'];
  return recent.slice(0, listed).map((entry) => {
    const time = entry.at.slice(0, 16).replace('T', ' ');
    const plan = entry.plan_id === undefined ? '' : `${inLine(entry.plan_id)}: `;
    return `- ${time} ${plan}${withoutLinks(activityText(entry))}`;
  });
}

function inLine(text: string): string {
  return withIsolates(inlineText(text));
}

function inQuotes(words: string, most?: number): string {
  return withoutAddress(quoted(words, most));
}

function withoutAddress(words: string): string {
  return inLine(words).replaceAll('://', ': //');
}

function withoutLinks(text: string): string {
  return withIsolates(unlinkedText(text));
}
