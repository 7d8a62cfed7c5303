import type { Plan, PlanStatus } from '../../plan/plan.js';
import type { LedgerRecord } from '../ledger-record.js';
import {
  changeOf,
  digestPlan,
  markOfStep,
  readMark,
  textDigest,
  withoutId,
  type DigestedStep,
  type KeyedEntry,
  type Mark,
  type SeenPlan,
  type StepChange,
} from './seen-plan.js';

interface Announced {
  readonly undo: { readonly status: PlanStatus; readonly gone: string[]; readonly marks: string[] };
  readonly status: PlanStatus;
  readonly marks: readonly string[];
  readonly log: readonly string[];
}

interface KnownPlan {
  text: string | undefined;
  status: PlanStatus;
  readonly marks: Map<string, number>;
  readonly log: Set<string>;
  steps: number;
  announced: Announced | null;
  isLost: boolean;
  open: ReadonlySet<string>;
}

export interface UnseenChanges {
  readonly from: PlanStatus | null;
  readonly steps: readonly StepChange[];
  readonly log: readonly KeyedEntry[];
}

const tellRequest = new Set(['action_drafted', 'foreign_confirmed', 'request_found']);
const tellNew = new Set(['plan_found', 'request_found']);

/** What the ledger knows of plan and request notes. */
export class SeenPlans {
  private readonly plans = new Map<string, KnownPlan | null>();
  private readonly requestIds = new Set<string>();
  private readonly begun = new Set<string>();
  private readonly missing = new Set<string>();
  private isComplete = false;
  private isSaid = false;

  apply(record: LedgerRecord): void {
    const { event, plan_id: planId, request_id: requestId, outcome } = record.audit;
    if (record.kind === 'epoch' || record.kind === 'taken_over') this.clear();
    if (requestId !== undefined && tellRequest.has(event)) this.requestIds.add(requestId);
    if (tellNew.has(event)) this.isComplete = this.isSaid = true;
    if (planId !== undefined) this.applyPlan(event, planId, outcome);
    if (record.kind === 'step' && record.is === 'open') this.openStep(record.plan, record.step);
    if (record.kind !== 'event') return;
    for (const seen of record.seen ?? []) this.applySeen(seen);
    for (const id of record.requests ?? []) this.requestIds.add(id);
    if (record.baseline) this.isComplete = this.isSaid = true;
  }

  get hasBaseline(): boolean {
    return this.isComplete;
  }

  /** True when the baseline is complete and no record says so yet. */
  get saysBaseline(): boolean {
    return this.isComplete && !this.isSaid;
  }

  beginEmpty(): void {
    this.isComplete = true;
  }

  knows(planId: string): boolean {
    return this.plans.has(planId);
  }

  knowsRequest(id: string): boolean {
    return this.requestIds.has(id);
  }

  isBare(planId: string): boolean {
    return this.plans.get(planId) === null;
  }

  hasText(planId: string, digest: string | undefined): boolean {
    const text = this.plans.get(planId)?.text;
    return text !== undefined && digest !== undefined && text === textDigest(digest);
  }

  unfinished(): readonly string[] {
    return [...this.plans].flatMap(([id, known]) =>
      known && known.status !== 'Done' && known.status !== 'Cancelled' ? [id] : [],
    );
  }

  isMissing(planId: string): boolean {
    return this.missing.has(planId);
  }

  stepsOf(planId: string): { readonly open: number; readonly steps: number } {
    const { marks, steps = 0 } = this.plans.get(planId) ?? {};
    const ended = [...(marks?.values() ?? [])].reduce((sum, count) => sum + count, 0);
    return { open: Math.max(0, steps - ended), steps };
  }

  /** Returns what to record before Countersign writes a plan. Null if there is nothing. */
  announce(before: Plan, after: Plan): SeenPlan | null {
    const known = this.plans.get(before.taskId);
    const change = known ? changeOf(before, after) : null;
    if (!known || !change) return null;
    confirmAnnounced(known, before);
    return this.next(before.taskId, { ...change, ours: true });
  }

  next(planId: string, change: Omit<SeenPlan, 'plan'>): SeenPlan {
    const isLost = this.plans.get(planId)?.isLost === true;
    return { plan: planId, ...change, ...(isLost ? { lost: true as const } : {}) };
  }

  noteWritten(planId: string): void {
    const known = this.plans.get(planId);
    if (known) known.announced = null;
  }

  noteLost(planId: string): void {
    const known = this.plans.get(planId);
    if (known?.announced) takeBack(known);
  }

  /** Returns a plan's changes that the ledger does not know yet. Null for an unknown plan. */
  unseen(plan: Plan): UnseenChanges | null {
    const known = this.plans.get(plan.taskId);
    if (!known) return null;
    confirmAnnounced(known, plan);
    const { steps } = digestPlan(plan);
    return {
      from: known.status === plan.status ? null : known.status,
      steps: changedBoxes(known, steps),
      log: this.unseenLog(plan),
    };
  }

  unseenLog(plan: Plan): readonly KeyedEntry[] {
    const known = this.plans.get(plan.taskId);
    if (!known) return [];
    const fresh = new Map<string, KeyedEntry>();
    for (const one of digestPlan(plan).log) if (!known.log.has(one.key)) fresh.set(one.key, one);
    return [...fresh.values()];
  }

  noteLooked(plan: Plan, text: string, quietly: readonly StepChange[]): void {
    const known = this.plans.get(plan.taskId);
    if (!known) return;
    for (const { gone, mark } of quietly) {
      if (gone !== undefined) remove(known, gone);
      if (mark !== undefined) add(known, mark);
    }
    known.text = text;
    known.steps = plan.steps.length;
    known.open = new Set(
      digestPlan(plan).steps.flatMap(({ step, box, digest }) =>
        box === 'open' ? [digest, ...(step.id === null ? [] : [`^${step.id}`])] : [],
      ),
    );
  }

  private clear(): void {
    this.plans.clear();
    this.requestIds.clear();
    this.begun.clear();
    this.missing.clear();
    this.isComplete = this.isSaid = false;
  }

  private applyPlan(event: string, planId: string, outcome: string | undefined): void {
    const wasBegun = this.begun.delete(planId);
    if (event === 'not_written' && wasBegun) this.plans.delete(planId);
    if (event === 'plan_created') {
      this.begun.add(planId);
      this.plans.set(planId, null);
    }
    if (event === 'plan_missing') this.missing.add(planId);
    if (event === 'plan_returned') this.missing.delete(planId);
    if (!endsPlan(event, outcome)) return;
    this.plans.set(planId, null);
    this.missing.delete(planId);
  }

  private applySeen(seen: SeenPlan): void {
    const { plan: planId, whole, ours, lost, text, status, gone = [], marks = [], log = [] } = seen;
    if (whole) {
      this.plans.set(planId, status === undefined ? null : newKnown(status));
    }
    const known = this.plans.get(planId);
    if (!known) return;
    if (lost && known.announced) takeBack(known);
    known.isLost = false;
    known.announced = null;
    const before = known.status;
    const taken = gone.flatMap((mark) => remove(known, mark) ?? []);
    for (const mark of marks) add(known, mark);
    for (const key of log) known.log.add(key);
    known.status = status ?? known.status;
    known.steps = seen.steps ?? known.steps;
    known.text = text;
    if (!ours) return;
    known.announced = {
      undo: { status: before, gone: [...marks], marks: taken },
      ...{ status: known.status, marks, log },
    };
  }

  private openStep(planId: string, stepId: string): void {
    const known = this.plans.get(planId);
    if (!known) return;
    for (const mark of known.marks.keys()) if (readMark(mark).id === stepId) remove(known, mark);
  }
}

/** True when an audit event ends a plan. A duplicate plan is archived without an outcome. */
export function endsPlan(event: string, outcome: string | undefined): boolean {
  return (event === 'plan_archived' || event === 'plan_cancelled') && outcome !== undefined;
}

function newKnown(status: PlanStatus): KnownPlan {
  return {
    ...{ text: undefined, status, steps: 0, announced: null, isLost: false },
    ...{ marks: new Map(), log: new Set(), open: new Set() },
  };
}

function remove({ marks }: KnownPlan, mark: string): string | null {
  const key = [mark, withoutId(mark)].find((one) => marks.has(one));
  if (key === undefined) return null;
  const left = (marks.get(key) ?? 1) - 1;
  if (left > 0) marks.set(key, left);
  else marks.delete(key);
  return key;
}

function add({ marks }: KnownPlan, mark: string): void {
  marks.set(mark, (marks.get(mark) ?? 0) + 1);
}

function takeBack(known: KnownPlan): void {
  const { undo } = known.announced ?? {};
  known.announced = null;
  known.isLost = true;
  known.text = undefined;
  if (!undo) return;
  for (const mark of undo.gone) remove(known, mark);
  for (const mark of undo.marks) add(known, mark);
  known.status = undo.status;
}

function confirmAnnounced(known: KnownPlan, plan: Plan): void {
  const { announced } = known;
  if (!announced) return;
  const { steps, log } = digestPlan(plan);
  const keys = new Set(log.map(({ key }) => key));
  const now = new Set(steps.flatMap((step) => markOfStep(step) ?? []));
  const isWritten =
    announced.log.length > 0
      ? announced.log.some((key) => keys.has(key))
      : announced.status === plan.status && announced.marks.every((mark) => now.has(mark));
  if (isWritten) known.announced = null;
  else takeBack(known);
}

function changedBoxes(known: KnownPlan, steps: readonly DigestedStep[]): readonly StepChange[] {
  const left = [...known.marks].flatMap(([mark, count]) =>
    Array.from({ length: count }, () => readMark(mark)),
  );
  const byId = new Map(
    left.flatMap((mark) => (mark.id === null ? [] : [[mark.id, mark] as const])),
  );
  const matched = new Map<DigestedStep, Mark>();
  const used = new Set<Mark>();
  const match = (step: DigestedStep, mark: Mark | undefined): void => {
    if (!mark || used.has(mark)) return;
    matched.set(step, mark);
    used.add(mark);
  };
  for (const one of steps) if (one.step.id !== null) match(one, byId.get(one.step.id));
  for (const isExact of [true, false]) {
    const byWords = groupBy(
      left.filter((mark) => !used.has(mark)),
      ({ digest, box }) => (isExact ? `${digest} ${box}` : digest),
    );
    for (const one of steps) {
      if (matched.has(one)) continue;
      match(one, byWords.get(isExact ? `${one.digest} ${one.box}` : one.digest)?.pop());
    }
  }
  const lost = groupBy(
    left.filter((mark) => !used.has(mark)),
    ({ box }) => box,
  );
  let reworded = left.length - used.size - Math.max(0, known.steps - steps.length);
  return steps.flatMap((one): readonly StepChange[] => {
    const { step, box, digest } = one;
    const before = matched.get(one);
    if ((before?.box ?? 'open') === box) return [];
    const wasOpen = known.open.has(digest) || (step.id !== null && known.open.has(`^${step.id}`));
    if (!before && !wasOpen && reworded > 0 && lost.get(box)?.pop()) {
      reworded -= 1;
      return [];
    }
    const mark = markOfStep(one);
    return [
      {
        ...{ step, to: box },
        ...(before ? { gone: before.mark } : {}),
        ...(mark === null ? {} : { mark }),
      },
    ];
  });
}

function groupBy(marks: readonly Mark[], keyOf: (mark: Mark) => string): Map<string, Mark[]> {
  const groups = new Map<string, Mark[]>();
  for (const mark of marks) {
    const group = groups.get(keyOf(mark));
    if (group) group.push(mark);
    else groups.set(keyOf(mark), [mark]);
  }
  return groups;
}
