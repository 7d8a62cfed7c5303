import { recordedMs } from '../time.js';
import type { LedgerRecord } from '../ledger/ledger-record.js';

/** The lines of decision records that our operations wrote: a fold over the ledger. */
export class RecordedDecisions {
  /** By the digest of a line, the plans that it was recorded for. */
  private readonly plansOf = new Map<string, string[]>();
  private sinceMs = Infinity;

  apply(record: LedgerRecord): void {
    if (record.kind === 'epoch') this.sinceMs = recordedMs(record.audit);
    const { lines = [], plan_id: planId = '' } = record.audit;
    for (const line of lines) this.plansOf.set(line, [...(this.plansOf.get(line) ?? []), planId]);
  }

  /**
   * Who says that a line of a plan is by its actor: the audit log; or nobody, so that a file was edited (`outside`). Of
   * what is older than the ledger, or was recorded for another plan and may have come with it, nobody can say.
   *
   * @param digest SHA-256 (hex) of the line
   * @param atMs the time that the line bears
   */
  authorship(
    planId: string,
    digest: string,
    atMs: number | null,
  ): 'verified' | 'outside' | 'not_verified' {
    const plans = this.plansOf.get(digest);
    if (plans?.includes(planId)) return 'verified';
    return plans || atMs === null || atMs < this.sinceMs ? 'not_verified' : 'outside';
  }
}
