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

/** The types of items that become tasks automatically. */
const knownType = /^(?:email(?:_task)?|whatsapp(?:_message)?|file_drop)$/u;

/**
 * How long (ms) the properties of a note must be unreadable before it is treated as broken, because they are for a moment while somebody
 * types.
 */
const typingMs = 60_000;
const typeLine = /^type:[ \t]*["']?(\w+)/mu;
/** The task id as written in a note whose properties cannot be read. */
const shownId = /^task_id:[ \t]*["']?(T-[a-z0-9]{8})\b/mu;
/** Enough digits of a digest to distinguish texts. The ledger keeps one digest for each item. */
const digestLength = 16;

/** Returns the id of the task of the note at this path; null if the note is of no task. A new item may be recorded as a task here. */
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
  // Another item may now have an earlier task's path, so the texts are compared.
  const isSame = before?.brief === briefDigest(text);
  const isItself = isSame || (named !== null && !known);
  const isMarked = hasId || note?.keys.has('loop_state') === true;
  const isOf = isMarked && before !== null && hasLostId(context, before, path, isItself);
  // A copy that a person made a task has the other task's id until Countersign writes a new one.
  const isUnnamed = !hasId || (known !== null && !isNamed(before?.stage));
  if (before && (isOf || (isSame && isUnnamed && !isOver(context, before, path)))) {
    if (!isNamed(before.stage) || !(await isElsewhere(context, before.taskId, path)))
      return before.taskId;
  }
  // A copy that sync made or restored is not new work. Other programs may use the same property for their own tasks.
  if (known || (named === null && hasId)) return null;
  // The note names a task without a record here: its ledger is gone, or is on another device.
  if (note && named !== null) return accept(context, path, named, 'Outside', text);
  if (!(await isTaken(context, path, text, note))) return null;
  const moved = await movedUnnamed(context, text);
  if (moved !== null) return moved;
  const { arriving, stayed } = context.earlier;
  const isOld = !context.planning().loop.takesEarlier && stayed.has(path);
  if (!isOld) return accept(context, path, newId(context), 'Countersign', text);
  // Editing an item that was excluded from the start does not make it new.
  const detail = `${quoted(baseName(path))} was here before, and was edited.`;
  await recordEarlier(context, [itemDigest(path, text)], detail);
  arriving.delete(path);
  return null;
}

/** True when the note at a path belongs to a task although somebody changed the id in it. */
function hasLostId(
  { earlier }: EngineContext,
  { taskId, stage, path }: RecordedTask,
  at: string,
  isItself: boolean,
): boolean {
  const isHere = path === at && isNamed(stage);
  return isHere && (isItself || earlier.tasks.get(at)?.taskId === taskId);
}

/** True when a task has ended and its note was not seen here since: then a note with the same text is new work. */
function isOver(
  { book, earlier }: EngineContext,
  { planId, stage, taskId }: RecordedTask,
  path: string,
): boolean {
  const isEnded = stage === 'LOG' || stage === 'CLOSE' || book.plannedIds.isEnded(planId ?? '');
  return isEnded && isNamed(stage) && earlier.tasks.get(path)?.taskId !== taskId;
}

/** Makes an item a task on a person's request. It then passes the stages automatically. */
export async function acceptItem(context: EngineContext, path: string): Promise<void> {
  const { book, index, notes } = context;
  if (index.entryAt(path)?.kind !== 'item' || !book.isActive || book.halted) return;
  const text = await notes.read(path);
  if (text.ok && (await taskAt(context, path, text.value)) === null) {
    await accept(context, path, newId(context), 'Human', text.value);
  }
  context.lookAgain(`path:${path}`);
}

/**
 * Returns the fields for the record of a new plan that make its source item a task; empty if the source is no item, or is a task already.
 */
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
  // This note replaced the note of another task, which is now missing.
  if (book.tasks.at(path)) lookAgain('outside:');
  // The result `failed` with which a new item came is ignored. That of a task of another ledger is used, because the task may already have
  // been worked on.
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

/** Records the remaining stages of a task that has ended although its note does not say that. */
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

/** Records that the note of an ended task was moved. */
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

/** True when an item becomes a task automatically: it has a known type, is new, and is no longer being written. */
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
  // A note with unreadable properties but a known type is taken as well, so that somebody is informed.
  if (note === null) {
    return (
      knownType.test(typeLine.exec(text)?.[1] ?? '') &&
      (await isSettled(context, path, text, typingMs))
    );
  }
  return isWork(path, text, note) && isSettled(context, path, text, settledMs);
}

/** True when an item has a type that becomes a task automatically, and requests something. */
export function isWork(path: string, text: string, note: TaskProperties): boolean {
  return knownType.test(note.type ?? '') && !note.isDone && !readItem(text, path).isForReading;
}

/** True when an item with this name and text was there before Countersign took any as tasks. */
function isEarlier({ book, earlier }: EngineContext, path: string, text: string): boolean {
  const { tasks } = book;
  // Older records contain the digest of the text alone.
  const isThere =
    tasks.wasThere(itemDigest(path, text)) || tasks.wasThere(begin(briefDigest(text)));
  if (isThere) earlier.stayed.add(path);
  return isThere;
}

/**
 * True when an item has been unchanged for so long (ms); if not, it is checked again then. For a long wait, the file's own time is used as
 * well, so that a restart does not begin the wait again.
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
  // The clock may have been set back, so the earlier of both times is used.
  const sinceMs = before?.digest === digest ? Math.min(before.sinceMs, nowMs) : nowMs;
  earlier.arriving.set(path, { digest, sinceMs });
  if (nowMs - sinceMs >= forMs) return true;
  lookAgainAt(`path:${path}`, sinceMs + forMs);
  // A difference in either direction is accepted, because the file may have been dated by another computer whose clock is ahead.
  const files = forMs > settledMs ? await notes.list(folderOf(path)) : [];
  return files.some((file) => file.path === path && Math.abs(nowMs - file.mtimeMs) >= forMs);
}

/**
 * True when nobody is writing the note of a task, so that Countersign's write does not overwrite theirs. An empty note, or one without the
 * id of its task, may be in the middle of a write.
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

/** Remembers a text that Countersign wrote, because no wait is needed for it. */
export function noteWritten({ earlier }: EngineContext, path: string, text: string): void {
  earlier.arriving.set(path, { digest: sha256Hex(text), sinceMs: -Infinity });
}

/** Records, once for each ledger, which items existed before any was taken automatically. */
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

/** Returns the digest that identifies an item, of its name and its text. */
function itemDigest(path: string, text: string): string {
  return begin(sha256Hex(`${baseName(path)}\n${briefDigest(text)}`));
}

function begin(digest: string): string {
  return digest.slice(0, digestLength);
}

/** True when the note at this path contains the id of this task. */
export async function isNoteOf(
  context: Pick<EngineContext, 'notes'>,
  path: string,
  taskId: string,
): Promise<boolean> {
  const text = await context.notes.read(path);
  return text.ok && readTaskNote(text.value, path)?.taskId === taskId;
}
