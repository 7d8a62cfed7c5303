import { recordedMs } from '../time.js';
import type { LedgerRecord } from '../ledger/ledger-record.js';

export interface RecordedLine {
  readonly path: string;
  readonly at: string;
}

export class RecordedDecisions {
  private readonly byPlan = new Map<string, Map<string, RecordedLine>>();
  private readonly plansOf = new Map<string, number>();
  private readonly gated = new Map<string, number>();
  private sinceMs = Infinity;

  apply({ kind, audit }: LedgerRecord): void {
    if (kind === 'epoch') this.sinceMs = recordedMs(audit);
    const { lines, gated, plan_id: planId = '', to: path = '', at, event } = audit;
    if (gated) {
      const change = event === 'not_written' ? -gated.length : gated.length;
      this.gated.set(planId, (this.gated.get(planId) ?? 0) + change);
    }
    if (!lines) return;
    const recorded = this.byPlan.get(planId) ?? new Map<string, RecordedLine>();
    this.byPlan.set(planId, recorded);
    for (const line of lines) {
      if (event === 'not_written') recorded.delete(line);
      else if (!recorded.has(line)) {
        recorded.set(line, { path, at });
        this.plansOf.set(line, (this.plansOf.get(line) ?? 0) + 1);
      }
    }
  }

  /** Counts the steps of a plan that a rule marked with ✋. */
  gatedByRule(planId: string): number {
    return this.gated.get(planId) ?? 0;
  }

  missing(planId: string, digests: ReadonlySet<string>): readonly RecordedLine[] {
    return [...(this.byPlan.get(planId) ?? [])].flatMap(([digest, line]) =>
      digests.has(digest) ? [] : [line],
    );
  }

  /**
   * Checks the author of a line against the ledger.
   * @param digest SHA-256 (hex) of the line
   * @param atMs the time in the line (ms since 1970)
   */
  authorship(
    planId: string,
    digest: string,
    atMs: number | null,
  ): 'verified' | 'outside' | 'not_verified' {
    if (this.byPlan.get(planId)?.has(digest)) return 'verified';
    const isKnown = (this.plansOf.get(digest) ?? 0) > 0;
    return isKnown || atMs === null || atMs < this.sinceMs ? 'not_verified' : 'outside';
  }
}
