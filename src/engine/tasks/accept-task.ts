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

const knownType = /^(?:email(?:_task)?|whatsapp(?:_message)?|file_drop)$/u;

/**
 * Somebody may still be typing in a note that looks unfinished. So it must stay unchanged for so
 * long.
 */
const typingMs = 60_000;
const typeLine = /^type:[ \t]*["']?(\w+)/mu;
const shownId = /^task_id:[ \t]*["']?(T-[a-z0-9]{8})\b/mu;
const digestLength = 16;

/** Returns the id of a note's task. A new item may become a task here. */
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
  const isSame = before?.brief === briefDigest(text);
  const isItself = isSame || (named !== null && !known);
  const isMarked = hasId || note?.keys.has('loop_state') === true;
  const isOf = isMarked && before !== null && hasLostId(context, before, path, isItself);
  const isUnnamed = !hasId || (known !== null && !isNamed(before?.stage));
  if (before && (isOf || (isSame && isUnnamed && !isOver(context, before, path)))) {
    if (!isNamed(before.stage) || !(await isElsewhere(context, before.taskId, path)))
      return before.taskId;
  }
  // A copy of a task is not new work. A `task_id` of another program is left alone.
  if (known || (named === null && hasId)) return null;
  if (note && named !== null) return accept(context, path, named, 'Outside', text);
  if (!(await isTaken(context, path, text, note))) return null;
  const moved = await movedUnnamed(context, text);
  if (moved !== null) return moved;
  const { arriving, stayed } = context.earlier;
  const isOld = !context.planning().loop.takesEarlier && stayed.has(path);
  if (!isOld) return accept(context, path, newId(context), 'Countersign', text);
  const detail = `${quoted(baseName(path))} was here before, and was edited.`;
  await recordEarlier(context, [itemDigest(path, text)], detail);
  arriving.delete(path);
  return null;
}

function hasLostId(
  { earlier }: EngineContext,
  { taskId, stage, path }: RecordedTask,
  at: string,
  isItself: boolean,
): boolean {
  const isHere = path === at && isNamed(stage);
  return isHere && (isItself || earlier.tasks.get(at)?.taskId === taskId);
}

/** A note with the text of an ended task is new work, unless it is known as that task's note. */
function isOver(
  { book, earlier }: EngineContext,
  { planId, stage, taskId }: RecordedTask,
  path: string,
): boolean {
  const isEnded = stage === 'LOG' || stage === 'CLOSE' || book.plannedIds.isEnded(planId ?? '');
  return isEnded && isNamed(stage) && earlier.tasks.get(path)?.taskId !== taskId;
}

export async function acceptItem(context: EngineContext, path: string): Promise<void> {
  const { book, index, notes } = context;
  if (index.entryAt(path)?.kind !== 'item' || !book.isActive || book.halted) return;
  const text = await notes.read(path);
  if (text.ok && (await taskAt(context, path, text.value)) === null) {
    await accept(context, path, newId(context), 'Human', text.value);
  }
  context.lookAgain(`path:${path}`);
}

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
  if (book.tasks.at(path)) lookAgain('outside:');
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
  if (note === null) {
    return (
      knownType.test(typeLine.exec(text)?.[1] ?? '') &&
      (await isSettled(context, path, text, typingMs))
    );
  }
  return isWork(path, text, note) && isSettled(context, path, text, settledMs);
}

export function isWork(path: string, text: string, note: TaskProperties): boolean {
  return knownType.test(note.type ?? '') && !note.isDone && !readItem(text, path).isForReading;
}

function isEarlier({ book, earlier }: EngineContext, path: string, text: string): boolean {
  const { tasks } = book;
  const isThere =
    tasks.wasThere(itemDigest(path, text)) || tasks.wasThere(begin(briefDigest(text)));
  if (isThere) earlier.stayed.add(path);
  return isThere;
}

async function isSettled(
  { clock, earlier, lookAgainAt, notes }: EngineContext,
  path: string,
  text: string,
  forMs: number,
): Promise<boolean> {
  const digest = sha256Hex(text);
  const before = earlier.arriving.get(path);
  const nowMs = clock.now();
  const sinceMs = before?.digest === digest ? Math.min(before.sinceMs, nowMs) : nowMs;
  earlier.arriving.set(path, { digest, sinceMs });
  if (nowMs - sinceMs >= forMs) return true;
  lookAgainAt(`path:${path}`, sinceMs + forMs);
  const files = forMs > settledMs ? await notes.list(folderOf(path)) : [];
  return files.some((file) => file.path === path && Math.abs(nowMs - file.mtimeMs) >= forMs);
}

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

export function noteWritten({ earlier }: EngineContext, path: string, text: string): void {
  earlier.arriving.set(path, { digest: sha256Hex(text), sinceMs: -Infinity });
}

/** Records which items were there before automatic tasks were turned on. */
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

function itemDigest(path: string, text: string): string {
  return begin(sha256Hex(`${baseName(path)}\n${briefDigest(text)}`));
}

function begin(digest: string): string {
  return digest.slice(0, digestLength);
}

export async function isNoteOf(
  context: Pick<EngineContext, 'notes'>,
  path: string,
  taskId: string,
): Promise<boolean> {
  const text = await context.notes.read(path);
  return text.ok && readTaskNote(text.value, path)?.taskId === taskId;
}
