import type { Alert } from '../../core/alert.js';
import { missingNoteAlert, notWrittenAlert } from '../../core/loop/task-alerts.js';
import { taskFolders } from '../../core/loop/task-folders.js';
import { readTaskNote } from '../../core/loop/task-note.js';
import type { RecordedTask } from '../../core/loop/tasks.js';
import { baseName } from '../../core/note/file-name.js';
import { showInvisible } from '../../core/text/show-invisible.js';
import { isoSeconds } from '../../core/time.js';
import type { EngineContext } from '../context.js';
import { itemSetAside, openReports, reportAgain } from './error-reports.js';

type Known = Pick<EngineContext, 'book' | 'folders' | 'index' | 'notes'>;

/** A note that is moved, or that sync brings again, is away for a moment. */
const graceMs = 60_000;

/** The tasks that are not filed and whose notes are not where they were, as far as the inbox folders are known. */
export function displacedTasks(
  { book, index }: Known,
  overwritten?: ReadonlySet<string>,
): readonly RecordedTask[] {
  const { inbox, needsAction } = index.folders;
  if (index.unread.hiding(inbox, needsAction)) return [];
  const isThere = ({ taskId, path }: RecordedTask): boolean =>
    index.entryAt(path) !== undefined &&
    book.tasks.at(path)?.taskId === taskId &&
    overwritten?.has(path) !== true;
  return book.tasks.open().filter((task) => !isThere(task));
}

/** Where notes of these tasks lie in the folder of what is over, by their ids: file or folder may have a name that a person gave it. */
export async function notesInDone(
  { book, folders, notes }: Known,
  tasks: readonly RecordedTask[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  if (tasks.length === 0) return found;
  const ids = new Set(tasks.map(({ taskId }) => taskId));
  for (const { path } of await notes.list(taskFolders(folders).done)) {
    if (!path.endsWith('.md') || book.tasks.at(path)?.isFiled) continue;
    const id = await idIn({ notes }, path);
    if (id !== null && ids.has(id)) found.set(id, path);
  }
  return found;
}

/** Those of these tasks that are not over, and that neither an item nor an error report names. */
export async function unnamedTasks(
  context: Known,
  tasks: readonly RecordedTask[],
): Promise<readonly RecordedTask[]> {
  const open = tasks.filter(({ stage }) => stage !== 'CLOSE');
  if (open.length === 0) return open;
  const named = new Set((await openReports(context)).map(({ taskId }) => taskId));
  const unreported = open.filter(({ taskId }) => !named.has(taskId));
  if (unreported.length === 0) return unreported;
  const items = [...context.index.all()].flatMap(({ kind, path }) => (kind === 'item' ? path : []));
  const ids = new Set(await Promise.all(items.map((path) => idIn(context, path))));
  return unreported.filter(({ taskId }) => !ids.has(taskId));
}

/** Says which tasks have no note any more. Where an item was set aside and its report is gone, that is written again. */
export async function lookAtMissingNotes(
  context: EngineContext,
  displaced: readonly RecordedTask[],
): Promise<void> {
  const { alerts, book, clock, earlier } = context;
  const isAble = book.isActive && !book.halted;
  const unnamed = isAble ? await unnamedTasks(context, displaced) : [];
  const nowMs = clock.now();
  const before = earlier.tasksGone;
  // What is missing at a start has been so for a while.
  const since = (id: string): number =>
    before === null ? -Infinity : Math.min(before.get(id) ?? nowMs, nowMs);
  earlier.tasksGone = new Map(unnamed.map(({ taskId }) => [taskId, since(taskId)]));
  for (const id of before?.keys() ?? []) earlier.tasks.delete(id);
  const said: Alert[] = [];
  for (const task of unnamed) {
    const dueMs = since(task.taskId) + graceMs;
    if (nowMs < dueMs) {
      context.lookAgainAt('outside:', dueMs);
      continue;
    }
    const aside = await itemSetAside(context, task);
    if (aside !== null) {
      const written = await reportAgain(context, task.taskId, aside);
      if (written.ok) continue;
      context.lookAgainAt('outside:', nowMs + graceMs);
      said.push({ ...notWrittenAlert(aside, written.error), subject: { kind: 'tasks' } });
    } else if (task.planId === null) {
      said.push(missingNoteAlert(task, context.folders.needsAction));
      earlier.tasks.set(task.taskId, {
        ...{ taskId: task.taskId, path: task.path, planId: null, stage: 'ACT', isDirect: true },
        ...{ received: isoSeconds(task.acceptedMs), priority: 'medium' },
        title: `${showInvisible(baseName(task.path))} (its note is missing)`,
      });
    }
  }
  alerts.replace({ kind: 'tasks' }, said);
}

/** Whether the note at the path of a task has been of something else for so long that nobody is writing it. */
export function isOverwritten({ clock, earlier }: EngineContext, taskId: string): boolean {
  return clock.now() >= (earlier.tasksGone?.get(taskId) ?? Infinity) + graceMs;
}

async function idIn({ notes }: Pick<Known, 'notes'>, path: string): Promise<string | null> {
  const text = await notes.read(path);
  return text.ok ? (readTaskNote(text.value, path)?.taskId ?? null) : null;
}
