import type { AuditFields } from '../../core/audit/entry.js';
import { sha256Hex } from '../../core/digest.js';
import { settledMs } from '../../core/settings/loop.js';
import { taskFolders } from '../../core/loop/task-folders.js';
import { errorReportType } from '../../core/loop/error-report.js';
import { readTaskNote, type TaskProperties } from '../../core/loop/task-note.js';
import { readItem } from '../../core/task/read-item.js';
import { ok, type Result } from '../../core/errors.js';
import { baseName, folderOf } from '../../core/note/file-name.js';
import { quoted } from '../../core/text/quote.js';
import type { EngineContext } from '../context.js';
import { briefDigest } from '../plans/planned-item.js';

/** The types of items that become tasks by themselves. */
const knownTypes: ReadonlySet<string> = new Set(['email', 'whatsapp', 'file_drop']);

/** Whoever is typing in a note has its properties broken for a moment. */
const typingMs = 60_000;
const typeLine = /^type:[ \t]*["']?(\w+)/mu;
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
  const named = note?.taskId ?? null;
  const known = named === null ? null : tasks.task(named);
  if (known) {
    if (known.path === path || !(await isNoteOf(context, known.path, known.taskId))) return named;
    // A copy of its note, as sync makes one, is no other work.
    if (known.brief === briefDigest(text)) return null;
  }
  // Another program names its tasks by the same property.
  if (named === null && note?.keys.has('task_id')) return null;
  // The id of a task which no record tells of: its ledger is gone, or is on another device.
  if (named !== null && !known) return accept(context, path, named, 'Outside', text);
  const before = tasks.at(path) ?? tasks.at(context.index.sources.linkTo(path));
  // Under a name of before may lie another item.
  const isSame = before?.brief === briefDigest(text);
  if (before && isSame && !(await isFiled(context, path, before.taskId))) return before.taskId;
  return isTaken(context, path, text, note)
    ? accept(context, path, newId(context), 'Countersign', text)
    : null;
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
  sourceLink: string,
): Promise<Pick<AuditFields, 'task_id' | 'stage'>> {
  const { index, notes } = context;
  const path = index.sources.named(sourceLink);
  if (path === null || index.entryAt(path)?.kind !== 'item') return {};
  const text = await notes.read(path);
  if (!text.ok || (await taskAt(context, path, text.value)) !== null) return {};
  return { task_id: newId(context), stage: { to: 'WATCH', round: 0 } };
}

function newId({ ids }: EngineContext): string {
  return `T-${ids.random(8)}`;
}

async function accept(
  { book }: EngineContext,
  path: string,
  taskId: string,
  actor: string,
  text: string,
): Promise<string | null> {
  const recorded = await book.record(
    { kind: 'event' },
    {
      ...{ actor, event: 'task_accepted', task_id: taskId, from: path, brief: briefDigest(text) },
      stage: { to: 'WATCH', round: 0 },
      detail: `${quoted(baseName(path))} is the task ${taskId}.`,
    },
    { durable: false },
  );
  return recorded.ok ? taskId : null;
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
function isTaken(
  context: EngineContext,
  path: string,
  text: string,
  note: TaskProperties | null,
): boolean {
  const { book, planning } = context;
  const { takesItems, takesEarlier } = planning().loop;
  if (!takesItems || !book.tasks.knowsEarlier) return false;
  if (book.tasks.wasThere(digestOf(text)) && !takesEarlier) return false;
  // What can't be read is taken, too, if it shows its type: somebody has to be told.
  if (note === null) {
    return (
      knownTypes.has(typeLine.exec(text)?.[1] ?? '') && isSettled(context, path, text, typingMs)
    );
  }
  if (!knownTypes.has(note.type ?? '') || note.isDone) return false;
  return !readItem(text, path).isForReading && isSettled(context, path, text, settledMs);
}

/** Whether an item has been the same for so long (ms); else it is looked at again then. */
function isSettled(
  { clock, earlier, lookAgainAt }: EngineContext,
  path: string,
  text: string,
  forMs: number,
): boolean {
  const digest = sha256Hex(text);
  const before = earlier.arriving.get(path);
  const seen = before?.digest === digest ? before : { digest, sinceMs: clock.now() };
  earlier.arriving.set(path, seen);
  if (clock.now() - seen.sinceMs >= forMs) return true;
  lookAgainAt(`path:${path}`, seen.sinceMs + forMs);
  return false;
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
): boolean {
  const stage = context.book.tasks.task(taskId)?.stage;
  const isNamed = stage !== 'WATCH' && stage !== 'WRITE';
  const note = text.trim() === '' ? null : readTaskNote(text, path);
  const isOdd = note === null || (isNamed && note.taskId !== taskId);
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
  const items = texts.flatMap((text) => (text.ok ? [digestOf(text.value)] : []));
  const were =
    items.length === 1
      ? 'item was here before, and stays as it is'
      : 'items were here before, and stay as they are';
  await book.record(
    { kind: 'event', items },
    {
      ...{ actor: 'Countersign', event: 'items_seen' },
      detail: `${items.length} ${were}. New mails and messages become tasks.`,
    },
    { durable: false },
  );
  for (const path of paths) context.lookAgain(`path:${path}`);
}

function digestOf(text: string): string {
  return briefDigest(text).slice(0, digestLength);
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

/** Whether the note of a task lies in the folder of what is over: what is at its path now is another one. */
function isFiled(context: EngineContext, path: string, taskId: string): Promise<boolean> {
  return isNoteOf(context, `${taskFolders(context.folders).done}/${baseName(path)}.md`, taskId);
}
