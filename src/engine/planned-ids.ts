import type { AuditEntry } from '../core/audit/entry.js';
import { PlanNumbers } from './index/plan-numbers.js';
import { sourceKey } from '../core/task/source-link.js';

/** The ids of plans that a ledger tells of: a fold over its records. A plan that is gone may be brought back. */
export class PlannedIds {
  readonly numbers = new PlanNumbers();
  /** By source; nothing but its beginning is known of such a plan, and its note may never have been written. */
  private readonly begun = new Map<string, string>();
  private readonly sources = new Map<string, string>();

  apply({ event, from = '', plan_id: planId }: AuditEntry): void {
    if (planId === undefined || event === 'not_written') return;
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

  /** Whether nothing but the beginning of this plan is on record: its note may never have been written. */
  isOnlyBegun(planId: string): boolean {
    return this.sources.has(planId);
  }

  /** The id under which a plan of this source was begun, if nothing came of it that is on record. */
  begunFrom(sourceLink: string): string | null {
    return this.begun.get(sourceKey(sourceLink)) ?? null;
  }
}
