import { addTo } from '../map-of-sets.js';
import type { LedgerRecord } from './ledger-record.js';

/** Remembers every step that a record named. A later step with the same id is a different one. */
export class NamedSteps {
  private readonly ids = new Map<string, Set<string>>();

  apply(record: LedgerRecord): void {
    if ('step' in record) this.add(record);
    const spent = 'spent' in record ? record.spent : undefined;
    for (const earlier of spent ?? []) this.add(earlier);
  }

  /** Returns the block ids that were ever used for steps of a plan. */
  of(planId: string): readonly string[] {
    return [...(this.ids.get(planId) ?? [])];
  }

  private add({
    plan,
    step,
  }: {
    readonly plan: string | null;
    readonly step: string | null;
  }): void {
    if (step !== null) addTo(this.ids, plan, step);
  }
}
