import type { AuditEntry } from '../../core/audit/entry.js';
import type { LedgerRecord, PlanEnd } from '../../core/ledger/ledger-record.js';
import { endsPlan } from '../../core/ledger/seen/seen-plans.js';
import { baseName } from '../../core/note/file-name.js';
import { PlanNumbers } from './plan-numbers.js';
import { sourceKey } from '../../core/task/source-link.js';

/** The ids of plans that a ledger tells of: a fold over its records. A plan that is gone may be brought back. */
export class PlannedIds {
  readonly numbers = new PlanNumbers();
  /** By source; nothing but its beginning is known of such a plan, and its note may never have been written. */
  private readonly begun = new Map<string, string>();
  private readonly sources = new Map<string, string>();

  /** Where finished plans went whose notes bear names that people gave them. */
  private readonly archived = new Map<string, string>();

  /** Plans that ended, and that no person reopened. */
  private readonly ended = new Map<string, PlanEnd>();
  /** How a plan was before it was cancelled, rejected or reopened, while that may come to nothing. */
  private readonly before = new Map<string, PlanEnd | null>();

  /** Adds one record. */
  apply(record: LedgerRecord): void {
    const plans = 'plans' in record ? (record.plans ?? []) : [];
    for (const [id, end] of plans) this.setEnd(id, end);
    this.tell(record.audit);
  }

  /** The plans that ended, and that no person reopened. */
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
      // Recorded before the note says so.
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

  /** The note of a finished plan, as it was filed under another name than its id; `null`: it was not. */
  archivedPath(planId: string): string | null {
    return this.archived.get(planId) ?? null;
  }

  /** Whether a plan ended, and stays so until a person reopens it, whatever its note says. */
  isEnded(planId: string): boolean {
    return this.ended.has(planId);
  }

  /** As what a plan ended; `null`: it has not, or a person reopened it. */
  endedAs(planId: string): PlanEnd | null {
    return this.ended.get(planId) ?? null;
  }

  /** Whether nothing but the beginning of this plan is on record: its note may never have been written. */
  isOnlyBegun(planId: string): boolean {
    return this.sources.has(planId);
  }

  /** The id under which a plan of this source was begun, if nothing came of it that is on record. */
  begunFrom(sourceLink: string): string | null {
    return this.begun.get(sourceKey(sourceLink)) ?? null;
  }

  private setEnd(planId: string, end: PlanEnd | null): void {
    if (end === null) this.ended.delete(planId);
    else this.ended.set(planId, end);
  }
}

/** As what an event ends a plan; `null`: it reopens one; `undefined`: neither. */
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
