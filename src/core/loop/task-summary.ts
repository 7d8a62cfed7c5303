import { PRIORITIES, type Priority } from '../plan/plan.js';
import type { Stage } from './stages.js';

export interface TaskSummary {
  readonly taskId: string;
  readonly path: string;
  readonly title: string;
  readonly priority: Priority;
  readonly received: string | null;
  readonly stage: Stage;
  readonly planId: string | null;
  readonly isDirect: boolean;
}

export function directTasks(tasks: readonly TaskSummary[] = []): readonly TaskSummary[] {
  return tasks.filter(({ isDirect, stage }) => isDirect && stage === 'ACT');
}

/** Orders tasks by priority, then by `received`, then by path. */
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
