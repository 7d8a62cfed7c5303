import type { AuditEntry } from '../audit/entry.js';
import { recordedMs } from '../time.js';
import type { Stage } from './stages.js';
import type { LedgerRecord } from '../ledger/ledger-record.js';

/** A task as the ledger records it. */
export interface RecordedTask {
  readonly taskId: string;
  readonly stage: Stage;
  /** When it was accepted (ms since 1970). */
  readonly acceptedMs: number;
  /** How often it went back to an earlier stage. */
  readonly round: number;
  /** The path of its note; right after its plan was made, the plan's source. */
  readonly path: string;
  /** The digest of its note's content when it was accepted. */
  readonly brief: string | null;
  /** Its note said so when it was accepted, before anybody worked on it. */
  readonly cameAsFailed: boolean;
  /** Its plan; `null` if it has none. */
  readonly planId: string | null;
  /** Who took its note, and when (ms since 1970); absent if nobody did. */
  readonly claim?: { readonly by: string; readonly sinceMs: number };
  /** Its note is in the folder of ended tasks. */
  readonly isFiled: boolean;
}

/** The tasks in a ledger, folded from its records. */
export class Tasks {
  private readonly byId = new Map<string, RecordedTask>();
  private readonly byPath = new Map<string, string>();
  private readonly byPlan = new Map<string, string>();
  /**
   * Digests (of names and texts) of the items that existed before the loop accepted any; `null` if nobody
   * looked yet.
   */
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
      // If it is reopened without its plan, it is done without one.
      planId: plan ?? (event === 'task_reopened' ? null : (before?.planId ?? null)),
      isFiled: false,
    });
  }

  /** A note with a task's id was seen at this path. Not recorded, because the next look reports it again. */
  seenAt(taskId: string, path: string): void {
    const task = this.byId.get(taskId);
    if (task && task.path !== path) this.set({ ...task, path });
  }

  task(taskId: string): RecordedTask | null {
    return this.byId.get(taskId) ?? null;
  }

  /** The task whose note was last seen at this path. */
  at(path: string): RecordedTask | null {
    return this.task(this.byPath.get(path) ?? '');
  }

  ofPlan(planId: string): RecordedTask | null {
    return this.task(this.byPlan.get(planId) ?? '');
  }

  /** Those whose notes are not filed. */
  open(): readonly RecordedTask[] {
    return [...this.byId.values()].filter(({ isFiled }) => !isFiled);
  }

  /** Whether the ledger lists the items that existed before the loop accepted any. */
  get knowsEarlier(): boolean {
    return this.earlier !== null;
  }

  /** Whether an item with this digest existed before the loop accepted any. */
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
