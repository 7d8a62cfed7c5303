import { recordedMs } from '../time.js';
import type { LedgerRecord } from '../ledger/ledger-record.js';

export interface RecordedLine {
  readonly path: string;
  readonly at: string;
}

/** What the ledger says of decision records: the lines that Countersign wrote, and how often a rule overrode an agent. */
export class RecordedDecisions {
  /** Plan → digest of a line → the line. */
  private readonly byPlan = new Map<string, Map<string, RecordedLine>>();
  /** Digest of a line → the number of plans for which it was recorded. */
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

  /** Returns how many steps of a plan a rule marked with ✋ although the agent had not. */
  gatedByRule(planId: string): number {
    return this.gated.get(planId) ?? 0;
  }

  /** Returns the recorded lines of a plan that are not in `digests`, oldest first. */
  missing(planId: string, digests: ReadonlySet<string>): readonly RecordedLine[] {
    return [...(this.byPlan.get(planId) ?? [])].flatMap(([digest, line]) =>
      digests.has(digest) ? [] : [line],
    );
  }

  /**
   * Says who wrote a line of a plan: `verified` if Countersign recorded it, `outside` if only an edit of the
   * file explains it, `not_verified` if nobody can know.
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
