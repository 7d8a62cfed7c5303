import { isRecordEntry } from '../../reasoning/record-entry.js';
import { inlineText } from '../../text/inline-text.js';
import { quoted, quotedPath } from '../../text/quote.js';
import type { Plan } from '../plan.js';
import type { Alert, AlertSubject, DuplicatePlan } from '../../alert.js';

const longestEntry = 120;

export function duplicatePlanOf(plan: Plan): DuplicatePlan {
  const { path, taskId, objective, status, steps, createdDate, log } = plan;
  const last = log.findLast((one) => !isRecordEntry(one));
  const entry = last && inlineText(`${last.at} ${last.action}`);
  return {
    path,
    planId: taskId,
    objective: inlineText(objective),
    status,
    doneSteps: steps.filter(({ done }) => done).length,
    steps: steps.length,
    created: createdDate,
    lastEntry:
      entry && entry.length > longestEntry ? `${entry.slice(0, longestEntry)}…` : (entry ?? null),
  };
}

export function formatDuplicate(plan: DuplicatePlan): string {
  const { objective, status, doneSteps, steps, created, lastEntry } = plan;
  const progress = `${doneSteps} of ${steps} ${steps === 1 ? 'step' : 'steps'} done`;
  const last =
    lastEntry === null ? 'nothing logged' : `last entry ${quoted(lastEntry, longestEntry + 1)}`;
  return `${quoted(objective, longestEntry)}: ${status}, ${progress}, created ${created}, ${last}`;
}

export function formatKeepEffect(kept: DuplicatePlan, plans: readonly DuplicatePlan[]): string {
  const others = plans.filter(({ path }) => path !== kept.path);
  const isOne = others.length === 1;
  const isOneTask = others.every(({ planId }) => planId === kept.planId);
  const gone = isOne
    ? 'The other goes to the archive, and its log is kept here.'
    : `The other ${others.length} go to the archive, and their logs are kept here.`;
  const requests = isOneTask
    ? 'Requests for steps that are open here stay.'
    : `${isOne ? 'Its' : 'Their'} own requests are withdrawn.`;
  return `${gone} ${requests}`;
}

export function duplicateAlert(
  subject: AlertSubject,
  given: readonly Plan[],
  why: string,
  executedIn: string | null = null,
): Alert {
  const rank = ({ path }: Plan): number => Number(path !== executedIn);
  const plans = [...given].sort((a, b) => rank(a) - rank(b));
  const keep = executedIn === null ? 'one of them' : quotedPath(executedIn);
  const shown = plans.map(duplicatePlanOf);
  const sides = shown
    .map((plan) => `${quotedPath(plan.path)} (${formatDuplicate(plan)})`)
    .join('; ');
  const apart = isOneId(plans)
    ? 'give the other a `task_id` of its own'
    : 'if they are different work, give one of them another `source_link`';
  return {
    subject,
    kind: 'duplicate',
    text: `${headOf(plans)} ${why} Side by side: ${sides}.`,
    advice: `Keep ${keep} in the panel, and the other goes to the archive; or ${apart}. Nothing is moved until then.`,
    ...pathOf(plans),
    offers: { do: 'keep_plan', plans: shown },
  };
}

export function pendingMergeAlert(subject: AlertSubject, kept: Plan, other: Plan): Alert {
  return {
    subject,
    kind: 'duplicate',
    text: headOf([kept, other]),
    advice: `${quotedPath(kept.path)} has all that the other says. When neither has changed for a minute, the other goes to the archive, and its log is merged into this one.`,
    path: other.path,
  };
}

export function manyDuplicatesAlert(
  subject: AlertSubject,
  paths: readonly string[],
  sourceLink: string,
): Alert {
  return {
    subject,
    kind: 'duplicate',
    text: `More than ${paths.length} plans were made from ${quoted(inlineText(sourceLink))}, ${quotedPath(paths[0] ?? '')} among them.`,
    advice:
      'That many are not compared. Give each its own `source_link`, or cancel those that are not needed.',
    ...(paths[0] === undefined ? {} : { path: paths[0] }),
  };
}

function headOf(plans: readonly Plan[]): string {
  const [first] = plans;
  const paths = plans.map(({ path }) => quotedPath(path));
  const listed = [paths.slice(0, -1).join(', '), ...paths.slice(-1)].join(' and ');
  const count = plans.length === 2 ? 'two' : String(plans.length);
  return isOneId(plans)
    ? `${first?.taskId ?? ''} names ${count} notes: ${listed}.`
    : `${plans.length === 2 ? 'Two' : count} plans were made from ${quoted(inlineText(first?.sourceLink ?? ''))}: ${listed}.`;
}

function isOneId(plans: readonly Plan[]): boolean {
  return plans.every(({ taskId }) => taskId === plans[0]?.taskId);
}

function pathOf(plans: readonly Plan[]): { readonly path?: string } {
  const path = plans.at(-1)?.path;
  return path === undefined ? {} : { path };
}
