import type { Problem, Result } from '../../core/errors.js';
import type { PlanSummary } from '../../core/mission/summaries.js';
import { subjectKey, type Alert, type AlertSubject } from '../../core/alert.js';
import {
  manyDuplicatesAlert,
  pendingMergeAlert,
  duplicateAlert,
} from '../../core/plan/duplicates/duplicate-alert.js';
import {
  decideDuplicates,
  type DuplicateVerdict,
} from '../../core/plan/duplicates/decide-duplicates.js';
import { folderOf, isConflictCopy } from '../../core/note/file-name.js';
import { isConsolidated, isMarkedDuplicate } from '../../core/plan/duplicates/consolidate-plans.js';
import type { Plan } from '../../core/plan/plan.js';
import type { EngineContext } from '../context.js';
import { readPlan } from '../vault/plan-notes.js';
import { archiveCopy, consolidate, type Pair } from './consolidate.js';
import { digestOf, readDuplicatePlans, asDuplicate } from './duplicate-notes.js';

/** Notes must be unchanged for this long (ms) before they are merged. */
export const quietMs = 60_000;
/** Sync may be moving one of the notes. */
const movingMs = 24 * 3_600_000;
const retryMs = 60_000;
const mostDuplicates = 10;

type Looking = Pick<EngineContext, 'book' | 'folders' | 'index' | 'notes'>;

export async function reconcileCopies(
  context: EngineContext,
  planId: string,
  paths: readonly string[],
): Promise<void> {
  const subject = { kind: 'plan', id: planId } as const;
  const lookAt = `plan:${planId}`;
  const alerts = await context.writingBack.take('duplicates', async () => {
    const plans = paths.length > mostDuplicates ? null : await readDuplicatePlans(context, paths);
    if (!plans) return plainAlert(context, planId);
    const marked = plans.filter(
      (plan) => isMarkedDuplicate(plan) && context.book.chosenPlans.isGoing(plan.path),
    );
    if (marked.length > 0 && marked.length < plans.length) {
      for (const copy of marked) {
        const archived = await archiveCopy(context, copy);
        if (!archived.ok) return [failedAlert(context, subject, lookAt, archived.error)];
      }
      return [];
    }
    if (!plans.every(isOpen)) return plainAlert(context, planId);
    return (await decideGroup(context, { subject, lookAt, plans })).alerts;
  });
  context.alerts.replace(subject, alerts);
}

export async function reconcileSource(
  context: EngineContext,
  { planId, sourceLink }: Pick<PlanSummary, 'planId' | 'sourceLink'>,
): Promise<boolean> {
  const { index, alerts, earlier } = context;
  const source = index.sources.keyOf(sourceLink);
  const subject = { kind: 'source', id: source } as const;
  forgetOthers(context);
  const listed = index.plansOfSource(sourceLink, mostDuplicates + 1);
  const hasCopies = listed.some((plan) => index.planPaths(plan.planId).length > 1);
  if (listed.length < 2 || hasCopies) {
    earlier.duplicates.delete(subjectKey(subject));
    earlier.duplicateSources.delete(source);
    alerts.replace(subject, []);
    return false;
  }
  earlier.duplicateSources.add(source);
  const paths = listed.map(({ path }) => path).sort();
  if (listed.length > mostDuplicates) {
    alerts.replace(subject, [
      manyDuplicatesAlert(subject, paths.slice(0, mostDuplicates), sourceLink),
    ]);
    return false;
  }
  const lookAt = `plan:${listed[0]?.planId ?? planId}`;
  const said = await context.writingBack.take('duplicates', async (): Promise<Said> => {
    const plans = await readDuplicatePlans(context, paths);
    const areDuplicates = plans?.every(
      (plan) => isOpen(plan) && index.sources.keyOf(plan.sourceLink) === source,
    );
    if (!plans || areDuplicates !== true) return { alerts: [], isDone: false };
    return decideGroup(context, { subject, lookAt, plans });
  });
  alerts.replace(subject, said.alerts.filter(isTold));
  if (said.isDone) context.lookAgain(`plan:${planId}`);
  return said.isDone;
}

function isTold({ offers, kind }: Alert): boolean {
  return offers !== undefined || kind === 'halted';
}

export function forgetDuplicates(context: EngineContext, planId: string): void {
  context.earlier.duplicates.delete(`plan:${planId}`);
  forgetOthers(context);
}

function forgetOthers({ alerts, earlier, index }: EngineContext): void {
  for (const source of earlier.duplicateSources) {
    const [plan, another] = index.plansOfSource(source, 2);
    if (plan && another && index.sources.keyOf(source) === source) continue;
    earlier.duplicateSources.delete(source);
    alerts.replace({ kind: 'source', id: source }, []);
  }
}

export async function nameConsolidated(
  context: EngineContext,
  { path, planId }: Pick<PlanSummary, 'path' | 'planId'>,
): Promise<void> {
  context.earlier.duplicates.delete(`plan:${planId}`);
  if (!isConflictCopy(path) || !context.book.isActive) return;
  const [plan] = (await readDuplicatePlans(context, [path])) ?? [];
  if (plan?.taskId !== planId || !isConsolidated(plan)) return;
  const recorded = await context.book.record(
    { kind: 'event' },
    {
      actor: 'Countersign',
      event: 'plan_renamed',
      plan_id: planId,
      from: path,
      detail: `The only note of ${planId} is renamed to ${planId}.md.`,
    },
  );
  if (recorded.ok) await context.notes.moveInto(folderOf(path), path, planId);
}

export async function duplicateAlerts(context: Looking): Promise<readonly Alert[]> {
  const { index } = context;
  const said = new Map<string, readonly Alert[]>();
  const verdictOn = (subject: AlertSubject, plans: readonly Plan[]): Alert =>
    verdictAlert(subject, plans, decideDuplicates(plans.map((plan) => asDuplicate(context, plan))));
  for (const entry of index.all()) {
    if (entry.kind !== 'plan') continue;
    const { planId, sourceLink } = entry.plan;
    const copies = index.planPaths(planId);
    if (copies.length > 1) {
      const subject = { kind: 'plan', id: planId } as const;
      if (said.has(subjectKey(subject))) continue;
      const isMany = copies.length > mostDuplicates;
      const plans = isMany ? null : await readDuplicatePlans(context, copies);
      const isCompared = plans?.every(isOpen) === true;
      const alerts = isCompared ? [verdictOn(subject, plans)] : await plainAlert(context, planId);
      said.set(subjectKey(subject), alerts);
      continue;
    }
    const subject = { kind: 'source', id: index.sources.keyOf(sourceLink) } as const;
    const listed = index.plansOfSource(sourceLink, mostDuplicates + 1);
    const hasCopies = listed.some((plan) => index.planPaths(plan.planId).length > 1);
    if (listed.length < 2 || hasCopies || said.has(subjectKey(subject))) continue;
    const paths = listed.map(({ path }) => path).sort();
    if (paths.length > mostDuplicates) {
      const many = manyDuplicatesAlert(subject, paths.slice(0, mostDuplicates), sourceLink);
      said.set(subjectKey(subject), [many]);
    } else {
      const plans = await readDuplicatePlans(context, paths);
      said.set(subjectKey(subject), plans ? [verdictOn(subject, plans)].filter(isTold) : []);
    }
  }
  return [...said.values()].flat();
}

function verdictAlert(
  subject: AlertSubject,
  plans: readonly Plan[],
  verdict: DuplicateVerdict,
): Alert {
  if (verdict.do === 'ask') {
    return duplicateAlert(subject, plans, verdict.why, verdict.executedIn);
  }
  return mayBeMoving(plans)
    ? duplicateAlert(subject, plans, movingText)
    : pendingMergeAlert(subject, verdict.kept.plan, verdict.other.plan);
}

interface Group {
  readonly subject: AlertSubject;
  readonly lookAt: string;
  readonly plans: readonly Plan[];
}

interface Said {
  readonly alerts: readonly Alert[];
  readonly isDone: boolean;
}

async function decideGroup(context: EngineContext, group: Group): Promise<Said> {
  const { subject, lookAt, plans } = group;
  const chosen = chosenPair(context, plans);
  if (chosen) return saidOf(context, group, await consolidate(context, chosen, 'Human'));
  const verdict = decideDuplicates(plans.map((plan) => asDuplicate(context, plan)));
  const said = { alerts: [verdictAlert(subject, plans, verdict)], isDone: false };
  // Sync may bring another computer's writes in any order, so only the active computer merges.
  if (verdict.do === 'ask' || !context.book.isActive) return said;
  const waitMs = mayBeMoving(plans) ? movingMs : quietMs;
  const quietAt = leftAloneSince(context, subject, plans) + waitMs;
  if (context.clock.now() < quietAt) {
    context.lookAgainAt(lookAt, quietAt);
    return said;
  }
  const pair = { kept: verdict.kept.plan, other: verdict.other.plan };
  return saidOf(context, group, await consolidate(context, pair, 'Countersign'));
}

const movingText = 'They are the same. If sync is still moving one, this ends by itself.';

function mayBeMoving(plans: readonly Plan[]): boolean {
  const [first] = plans;
  return plans.every(({ text, path }) => text === first?.text && !isConflictCopy(path));
}

function chosenPair({ book }: EngineContext, plans: readonly Plan[]): Pair | null {
  for (const other of plans) {
    const kept = plans.find(({ path }) => path === book.chosenPlans.chosenOver(other.path));
    if (kept) return { kept, other };
  }
  return null;
}

function saidOf(
  context: EngineContext,
  { subject, lookAt }: Group,
  consolidated: Result<void>,
): Said {
  if (consolidated.ok) return { alerts: [], isDone: true };
  return { alerts: [failedAlert(context, subject, lookAt, consolidated.error)], isDone: false };
}

function failedAlert(
  context: EngineContext,
  subject: AlertSubject,
  lookAt: string,
  { message, advice, path }: Problem,
): Alert {
  context.lookAgainAt(lookAt, context.clock.now() + retryMs);
  return {
    subject,
    kind: 'halted',
    text: `Two notes of one plan could not be made one: ${message}`,
    advice,
    ...(path === undefined ? {} : { path }),
  };
}

function leftAloneSince(
  { earlier, clock }: EngineContext,
  subject: AlertSubject,
  plans: readonly Plan[],
): number {
  const digest = digestOf(plans);
  const key = subjectKey(subject);
  const seen = earlier.duplicates.get(key);
  const nowMs = clock.now();
  if (seen?.digest === digest && seen.sinceMs <= nowMs) return seen.sinceMs;
  earlier.duplicates.set(key, { digest, sinceMs: nowMs });
  return nowMs;
}

async function plainAlert(context: Looking, planId: string): Promise<readonly Alert[]> {
  const found = await readPlan(context, planId);
  if (found.ok || found.error.code !== 'plan_duplicate') return [];
  const { message, advice, path } = found.error;
  return [
    {
      subject: { kind: 'plan', id: planId },
      kind: 'duplicate',
      text: message,
      advice,
      ...(path === undefined ? {} : { path }),
    },
  ];
}

function isOpen({ status }: Plan): boolean {
  return status !== 'Done' && status !== 'Cancelled';
}
