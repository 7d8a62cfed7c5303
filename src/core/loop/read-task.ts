import type { HandbookRule } from '../policy/handbook.js';
import { triage } from '../policy/triage.js';
import { readItem } from '../task/read-item.js';
import { showInvisible } from '../text/show-invisible.js';
import { readTaskNote } from './task-note.js';
import type { TaskSummary } from './task-summary.js';

/** Reads an open task from its note. Null if the note has no open task. */
export function readTask(
  text: string,
  path: string,
  planOf: (taskId: string) => string | null,
  rules: readonly HandbookRule[],
): TaskSummary | null {
  const note = readTaskNote(text, path);
  if (note === null || note.taskId === null || note.isDone) return null;
  const { title, text: words, priority } = readItem(text, path);
  const stage = note.stage ?? 'PLAN';
  const planId = planOf(note.taskId);
  return {
    ...{ taskId: note.taskId, path, received: note.received, stage, planId },
    title: showInvisible(title),
    priority: priority ?? triage(`${title}\n${words}`, rules).priority,
    isDirect: planId === null && stage === 'ACT',
  };
}
