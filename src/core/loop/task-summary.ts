import { PRIORITIES, type Priority } from '../plan/plan.js';
import type { Stage } from './stages.js';

/** What views show of a task. */
export interface TaskSummary {
  readonly taskId: string;
  readonly path: string;
  /** What it is about, in one line; hidden characters are visible. */
  readonly title: string;
  readonly priority: Priority;
  /** When it was taken, as its note says it; `null`: it doesn’t. */
  readonly received: string | null;
  readonly stage: Stage;
  /** Its plan; `null`: it has none (yet). */
  readonly planId: string | null;
  /** It needs no plan: a person or an agent does it, and says so. */
  readonly isDirect: boolean;
}

/** Those that somebody can do now and that need no plan. A plan shows the others. */
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
