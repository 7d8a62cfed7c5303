import { fail, ok, type Result } from '../../core/errors.js';
import {
  compareSteps,
  hasAllOf,
  whyNotInto,
} from '../../core/plan/duplicates/decide-duplicates.js';
import { applyEdits } from '../../core/text/edit.js';
import {
  isMarkedDuplicate,
  joinPlans,
  markDuplicate,
  type Decider,
} from '../../core/plan/duplicates/consolidate-plans.js';
import { parsePlan } from '../../core/plan/parse-plan.js';
import type { Plan } from '../../core/plan/plan.js';
import type { EngineContext } from '../context.js';
import { writePlan } from '../vault/write-plan.js';
import { noteLogOfCopy } from './outside-edits.js';
import { takeBackOfPlan } from '../requests/standing-approvals.js';
import { readDuplicatePlans, asDuplicate } from './duplicate-notes.js';
import { quotedPath } from '../../core/text/quote.js';

export interface Pair {
  readonly kept: Plan;
  readonly other: Plan;
}

export async function consolidate(
  context: EngineContext,
  pair: Pair,
  actor: Decider,
): Promise<Result<void>> {
  const { kept, other } = pair;
  if (actor === 'Human' && kept.taskId !== other.taskId) {
    takeBackOfPlan(context, other.taskId, `You kept another plan in place of ${other.taskId}.`);
  }
  const fields = { plan_id: other.taskId, from: other.path, to: kept.path };
  const recorded = await context.book.record(
    { kind: 'event' },
    {
      actor,
      event: 'plan_consolidated',
      ...fields,
      detail: `${quotedPath(other.path)} is a duplicate of ${quotedPath(kept.path)}: its log is added there, and the note moves to the archive.`,
    },
  );
  if (!recorded.ok) return recorded;
  const done = await writeBoth(context, pair, actor);
  if (!done.ok) {
    await context.book.record(
      { kind: 'event' },
      {
        actor: 'Countersign',
        event: 'not_written',
        ...fields,
        detail: `${quotedPath(other.path)} was not consolidated: ${done.error.message}`,
      },
      { durable: false },
    );
  }
  return done;
}

async function writeBoth(
  context: EngineContext,
  { kept, other }: Pair,
  actor: Decider,
): Promise<Result<void>> {
  const { path: keptPath } = kept;
  if (kept.taskId === other.taskId) await noteLogOfCopy(context, other);
  const joined = await writeKept(context, kept, other, actor);
  if (!joined.ok) return joined;
  const marked = await writeMark(context, keptPath, other, actor);
  if (!marked.ok) return marked;
  if (joined.value.taskId === other.taskId) return archiveCopy(context, marked.value);
  // The next check withdraws the requests of the cancelled plan and archives its note.
  context.lookAgain(`plan:${other.taskId}`);
  return ok(undefined);
}

async function writeKept(
  context: EngineContext,
  kept: Plan,
  other: Plan,
  actor: Decider,
): Promise<Result<Plan>> {
  const { path } = kept;
  let isFit = false;
  const written = await writePlan(context, kept, (text) => {
    const { plan } = parsePlan(text, path);
    isFit = false;
    if (!plan || !isOpen(plan)) return null;
    const { lacking, onlyDoneThere } = compareSteps(plan, other);
    const isDecided =
      actor === 'Human' ||
      whyNotInto(asDuplicate(context, plan), asDuplicate(context, other)) === null;
    const edits = isDecided ? joinPlans(plan, other, actor, [...lacking, ...onlyDoneThere]) : null;
    if (edits === null) return null;
    isFit = true;
    return edits.length === 0 ? null : applyEdits(text, edits);
  });
  if (!written.ok) return written;
  const { plan } = parsePlan(written.value, path);
  return isFit && plan ? ok(plan) : changed(path);
}

async function writeMark(
  context: EngineContext,
  keptPath: string,
  { path, taskId, text: seen }: Plan,
  actor: Decider,
): Promise<Result<Plan>> {
  const [kept] = (await readDuplicatePlans(context, [keptPath])) ?? [];
  if (!kept || !isOpen(kept)) return changed(keptPath);
  let isFit = false;
  const write = taskId === kept.taskId ? writeCopy : writePlan;
  const written = await write(context, { taskId, path, text: seen }, (text) => {
    const { plan } = parsePlan(text, path);
    isFit = plan?.taskId === taskId && isMarkedDuplicate(plan);
    if (!plan || isFit) return null;
    const isDecided = actor === 'Human' ? text === seen : hasAllOf(kept, plan);
    isFit = plan.taskId === taskId && isOpen(plan) && isDecided;
    return isFit ? applyEdits(text, markDuplicate(plan, kept, actor)) : null;
  });
  if (!written.ok) return written;
  const { plan } = parsePlan(written.value, path);
  return isFit && plan ? ok(plan) : changed(path);
}

export async function archiveCopy(
  { book, folders, notes }: EngineContext,
  { path, taskId }: Plan,
): Promise<Result<void>> {
  const recorded = await book.record(
    { kind: 'event' },
    {
      actor: 'Countersign',
      event: 'plan_archived',
      plan_id: taskId,
      from: path,
      to: folders.archive,
      detail: `The duplicate of ${taskId} moves to ${folders.archive}.`,
    },
  );
  if (!recorded.ok) return recorded;
  const moved = await notes.moveInto(folders.archive, path, `${taskId}-duplicate`);
  if (!moved.ok) return moved;
  await book.record(
    { kind: 'event' },
    {
      actor: 'Countersign',
      event: 'duplicate_gone',
      plan_id: taskId,
      from: path,
      to: moved.value,
      detail: `The duplicate of ${taskId} is in ${folders.archive}.`,
    },
    { durable: false },
  );
  return ok(undefined);
}

/** A copy has the same plan id as the kept note. Its text must not be recorded as the plan's text. */
function writeCopy(
  { notes }: EngineContext,
  { path }: Pick<Plan, 'path'>,
  edit: (text: string) => string | null,
): Promise<Result<string>> {
  return notes.update(path, edit);
}

function isOpen({ status }: Plan): boolean {
  return status !== 'Done' && status !== 'Cancelled';
}

function changed(path: string): Result<never> {
  return fail('note_changed', 'The note just changed.', 'It is looked at again.', { path });
}
