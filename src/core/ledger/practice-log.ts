import { recordedMs } from '../time.js';
import type { AuditEntry } from '../audit/entry.js';
import { isIncomplete } from '../mission/missions.js';
import { isPracticeSource, type PracticeRecord } from '../screens/start-model.js';
import type { PlanSummary } from '../mission/summaries.js';
import { isPractice } from '../request/action/digests.js';
import type { LedgerRecord } from './ledger-record.js';

interface PracticeCall {
  readonly planId: string;
  readonly fromMs: number;
  readonly untilMs: number | null;
}

export class PracticeLog {
  private readonly planIds = new Set<string>();
  private readonly calls = new Map<string, PracticeCall>();

  apply(record: LedgerRecord): void {
    this.noteAudit(record.audit);
    if (record.kind === 'intent' && isPractice(record)) {
      this.noteCall(record.id, record.plan, record.audit.at);
    }
    if (record.kind === 'outcome' && record.outcome === 'executed') {
      this.noteExecuted(record.id, record.audit.at);
    }
  }

  noteAudit({
    actor,
    event,
    from = '',
    plan_id: planId,
  }: Pick<AuditEntry, 'actor' | 'event' | 'from' | 'plan_id'>): void {
    const isMade = event === 'plan_created' && actor === 'Human' && isPracticeSource(from);
    if (isMade && planId !== undefined) this.planIds.add(planId);
  }

  noteCall(requestId: string, planId: string | null, at: string): void {
    if (planId === null || !this.isPractice(planId)) return;
    this.calls.set(requestId, { planId, fromMs: recordedMs({ at }), untilMs: null });
  }

  isPractice(planId: string | null): boolean {
    return planId !== null && this.planIds.has(planId);
  }

  noteExecuted(requestId: string, at: string): void {
    const call = this.calls.get(requestId);
    if (call) this.calls.set(requestId, { ...call, untilMs: recordedMs({ at }) });
  }

  recordOf(index: { plan(planId: string): PlanSummary | null }): PracticeRecord {
    const plan =
      [...this.planIds]
        .reverse()
        .map((id) => index.plan(id))
        .find((one) => one !== null && isPracticeSource(one.sourceLink) && isIncomplete(one)) ??
      null;
    const last = [...this.calls.values()]
      .filter(({ planId }) => plan === null || planId === plan.planId)
      .reverse()
      .find(({ untilMs }) => untilMs !== null);
    return {
      plan,
      executed: last ? { fromMs: last.fromMs, untilMs: last.untilMs ?? last.fromMs } : null,
    };
  }
}
