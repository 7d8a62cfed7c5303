import { PRIORITIES, type Priority } from '../plan/plan.js';
import type { Stage } from './stages.js';

/** A task as views show it. */
export interface TaskSummary {
  readonly taskId: string;
  readonly path: string;
  /** Its subject in one line, with hidden characters made visible. */
  readonly title: string;
  readonly priority: Priority;
  /** When it was accepted, according to its note; `null` if the note does not say. */
  readonly received: string | null;
  readonly stage: Stage;
  /** Its plan; `null` if it has none (yet). */
  readonly planId: string | null;
  /** It needs no plan: a person or an agent does it, and reports that. */
  readonly isDirect: boolean;
}

/** Tasks that somebody can do now and that need no plan. The others are shown by their plans. */
export function directTasks(tasks: readonly TaskSummary[] = []): readonly TaskSummary[] {
  return tasks.filter(({ isDirect, stage }) => isDirect && stage === 'ACT');
}

/** First in, first out within one priority. */
export function compareTasks(a: TaskSummary, b: TaskSummary): number {
  return (
    PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority) ||
    order(a.received ?? '~', b.received ?? '~') ||
    order(a.path, b.path)
  );
}

function order(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
