import { addTo } from '../map-of-sets.js';
import type { LedgerRecord } from './ledger-record.js';

/** The steps that records ever named, by plan: what was said of one is not true of another that came later. */
export class NamedSteps {
  private readonly ids = new Map<string, Set<string>>();

  /** Adds what a record names. */
  apply(record: LedgerRecord): void {
    if ('step' in record) this.add(record);
    const spent = 'spent' in record ? record.spent : undefined;
    for (const earlier of spent ?? []) this.add(earlier);
  }

  /** The block ids that were named of a plan. */
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
