import type { Alert } from '../../core/alert.js';
import { readReport } from '../../core/loop/error-report.js';
import { isNamed } from '../../core/loop/stages.js';
import { missingNoteAlert, missingNoteText } from '../../core/loop/task-alerts.js';
import { taskFolders } from '../../core/loop/task-folders.js';
import type { RecordedTask } from '../../core/loop/tasks.js';
import { baseName } from '../../core/note/file-name.js';
import { mayBeNamedAfter } from '../../core/note/free-name.js';
import type { OnUnreadable } from '../../ports/note-store.js';
import type { EngineContext } from '../context.js';
import { briefDigest } from '../plans/planned-item.js';
import {
  claimedNotes,
  claimedTask,
  idIn,
  recordClaim,
  staleClaim,
  staleClaimMs,
} from './claimed-notes.js';

type Known = Pick<EngineContext, 'book' | 'folders' | 'index' | 'notes'>;

/** Somebody may be moving the note. */
const graceMs = 60_000;
const longestName = 60;

export function displacedTasks({
  book,
  earlier,
  index,
}: Pick<EngineContext, 'book' | 'earlier' | 'index'>): readonly RecordedTask[] {
  const { inbox, needsAction } = index.folders;
  if (index.unread.hiding(inbox, needsAction, taskFolders(index.folders).done)) return [];
  const isThere = ({ taskId, path }: RecordedTask): boolean =>
    index.entryAt(index.sources.named(path) ?? path) !== undefined &&
    book.tasks.at(path)?.taskId === taskId &&
    !earlier.overwritten.has(path);
  return book.tasks.open().filter((task) => !isThere(task));
}

export async function movedUnnamed(
  context: Known & Pick<EngineContext, 'earlier'>,
  text: string,
): Promise<string | null> {
  const brief = briefDigest(text);
  const { invalid } = taskFolders(context.folders);
  for (const task of displacedTasks(context)) {
    if (task.planId !== null || isNamed(task.stage) || task.brief !== brief) continue;
    const name = baseName(task.path);
    const aside = await context.notes.list(invalid);
    if (!aside.some((note) => mayBeNamedAfter(baseName(note.path), name))) return task.taskId;
  }
  return null;
}

export async function notesInDone(
  { book, folders, notes }: Known,
  onUnreadable: OnUnreadable,
): Promise<ReadonlyMap<string | null, string>> {
  const found = new Map<string | null, string>();
  for (const { path } of await notes.list(taskFolders(folders).done, onUnreadable)) {
    if (!path.endsWith('.md') || book.tasks.at(path)?.isFiled) continue;
    found.set(await idIn({ notes }, path), path);
  }
  return found;
}

export async function isElsewhere(context: Known, taskId: string, path: string): Promise<boolean> {
  for (const { kind, path: at } of context.index.all()) {
    if (kind === 'item' && at !== path && (await idIn(context, at)) === taskId) return true;
  }
  const done = await notesInDone(context, () => undefined);
  return done.has(taskId) || (await claimedNotes(context)).has(taskId);
}

export async function lookAtMissingNotes(
  context: EngineContext,
  displaced: readonly RecordedTask[],
): Promise<void> {
  const { alerts, clock, earlier, folders } = context;
  const nowMs = clock.now();
  const before = earlier.tasksGone;
  const said: Alert[] = [];
  const gone = new Map<string, number>();
  for (const id of before.keys()) earlier.tasks.delete(id);
  const claims = displaced.length > 0 ? await claimedNotes(context) : null;
  for (const task of displaced) {
    const { taskId, path, planId } = task;
    if (!(await isUnnamed(context, task))) continue;
    const claim = claims?.get(taskId);
    if (claim) {
      const sinceMs = await recordClaim(context, task, claim);
      const stale = staleClaim(claim, sinceMs, nowMs);
      if (stale) said.push(stale);
      else context.lookAgainAt('outside:', sinceMs + staleClaimMs);
      gone.set(taskId, nowMs);
      earlier.tasks.set(taskId, claimedTask(task, claim));
      continue;
    }
    const sinceMs = Math.min(before.get(taskId) ?? nowMs, nowMs);
    gone.set(taskId, sinceMs);
    if (nowMs < sinceMs + graceMs) {
      context.lookAgainAt('outside:', sinceMs + graceMs);
      continue;
    }
    said.push(missingNoteAlert(task, taskFolders(folders).invalid));
    earlier.tasks.set(taskId, {
      ...{ taskId, path, planId, stage: 'ACT', isDirect: true, received: null },
      ...{ priority: 'medium', title: missingNoteText(path) },
    });
  }
  earlier.tasksGone = gone;
  alerts.replace({ kind: 'tasks' }, said);
}

export async function isUnnamed(
  context: Known,
  { planId, stage, taskId }: RecordedTask,
): Promise<boolean> {
  const { isActive, halted } = context.book;
  if (planId !== null || stage === 'CLOSE' || !isActive || halted) return false;
  return (await reportedNote(context, taskId)) === null;
}

/**
 * Returns an error report about a task or plan; null if there is none.
 * @param what a text that the report must contain
 */
export async function reportedNote(
  { index, folders, notes }: Pick<EngineContext, 'index' | 'folders' | 'notes'>,
  id: string,
  what = '',
): Promise<{ readonly about: string; readonly path: string } | null> {
  const start = `${folders.needsAction}/ERROR_`;
  const end = `_${nameInReports(id)}`;
  for (const { path } of index.all()) {
    if (!path.startsWith(start) || !baseName(path).includes(end)) continue;
    const text = await notes.read(path);
    const report = text.ok && text.value.includes(what) ? readReport(text.value, path) : null;
    if (report) return { about: report.about, path };
  }
  return null;
}

export function nameInReports(id: string): string {
  return id.replace(/[^\w.-]+/gu, '-').slice(0, longestName);
}
