import {
  wholePlan,
  type KeyedEntry,
  type SeenPlan,
  type StepChange,
} from '../../core/ledger/seen/seen-plan.js';
import { isStepClosed } from '../../core/ledger/closed-step.js';
import { sha256Hex } from '../../core/digest.js';
import type { Plan } from '../../core/plan/plan.js';
import { quoted } from '../../core/text/quote.js';
import { showInvisible } from '../../core/text/show-invisible.js';
import type { EngineContext } from '../context.js';
import type { Happening, LedgerBook } from '../ledger/ledger-book.js';
import { readPlan } from '../vault/plan-notes.js';

const plansOfRecord = 50;
const longestEntry = 200;

/** True when this ledger records what others write. */
export function recordsOutside({ seen, isActive, halted }: LedgerBook): boolean {
  return seen.hasBaseline && isActive && halted === null;
}

/** Remembers which plans and requests exist, so that they are not reported as new. */
export async function takeBaseline(context: EngineContext): Promise<void> {
  const { index, book } = context;
  if (book.seen.hasBaseline || !book.isActive || book.halted) return;
  const ids = planIdsIn(context).filter((id) => !book.seen.knows(id));
  const requests = [...index.requests()].map(({ requestId }) => requestId);
  if (ids.length + requests.length === 0) {
    book.seen.beginEmpty();
    return;
  }
  for (let start = 0; start === 0 || start < ids.length; start += plansOfRecord) {
    const some = ids.slice(start, start + plansOfRecord);
    const isLast = start + plansOfRecord >= ids.length;
    const taken = await book.planWrites.takeAll(some, async () => {
      const seen: SeenPlan[] = [];
      for (const id of some) {
        const plan = await readPlan(context, id);
        seen.push(plan.ok ? wholePlan(plan.value) : { plan: id, whole: true });
      }
      return book.record(
        { kind: 'event', seen, ...(isLast ? { requests, baseline: true } : {}) },
        {
          actor: 'Countersign',
          event: 'plans_seen',
          detail: `${some.length} plans${isLast ? ` and ${requests.length} requests` : ''} were here before. What others change in them is recorded from now on.`,
        },
        { durable: false },
      );
    });
    if (!taken.ok) return;
  }
}

function planIdsIn({ index }: EngineContext): readonly string[] {
  const ids = new Set<string>();
  for (const entry of index.all()) {
    if (entry.kind === 'plan') ids.add(entry.plan.planId);
    if (entry.kind === 'broken' && entry.of === 'plan' && entry.id !== null) ids.add(entry.id);
  }
  return [...ids];
}

export function changedPlans({ index, book }: EngineContext): readonly string[] {
  const undecided = book.planApprovals.open().map((planId) => `plan:${planId}`);
  if (!recordsOutside(book)) return undecided;
  const changed = [...index.all()].flatMap((entry) => {
    if (entry.kind !== 'plan') return [];
    const { planId } = entry.plan;
    return book.seen.hasText(planId, index.digestOf(entry.path)) ? [] : [`plan:${planId}`];
  });
  return [...undecided, ...changed];
}

export async function noteOutsideEdits(context: EngineContext, found: Plan): Promise<Plan> {
  const { book } = context;
  if (!recordsOutside(book) || book.seen.hasText(found.taskId, sha256Hex(found.text))) return found;
  return book.planWrites.take(found.taskId, async () => {
    const plan = await readPlan(context, found.taskId);
    if (!plan.ok) return found;
    await record(context, plan.value);
    return plan.value;
  });
}

/**
 * Records log entries that others wrote into a copy of a plan note. CALL BEFORE THE COPY IS MERGED.
 */
export async function noteLogOfCopy(context: EngineContext, copy: Plan): Promise<void> {
  const { book } = context;
  if (!recordsOutside(book)) return;
  await book.planWrites.take(copy.taskId, async () => {
    const log = book.seen.unseenLog(copy);
    if (log.length > 0) await recordAll(context, copy, [logAdded(log)]);
  });
}

interface Told {
  readonly event: string;
  readonly detail: string;
  readonly seen: Omit<SeenPlan, 'plan'>;
}

async function record(context: EngineContext, plan: Plan): Promise<void> {
  const { book } = context;
  const { seen } = book;
  const whole = wholePlan(plan);
  if (!seen.knows(plan.taskId)) {
    await book.record(
      { kind: 'event', seen: [whole] },
      { ...ofPlan(plan, 'plan_found'), from: plan.path, detail: foundDetail(plan) },
      { durable: false },
    );
  } else if (seen.isBare(plan.taskId)) {
    await book.record(
      { kind: 'event', seen: [whole] },
      {
        ...{ actor: 'Countersign', event: 'plans_seen' },
        detail: `Takes ${plan.taskId} as it is. What others change in it is recorded from now on.`,
      },
      { durable: false },
    );
  }
  const changes = seen.unseen(plan);
  if (!changes) return;
  const isTold = (change: StepChange): boolean => isOnRecord(context, plan, change);
  const steps = changes.steps.filter((change) => !isTold(change));
  const from = changes.from;
  const told: readonly Told[] = [
    ...(from === null
      ? []
      : [
          {
            event: 'plan_status_changed',
            detail: `The plan’s status was changed in its note, from ${from} to ${plan.status}.`,
            seen: { status: plan.status },
          },
        ]),
    ...boxesChanged(steps),
    ...(changes.log.length > 0 ? [logAdded(changes.log)] : []),
  ];
  const { text = '', steps: count = 0 } = whole;
  if (await recordAll(context, plan, told, { text, steps: count })) {
    seen.noteLooked(plan, text, changes.steps.filter(isTold));
  }
}

/** Records the edits one by one, so that none is recorded twice after a crash. */
async function recordAll(
  { book }: EngineContext,
  plan: Plan,
  told: readonly Told[],
  all: Pick<SeenPlan, 'text' | 'steps'> = {},
): Promise<boolean> {
  for (const [at, { event, detail, seen }] of told.entries()) {
    const isLast = at === told.length - 1;
    const change = { ...seen, ...(isLast ? all : {}) };
    const recorded = await book.record(
      { kind: 'event', seen: [book.seen.next(plan.taskId, change)] },
      { ...ofPlan(plan, event), detail },
      { durable: false },
    );
    if (!recorded.ok) return false;
  }
  return true;
}

function ofPlan({ taskId }: Plan, event: string): Omit<Happening, 'detail'> {
  return { actor: 'Outside', event, plan_id: taskId };
}

function isOnRecord(
  { book: { facts }, index }: EngineContext,
  { taskId }: Plan,
  { step: { id, text, gated }, to }: StepChange,
): boolean {
  if (!gated || id === null || to === 'aside') return false;
  if (isStepClosed(facts, taskId, { id, text })) return true;
  const waits = index
    .requestsOfPlan(taskId)
    .some(({ stepId, folder }) => stepId === id && folder !== 'rejected');
  const isPrepared = facts
    .openIdsOf(taskId)
    .some((requestId) => facts.request(requestId)?.prepared?.step === id);
  return to === 'done' && (waits || isPrepared);
}

const boxEvents = [
  ['done', 'step_ticked', 'ticked'],
  ['aside', 'step_set_aside', 'set aside'],
  ['open', 'step_unticked', 'opened again'],
] as const;

function boxesChanged(changes: readonly StepChange[]): readonly Told[] {
  return boxEvents.flatMap(([box, event, became]): readonly Told[] => {
    const some = changes.filter(({ to }) => to === box);
    const last = some.at(-1)?.step;
    if (!last) return [];
    const words = quoted(last.text);
    const mark = box === 'aside' ? ` ([${showInvisible(last.mark)}])` : '';
    const detail =
      some.length === 1
        ? `Step ${last.position} was ${became} in the note${mark}: ${words}.`
        : `${some.length} steps were ${became} in the note; the last of them is step ${last.position}${mark}: ${words}.`;
    const gone = some.flatMap((change) => change.gone ?? []);
    const marks = some.flatMap((change) => change.mark ?? []);
    const seen = {
      ...(gone.length > 0 ? { gone } : {}),
      ...(marks.length > 0 ? { marks } : {}),
    };
    return [{ event, detail, seen }];
  });
}

function logAdded(added: readonly KeyedEntry[]): Told {
  const { actor = '', action = '', rationale = '' } = added.at(-1)?.entry ?? {};
  const said = quoted(rationale === '' ? action : `${action} — ${rationale}`, longestEntry);
  const by = ` It names ${quoted(actor)} as who did it.`;
  const detail =
    added.length === 1
      ? `An entry was added to its log in the note: ${said}.${by}`
      : `${added.length.toLocaleString('en')} entries were added to its log in the note; the last: ${said}.${by}`;
  return { event: 'log_added', detail, seen: { log: added.map(({ key }) => key) } };
}

const longestObjective = 40;

function foundDetail({ objective }: Plan): string {
  return `A plan note was added: ${quoted(objective, longestObjective)}.`;
}
