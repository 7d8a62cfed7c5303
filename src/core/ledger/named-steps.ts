import { addTo } from '../map-of-sets.js';
import type { LedgerRecord } from './ledger-record.js';

/** Ids of steps that the ledger names. A new step must not get one of them. */
export class NamedSteps {
  private readonly ids = new Map<string, Set<string>>();

  apply(record: LedgerRecord): void {
    if ('step' in record) this.add(record);
    const spent = 'spent' in record ? record.spent : undefined;
    for (const earlier of spent ?? []) this.add(earlier);
  }

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
