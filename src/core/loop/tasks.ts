import type { AuditEntry } from '../audit/entry.js';
import { recordedMs } from '../time.js';
import type { Stage } from './stages.js';
import type { LedgerRecord } from '../ledger/ledger-record.js';

export interface RecordedTask {
  readonly taskId: string;
  readonly stage: Stage;
  readonly acceptedMs: number;
  readonly round: number;
  readonly path: string;
  readonly brief: string | null;
  readonly cameAsFailed: boolean;
  readonly planId: string | null;
  readonly claim?: { readonly by: string; readonly sinceMs: number };
  readonly isFiled: boolean;
}

export class Tasks {
  private readonly byId = new Map<string, RecordedTask>();
  private readonly byPath = new Map<string, string>();
  private readonly byPlan = new Map<string, string>();
  private earlier: Set<string> | null = null;

  apply(record: LedgerRecord): void {
    if (record.kind !== 'event' && record.kind !== 'epoch') return;
    if (record.items) this.earlier = new Set([...(this.earlier ?? []), ...record.items]);
    this.applyEntry(record.audit);
  }

  private applyEntry(audit: AuditEntry): void {
    const { brief, event, outcome, task_id: taskId, plan_id: plan, from, to, stage } = audit;
    if (taskId === undefined) return;
    const before = this.byId.get(taskId);
    if (event === 'task_filed' && before && to !== undefined) {
      this.set({ ...before, path: to, isFiled: true });
    }
    if (event === 'task_claimed' && before && to !== undefined) {
      this.set({ ...before, claim: { by: to, sinceMs: recordedMs(audit) } });
    }
    if (event === 'task_planned' && before && plan !== undefined) {
      this.set({ ...before, planId: plan });
    }
    if (stage === undefined) return;
    this.set({
      taskId,
      stage: stage.to,
      acceptedMs: before?.acceptedMs ?? recordedMs(audit),
      brief: before?.brief ?? brief ?? null,
      cameAsFailed: before?.cameAsFailed ?? outcome === 'failed',
      round: stage.round,
      path: from ?? before?.path ?? '',
      planId: plan ?? (event === 'task_reopened' ? null : (before?.planId ?? null)),
      isFiled: false,
    });
  }

  seenAt(taskId: string, path: string): void {
    const task = this.byId.get(taskId);
    if (task && task.path !== path) this.set({ ...task, path });
  }

  task(taskId: string): RecordedTask | null {
    return this.byId.get(taskId) ?? null;
  }

  at(path: string): RecordedTask | null {
    return this.task(this.byPath.get(path) ?? '');
  }

  ofPlan(planId: string): RecordedTask | null {
    return this.task(this.byPlan.get(planId) ?? '');
  }

  open(): readonly RecordedTask[] {
    return [...this.byId.values()].filter(({ isFiled }) => !isFiled);
  }

  get knowsEarlier(): boolean {
    return this.earlier !== null;
  }

  wasThere(digest: string): boolean {
    return this.earlier?.has(digest) === true;
  }

  private set(task: RecordedTask): void {
    const before = this.byId.get(task.taskId);
    if (before && this.byPath.get(before.path) === task.taskId) this.byPath.delete(before.path);
    this.byId.set(task.taskId, task);
    this.byPath.set(task.path, task.taskId);
    if (task.planId !== null) this.byPlan.set(task.planId, task.taskId);
  }
}
