import type { LedgerRecord } from '../../core/ledger/ledger-record.js';
import { planFolderOf } from '../../core/mission/plan-folder.js';
import { recordedMs } from '../../core/time.js';

export interface PlanApproval {
  readonly is: 'waits' | 'approved' | 'rejected';
  readonly actor: string;
  readonly atMs: number;
  readonly isFiled: boolean;
  /** Where the note was when a person decided in Countersign; undefined otherwise. */
  readonly from: string | undefined;
}

const states: Readonly<Record<string, PlanApproval['is']>> = {
  plan_waits: 'waits',
  plan_approval_withdrawn: 'waits',
  plan_approved: 'approved',
  plan_rejected: 'rejected',
};

export class PlanApprovals {
  private readonly byPlan = new Map<string, PlanApproval>();
  private readonly waitingIds = new Set<string>();
  private readonly before = new Map<string, PlanApproval | undefined>();
  private readonly found = new Map<string, string | null>();
  private readonly preparedFor = new Set<string>();
  private readonly approvedEarlier = new Set<string>();

  apply(record: LedgerRecord): void {
    const { event, plan_id: planId, actor, from, outcome } = record.audit;
    const atMs = recordedMs(record.audit);
    const waiting = 'waiting' in record ? (record.waiting ?? []) : [];
    const approved = 'approvedBefore' in record ? (record.approvedBefore ?? []) : [];
    for (const id of approved) this.approvedEarlier.add(id);
    for (const id of waiting) {
      this.set(id, { is: 'waits', actor, atMs, isFiled: true, from: undefined });
    }
    if (record.kind === 'completed' && record.plan !== null) {
      const isElsewhere = (place: string): boolean => planFolderOf('', place) !== 'rejected';
      if (record.wanted?.places?.some(isElsewhere)) this.preparedFor.add(record.plan);
    }
    if (planId === undefined) return;
    const before = this.before.get(planId);
    const wasDecided = this.before.delete(planId);
    if (event === 'not_written' && wasDecided) this.set(planId, before);
    if (event === 'plan_created' || event === 'plan_reopened') this.found.set(planId, null);
    if (event === 'plan_found' && from !== undefined) this.found.set(planId, from);
    const isOver = event === 'plan_archived' && outcome !== undefined;
    if (isOver || event === 'plan_reopened') this.set(planId, undefined);
    const isAnswered = event === 'plan_approval_withdrawn' || event === 'plan_reopened';
    if (isOver || isAnswered) this.approvedEarlier.delete(planId);
    const known = this.byPlan.get(planId);
    if (event === 'plan_decision_filed' && known) this.set(planId, { ...known, isFiled: true });
    const is = states[event];
    if (is === undefined) return;
    if (is !== 'waits') this.before.set(planId, known);
    this.set(planId, { is, actor, atMs, isFiled: is === 'waits', from });
  }

  of(planId: string): PlanApproval | undefined {
    return this.byPlan.get(planId);
  }

  open(): readonly string[] {
    return [...this.byPlan].flatMap(([id, { is, isFiled }]) =>
      is === 'waits' || !isFiled ? [id] : [],
    );
  }

  waiting(): readonly string[] {
    return [...this.waitingIds];
  }

  /** True when a plan waits, and only records of earlier ledgers say that it was approved. */
  wasApprovedBefore(planId: string): boolean {
    const is = this.of(planId)?.is ?? 'waits';
    return is === 'waits' && this.approvedEarlier.has(planId);
  }

  approved(): readonly string[] {
    const here = [...this.byPlan].flatMap(([id, { is }]) => (is === 'approved' ? [id] : []));
    return [...new Set([...here, ...this.approvedEarlier])];
  }

  knewElsewhere(planId: string, plans: string): boolean {
    if (this.byPlan.has(planId) || this.preparedFor.has(planId)) return true;
    const from = this.found.get(planId);
    return from === null || (from !== undefined && planFolderOf(plans, from) !== 'rejected');
  }

  private set(planId: string, approval: PlanApproval | undefined): void {
    if (approval) this.byPlan.set(planId, approval);
    else this.byPlan.delete(planId);
    if (approval?.is === 'waits') this.waitingIds.add(planId);
    else this.waitingIds.delete(planId);
  }
}
