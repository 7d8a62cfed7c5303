import { recordedMs } from '../time.js';
import type { LedgerRecord } from '../ledger/ledger-record.js';

/** Where and when a line was recorded. */
export interface RecordedLine {
  /** The note that it went into. */
  readonly path: string;
  /** ISO-8601. */
  readonly at: string;
}

/** The lines of decision records that our operations wrote, and where a rule overrode an agent: a fold over the ledger. */
export class RecordedDecisions {
  /** By plan and by the digest of a line. */
  private readonly byPlan = new Map<string, Map<string, RecordedLine>>();
  /** By the digest of a line, for how many plans it was recorded. */
  private readonly plansOf = new Map<string, number>();
  /** By plan, how often a rule gave a step a ✋ although the agent said that it needs none. */
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

  /** How many steps of a plan a rule gave a ✋ although the agent said that they need none. */
  gatedByRule(planId: string): number {
    return this.gated.get(planId) ?? 0;
  }

  /** The lines that were recorded for a plan and are not among these, by their digests; the oldest first. */
  missing(planId: string, digests: ReadonlySet<string>): readonly RecordedLine[] {
    return [...(this.byPlan.get(planId) ?? [])].flatMap(([digest, line]) =>
      digests.has(digest) ? [] : [line],
    );
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
    if (this.byPlan.get(planId)?.has(digest)) return 'verified';
    const isKnown = (this.plansOf.get(digest) ?? 0) > 0;
    return isKnown || atMs === null || atMs < this.sinceMs ? 'not_verified' : 'outside';
  }
}
