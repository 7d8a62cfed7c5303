import { recordedMs } from '../time.js';
import type { LedgerRecord } from '../ledger/ledger-record.js';

/** Where and when a line was recorded. */
export interface RecordedLine {
  /** The note to which it was added. */
  readonly path: string;
  /** ISO-8601. */
  readonly at: string;
}

/** From the ledger: the record lines that operations wrote, and how often a rule overrode an agent. */
export class RecordedDecisions {
  /** By plan and then by the digest of a line. */
  private readonly byPlan = new Map<string, Map<string, RecordedLine>>();
  /** By the digest of a line, the number of plans for which it was recorded. */
  private readonly plansOf = new Map<string, number>();
  /** By plan, how often a rule gated a step although the agent said otherwise. */
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

  /** How many steps of a plan a rule gated although the agent said otherwise. */
  gatedByRule(planId: string): number {
    return this.gated.get(planId) ?? 0;
  }

  /** The recorded lines of a plan whose digests are not among these, oldest first. */
  missing(planId: string, digests: ReadonlySet<string>): readonly RecordedLine[] {
    return [...(this.byPlan.get(planId) ?? [])].flatMap(([digest, line]) =>
      digests.has(digest) ? [] : [line],
    );
  }

  /**
   * Whether the audit log confirms the actor of a plan's line (`verified`), or shows that somebody edited the file (`outside`). It cannot
   * say for a line that is older than the ledger, or was recorded for another plan and may have come with it.
   *
   * @param digest SHA-256 (hex) of the line
   * @param atMs the time in the line
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
