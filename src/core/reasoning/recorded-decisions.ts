import { recordedMs } from '../time.js';
import type { LedgerRecord } from '../ledger/ledger-record.js';

/** The lines of decision records that our operations wrote: a fold over the ledger. */
export class RecordedDecisions {
  /** By the digest of a line, the number of the audit entry that was written before it. */
  private readonly seqOf = new Map<string, number>();
  private sinceMs = Infinity;

  apply(record: LedgerRecord): void {
    if (record.kind === 'epoch') this.sinceMs = recordedMs(record.audit);
    for (const line of record.audit.lines ?? []) this.seqOf.set(line, record.audit.seq);
  }

  /**
   * Who says that a line is by its actor: the audit log; or nobody, so that a file was edited (`outside`). What is older
   * than the ledger, nobody can say.
   *
   * @param digest SHA-256 (hex) of the line
   * @param atMs the time that the line bears
   */
  authorship(digest: string, atMs: number | null): 'verified' | 'outside' | 'not_verified' {
    if (this.seqOf.has(digest)) return 'verified';
    return atMs === null || atMs < this.sinceMs ? 'not_verified' : 'outside';
  }
}
