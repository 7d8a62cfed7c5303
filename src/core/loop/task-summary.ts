import { PRIORITIES, type Priority } from '../plan/plan.js';
import type { Stage } from './stages.js';

export interface TaskSummary {
  readonly taskId: string;
  readonly path: string;
  /** The task's subject in one line, with hidden characters made visible. */
  readonly title: string;
  readonly priority: Priority;
  readonly received: string | null;
  readonly stage: Stage;
  readonly planId: string | null;
  /** True when the task needs no plan. */
  readonly isDirect: boolean;
}

/** Returns the tasks without a plan that somebody can do now. */
export function directTasks(tasks: readonly TaskSummary[] = []): readonly TaskSummary[] {
  return tasks.filter(({ isDirect, stage }) => isDirect && stage === 'ACT');
}

/** Compares tasks by priority, then by acceptance time, then by path. */
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
