import type { AuditFields } from '../../core/audit/entry.js';
import { sha256Hex } from '../../core/digest.js';
import { settledMs } from '../../core/settings/loop.js';
import { errorReportType } from '../../core/loop/error-report.js';
import { isNamed, STAGES } from '../../core/loop/stages.js';
import { readTaskNote, type TaskProperties } from '../../core/loop/task-note.js';
import type { RecordedTask } from '../../core/loop/tasks.js';
import { readItem } from '../../core/task/read-item.js';
import { ok, type Result } from '../../core/errors.js';
import { baseName, folderOf } from '../../core/note/file-name.js';
import { quoted } from '../../core/text/quote.js';
import type { EngineContext } from '../context.js';
import { briefDigest, type SourceNote } from '../plans/planned-item.js';
import { isElsewhere, movedUnnamed } from './missing-notes.js';

/** The types of items that become tasks by themselves. */
const knownType = /^(?:email(?:_task)?|whatsapp(?:_message)?|file_drop)$/u;

/** Whoever is typing in a note has its properties broken for a moment. */
const typingMs = 60_000;
const typeLine = /^type:[ \t]*["']?(\w+)/mu;
/** As a note says it whose properties can’t be read. */
const shownId = /^task_id:[ \t]*["']?(T-[a-z0-9]{8})\b/mu;
/** The beginning of a digest tells texts apart; the ledger keeps one of each item. */
const digestLength = 16;

/** The task that the note at this path is, or becomes now; `null`: it is none. */
export async function taskAt(
  context: EngineContext,
  path: string,
  text: string,
): Promise<string | null> {
  const { book } = context;
  if (!book.isActive || book.halted) return null;
  const { tasks } = book;
  const note = readTaskNote(text, path);
  if (note?.type === errorReportType) return null;
  const named = note ? note.taskId : (shownId.exec(text)?.[1] ?? null);
  const known = named === null ? null : tasks.task(named);
  const isKnownHere = known?.path === path;
  if (known && (isKnownHere || !(await isNoteOf(context, known.path, known.taskId)))) return named;
  const before = tasks.at(path) ?? tasks.at(context.index.sources.linkTo(path));
  const hasId = note?.keys.has('task_id') === true;
  // Under a name of before may lie another item.
  const isSame = before?.brief === briefDigest(text);
  const isItself = isSame || (named !== null && !known);
  const isMarked = hasId || note?.keys.has('loop_state') === true;
  const isOf = isMarked && before !== null && hasLostId(context, before, path, isItself);
  // A copy of which a person made a task bears the id of the other one until we name it.
  const isUnnamed = !hasId || (known !== null && !isNamed(before?.stage));
  if (before && (isOf || (isSame && isUnnamed && !isOver(context, before, path)))) {
    if (!isNamed(before.stage) || !(await isElsewhere(context, before.taskId, path)))
      return before.taskId;
  }
  // A copy, as sync makes one or brings back, is no other work. Other programs name their tasks by the same property.
  if (known || (named === null && hasId)) return null;
  // The id of a task which no record tells of: its ledger is gone, or is on another device.
  if (note && named !== null) return accept(context, path, named, 'Outside', text);
  if (!(await isTaken(context, path, text, note))) return null;
  const moved = await movedUnnamed(context, text);
  if (moved !== null) return moved;
  const { arriving, stayed } = context.earlier;
  const isOld = !context.planning().loop.takesEarlier && stayed.has(path);
  if (!isOld) return accept(context, path, newId(context), 'Countersign', text);
  // One that was there before may be edited.
  const detail = `${quoted(baseName(path))} was here before, and was edited.`;
  await recordEarlier(context, [itemDigest(path, text)], detail);
  arriving.delete(path);
  return null;
}

/** Whether the note at a path is the one of a task, although somebody changed the id in it. */
function hasLostId(
  { earlier }: EngineContext,
  { taskId, stage, path }: RecordedTask,
  at: string,
  isItself: boolean,
): boolean {
  const isHere = path === at && isNamed(stage);
  return isHere && (isItself || earlier.tasks.get(at)?.taskId === taskId);
}

/** Whether a task has ended, and its note was not seen here since then: one that says the same is new work. */
function isOver(
  { book, earlier }: EngineContext,
  { planId, stage, taskId }: RecordedTask,
  path: string,
): boolean {
  const isEnded = stage === 'LOG' || stage === 'CLOSE' || book.plannedIds.isEnded(planId ?? '');
  return isEnded && isNamed(stage) && earlier.tasks.get(path)?.taskId !== taskId;
}

/** Makes a task of an item, as a person asked for it. It moves on by itself from there. */
export async function acceptItem(context: EngineContext, path: string): Promise<void> {
  const { book, index, notes } = context;
  if (index.entryAt(path)?.kind !== 'item' || !book.isActive || book.halted) return;
  const text = await notes.read(path);
  if (text.ok && (await taskAt(context, path, text.value)) === null) {
    await accept(context, path, newId(context), 'Human', text.value);
  }
  context.lookAgain(`path:${path}`);
}

/** For the record of a plan: the task that the item becomes with it, where its source is one and is no task yet. */
export async function newTaskOf(
  context: EngineContext,
  source: SourceNote | null,
): Promise<Pick<AuditFields, 'task_id' | 'stage'>> {
  if (source === null || context.index.entryAt(source.path)?.kind !== 'item') return {};
  if ((await taskAt(context, source.path, source.text)) !== null) return {};
  return { task_id: newId(context), stage: { to: 'WATCH', round: 0 } };
}

function newId({ ids }: EngineContext): string {
  return `T-${ids.random(8)}`;
}

async function accept(
  { book, lookAgain }: EngineContext,
  path: string,
  taskId: string,
  actor: string,
  text: string,
): Promise<string | null> {
  // It took the place of the note of another one, which is missing now.
  if (book.tasks.at(path)) lookAgain('outside:');
  // A task of which its ledger is gone may have been worked.
  const isFailed = actor !== 'Outside' && readTaskNote(text, path)?.result === 'failed';
  const recorded = await book.record(
    { kind: 'event' },
    {
      ...{ actor, event: 'task_accepted', task_id: taskId, from: path, brief: briefDigest(text) },
      ...(isFailed ? { outcome: 'failed' } : {}),
      stage: { to: 'WATCH', round: 0 },
      detail: `${quoted(baseName(path))} is the task ${taskId}.`,
    },
    { durable: false },
  );
  return recorded.ok ? taskId : null;
}

/** Puts on record that a task is over of which no note says so: it passes the stages that are left. */
export async function recordEnd(
  { book }: EngineContext,
  { path, planId, round, stage, taskId }: RecordedTask,
  said: string,
  actor = 'Countersign',
): Promise<Result<unknown>> {
  for (const to of STAGES.slice(STAGES.indexOf(stage) + 1)) {
    const recorded = await book.record(
      { kind: 'event' },
      {
        ...{ actor, event: to === 'CLOSE' && planId === null ? 'task_closed' : 'task_passed' },
        ...{ task_id: taskId, from: path, stage: { to, round } },
        detail: `${quoted(baseName(path))} ${said}.`,
      },
      { durable: false },
    );
    if (!recorded.ok) return recorded;
  }
  return ok(undefined);
}

/** Puts on record that the note of a task that is over was moved. */
export async function recordFiled(
  { book }: EngineContext,
  taskId: string,
  from: string,
  to: string,
): Promise<Result<string>> {
  const recorded = await book.record(
    { kind: 'event' },
    {
      ...{ actor: 'Countersign', event: 'task_filed', task_id: taskId, from, to },
      detail: `The task’s note is in ${folderOf(to)}.`,
    },
    { durable: false },
  );
  return recorded.ok ? ok(to) : recorded;
}

/** Whether an item becomes a task by itself: of a known type, new, and no longer being written. */
async function isTaken(
  context: EngineContext,
  path: string,
  text: string,
  note: TaskProperties | null,
): Promise<boolean> {
  const { book, planning } = context;
  const { takesItems, takesEarlier } = planning().loop;
  if (!takesItems || !book.tasks.knowsEarlier) return false;
  if (!takesEarlier && isEarlier(context, path, text)) return false;
  // What can't be read is taken, too, if it shows its type: somebody has to be told.
  if (note === null) {
    return (
      knownType.test(typeLine.exec(text)?.[1] ?? '') &&
      (await isSettled(context, path, text, typingMs))
    );
  }
  return isWork(path, text, note) && isSettled(context, path, text, settledMs);
}

/** Whether an item is of a type that becomes a task by itself, and asks for something. */
export function isWork(path: string, text: string, note: TaskProperties): boolean {
  return knownType.test(note.type ?? '') && !note.isDone && !readItem(text, path).isForReading;
}

/** Whether an item of this name and text lay there before the loop took any. */
function isEarlier({ book, earlier }: EngineContext, path: string, text: string): boolean {
  const { tasks } = book;
  // Older records have the text alone.
  const isThere =
    tasks.wasThere(itemDigest(path, text)) || tasks.wasThere(begin(briefDigest(text)));
  if (isThere) earlier.stayed.add(path);
  return isThere;
}

/**
 * Whether an item has been the same for so long (ms); else it is looked at again then. A long time may have been over
 * before this process began, as its file says.
 */
async function isSettled(
  { clock, earlier, lookAgainAt, notes }: EngineContext,
  path: string,
  text: string,
  forMs: number,
): Promise<boolean> {
  const digest = sha256Hex(text);
  const before = earlier.arriving.get(path);
  const nowMs = clock.now();
  // The clock may have been set back.
  const sinceMs = before?.digest === digest ? Math.min(before.sinceMs, nowMs) : nowMs;
  earlier.arriving.set(path, { digest, sinceMs });
  if (nowMs - sinceMs >= forMs) return true;
  lookAgainAt(`path:${path}`, sinceMs + forMs);
  // Another computer’s clock, which dated the file, may be ahead.
  const files = forMs > settledMs ? await notes.list(folderOf(path)) : [];
  return files.some((file) => file.path === path && Math.abs(nowMs - file.mtimeMs) >= forMs);
}

/**
 * Whether nobody is writing the note of a task: what we wrote then would take the place of their words. One that is
 * empty, or does not say any more which task it is, may be in the middle of that.
 */
export function isAtRest(
  context: EngineContext,
  path: string,
  text: string,
  taskId: string,
): Promise<boolean> {
  const stage = context.book.tasks.task(taskId)?.stage;
  const note = text.trim() === '' ? null : readTaskNote(text, path);
  const isOdd = note === null || (isNamed(stage) && note.taskId !== taskId);
  return isSettled(context, path, text, isOdd ? typingMs : settledMs);
}

/** What we wrote ourselves is at rest. */
export function noteWritten({ earlier }: EngineContext, path: string, text: string): void {
  earlier.arriving.set(path, { digest: sha256Hex(text), sinceMs: -Infinity });
}

/** Puts on record, once for each ledger, which items lay there before any was taken by itself. */
export async function noteEarlierItems(context: EngineContext): Promise<void> {
  const { book, index, notes, planning } = context;
  if (!planning().loop.takesItems || book.tasks.knowsEarlier || !book.isActive || book.halted) {
    return;
  }
  const paths = [...index.all()].flatMap((entry) => (entry.kind === 'item' ? [entry.path] : []));
  const texts = await Promise.all(paths.map((path) => notes.read(path)));
  const items = texts.flatMap((text, at) =>
    text.ok ? [itemDigest(paths[at] ?? '', text.value)] : [],
  );
  const stay = items.length === 1 ? 'item stays as it is' : 'items stay as they are';
  const detail = `${items.length} earlier ${stay}. New emails and messages become tasks.`;
  await recordEarlier(context, items, detail);
  for (const path of paths) context.lookAgain(`path:${path}`);
}

async function recordEarlier(
  { book }: EngineContext,
  items: readonly string[],
  detail: string,
): Promise<void> {
  await book.record(
    { kind: 'event', items },
    { actor: 'Countersign', event: 'items_seen', detail },
    { durable: false },
  );
}

/** An item is its name and its text. */
function itemDigest(path: string, text: string): string {
  return begin(sha256Hex(`${baseName(path)}\n${briefDigest(text)}`));
}

function begin(digest: string): string {
  return digest.slice(0, digestLength);
}

/** Whether the note at this path says that it is the one of this task. */
export async function isNoteOf(
  context: Pick<EngineContext, 'notes'>,
  path: string,
  taskId: string,
): Promise<boolean> {
  const text = await context.notes.read(path);
  return text.ok && readTaskNote(text.value, path)?.taskId === taskId;
}
