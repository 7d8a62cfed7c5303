import type { AuditEntry } from '../../core/audit/entry.js';
import type { LedgerRecord, PlanEnd } from '../../core/ledger/ledger-record.js';
import { endsPlan } from '../../core/ledger/seen/seen-plans.js';
import { baseName } from '../../core/note/file-name.js';
import { PlanNumbers } from './plan-numbers.js';
import { sourceKey } from '../../core/task/source-link.js';

/** What the ledger says about plans: their numbers, and which of them began or ended. */
export class PlannedIds {
  readonly numbers = new PlanNumbers();
  private readonly begun = new Map<string, string>();
  private readonly sources = new Map<string, string>();

  private readonly archived = new Map<string, string>();

  private readonly ended = new Map<string, PlanEnd>();
  private readonly before = new Map<string, PlanEnd | null>();

  apply(record: LedgerRecord): void {
    const plans = 'plans' in record ? (record.plans ?? []) : [];
    for (const [id, end] of plans) this.setEnd(id, end);
    this.tell(record.audit);
  }

  ends(): readonly (readonly [planId: string, end: PlanEnd])[] {
    return [...this.ended];
  }

  private tell(entry: AuditEntry): void {
    const { event, from = '', to, outcome, plan_id: planId } = entry;
    if (planId === undefined) return;
    const before = this.before.get(planId);
    this.before.delete(planId);
    if (event === 'not_written') {
      if (before !== undefined) this.setEnd(planId, before);
      return;
    }
    const end = endOf(entry);
    if (end !== undefined) {
      if (outcome === undefined) this.before.set(planId, this.endedAs(planId));
      this.setEnd(planId, end);
    }
    if (event === 'plan_archived' && to !== undefined && baseName(from) !== planId) {
      this.archived.set(planId, `${to}/${baseName(from)}.md`);
    }
    this.numbers.note(planId);
    if (event === 'plan_created') {
      const source = sourceKey(from);
      this.begun.set(source, planId);
      this.sources.set(planId, source);
      return;
    }
    const source = this.sources.get(planId);
    if (source === undefined) return;
    this.sources.delete(planId);
    if (this.begun.get(source) === planId) this.begun.delete(source);
  }

  archivedPath(planId: string): string | null {
    return this.archived.get(planId) ?? null;
  }

  isEnded(planId: string): boolean {
    return this.ended.has(planId);
  }

  endedAs(planId: string): PlanEnd | null {
    return this.ended.get(planId) ?? null;
  }

  isOnlyBegun(planId: string): boolean {
    return this.sources.has(planId);
  }

  begunFrom(sourceLink: string): string | null {
    return this.begun.get(sourceKey(sourceLink)) ?? null;
  }

  private setEnd(planId: string, end: PlanEnd | null): void {
    if (end === null) this.ended.delete(planId);
    else this.ended.set(planId, end);
  }
}

/** Returns how an event ends a plan; null for a reopening, undefined for any other event. */
export function endOf({
  event,
  outcome,
}: Pick<AuditEntry, 'event' | 'outcome'>): PlanEnd | null | undefined {
  if (event === 'plan_reopened') return null;
  if (event === 'plan_rejected') return 'rejected';
  if (event === 'plan_cancelled') return 'cancelled';
  if (endsPlan(event, outcome)) return outcome === 'done' ? 'done' : 'cancelled';
  return undefined;
}
