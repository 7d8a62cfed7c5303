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

/** What was announced last, and how to take it back. */
interface Announced {
  readonly undo: { readonly status: PlanStatus; readonly gone: string[]; readonly marks: string[] };
  readonly status: PlanStatus;
  readonly marks: readonly string[];
  readonly log: readonly string[];
}

/** A plan note as the records say that it is. */
interface KnownPlan {
  /** Beginning of the digest of its text; absent: not all of it is on record. */
  text: string | undefined;
  status: PlanStatus;
  /** The marks of its steps, with how many steps bear each. */
  readonly marks: Map<string, number>;
  /** The entries that its log ever had: sync may take one away, and bring it again. */
  readonly log: Set<string>;
  /** How many steps it had. */
  steps: number;
  /** A write of ours of which it is not known whether it came into the note. */
  announced: Announced | null;
  /** It did not, and no record says so yet. */
  isLost: boolean;
  /** The open steps at the last look of this process, by digest and by id. */
  open: ReadonlySet<string>;
}

/** What of a plan note is on no record. */
export interface UnseenChanges {
  /** Its status until now; `null`: it is the same. */
  readonly from: PlanStatus | null;
  readonly steps: readonly StepChange[];
  readonly log: readonly KeyedEntry[];
}

/** Events that name a request which we made, or that was found before. */
const tellRequest = new Set(['action_drafted', 'foreign_confirmed', 'request_found']);
/** Only a ledger that knows what was there tells these. */
const tellNew = new Set(['plan_found', 'request_found']);

/**
 * The notes of plans and requests as far as they are on record, whoever wrote them: a fold over the ledger. What a note
 * has beyond that, somebody else wrote. Nothing of the gate looks at it.
 */
export class SeenPlans {
  /** `null`: there is one, and how it was, nobody knows. */
  private readonly plans = new Map<string, KnownPlan | null>();
  private readonly requestIds = new Set<string>();
  /** Plans that we said to make, and of which nothing else is on record. */
  private readonly begun = new Set<string>();
  /** Plans whose notes were found to be gone, and did not come back. */
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

  /** Whether everything that was there at the beginning is on record: what comes to it is new. */
  get hasBaseline(): boolean {
    return this.isComplete;
  }

  /** Whether that is on no record yet: the vault was empty. */
  get saysBaseline(): boolean {
    return this.isComplete && !this.isSaid;
  }

  /** There is nothing in the vault that a baseline could hold. */
  beginEmpty(): void {
    this.isComplete = true;
  }

  /** Whether anything is known of a plan; how its note was is not always. */
  knows(planId: string): boolean {
    return this.plans.has(planId);
  }

  knowsRequest(id: string): boolean {
    return this.requestIds.has(id);
  }

  /** Whether nothing but that there is such a plan is known. */
  isBare(planId: string): boolean {
    return this.plans.get(planId) === null;
  }

  /** Whether a note is, to the last character, as it is on record. */
  hasText(planId: string, digest: string | undefined): boolean {
    const text = this.plans.get(planId)?.text;
    return text !== undefined && digest !== undefined && text === textDigest(digest);
  }

  /** The plans that were not at their end when they were looked at last. */
  unfinished(): readonly string[] {
    return [...this.plans].flatMap(([id, known]) =>
      known && known.status !== 'Done' && known.status !== 'Cancelled' ? [id] : [],
    );
  }

  /** Whether it is on record that the note of a plan is gone. */
  isMissing(planId: string): boolean {
    return this.missing.has(planId);
  }

  /** How many steps a plan has as it is on record, and how many of them are open. */
  stepsOf(planId: string): { readonly open: number; readonly steps: number } {
    const { marks, steps = 0 } = this.plans.get(planId) ?? {};
    const ended = [...(marks?.values() ?? [])].reduce((sum, count) => sum + count, 0);
    return { open: Math.max(0, steps - ended), steps };
  }

  /** What we are about to write, for a record; `null`: nothing that is kept. */
  announce(before: Plan, after: Plan): SeenPlan | null {
    const known = this.plans.get(before.taskId);
    const change = known ? changeOf(before, after) : null;
    if (!known || !change) return null;
    confirmAnnounced(known, before);
    return this.next(before.taskId, { ...change, ours: true });
  }

  /** What comes to the records of a plan next. */
  next(planId: string, change: Omit<SeenPlan, 'plan'>): SeenPlan {
    const isLost = this.plans.get(planId)?.isLost === true;
    return { plan: planId, ...change, ...(isLost ? { lost: true as const } : {}) };
  }

  /** What was announced last is in the note. */
  noteWritten(planId: string): void {
    const known = this.plans.get(planId);
    if (known) known.announced = null;
  }

  /** What was announced last is not in the note, and will not be. */
  noteLost(planId: string): void {
    const known = this.plans.get(planId);
    if (known?.announced) takeBack(known);
  }

  /** What of a plan is on no record; `null`: nothing is known of it, or not how it was. */
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

  /** The entries of its log that no note of this plan ever had. */
  unseenLog(plan: Plan): readonly KeyedEntry[] {
    const known = this.plans.get(plan.taskId);
    if (!known) return [];
    const fresh = new Map<string, KeyedEntry>();
    for (const one of digestPlan(plan).log) if (!known.log.has(one.key)) fresh.set(one.key, one);
    return [...fresh.values()];
  }

  /**
   * A look at a plan, whose digest begins with `text`, is over: what was not worth a record (`quietly`) counts until the
   * end of the process.
   */
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
    // Another note may have this id: how that is, nobody knows.
    if (event === 'not_written' && wasBegun) this.plans.delete(planId);
    if (event === 'plan_created') {
      this.begun.add(planId);
      // Older records do not say how it was written.
      this.plans.set(planId, null);
    }
    // It ended: should it come back, it is taken as it is then.
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

/** Whether an event with this outcome ends a plan: an archived copy has none, as its plan goes on. */
export function endsPlan(event: string, outcome: string | undefined): boolean {
  return (event === 'plan_archived' || event === 'plan_cancelled') && outcome !== undefined;
}

function newKnown(status: PlanStatus): KnownPlan {
  return {
    ...{ text: undefined, status, steps: 0, announced: null, isLost: false },
    ...{ marks: new Map(), log: new Set(), open: new Set() },
  };
}

/** Takes a mark away, or that of the same step without its block id; the value is the one it was. */
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

/** What was announced last never came into the note. */
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

/** Finds out, from the note, whether what was announced before a crash was written: it came whole, or not at all. */
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

/** The steps whose boxes are not as they are on record. */
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
  // A step that lost its id, or got one, is known by its words.
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
  // Steps that were taken away read otherwise nowhere.
  let reworded = left.length - used.size - Math.max(0, known.steps - steps.length);
  return steps.flatMap((one): readonly StepChange[] => {
    const { step, box, digest } = one;
    const before = matched.get(one);
    if ((before?.box ?? 'open') === box) return [];
    const wasOpen = known.open.has(digest) || (step.id !== null && known.open.has(`^${step.id}`));
    // It was done before, and has other words by now.
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
