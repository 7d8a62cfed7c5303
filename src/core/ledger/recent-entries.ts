import type { AuditEntry } from '../audit/entry.js';

const recentLength = 50;

/** The latest entries of a log; older ones are let go of now and then. */
export class RecentEntries {
  private readonly entries: AuditEntry[] = [];

  /** Adds the newest one. */
  add(entry: AuditEntry): void {
    this.entries.push(entry);
    if (this.entries.length > 2 * recentLength) this.entries.splice(0, recentLength);
  }

  /** Oldest first, as a list of its own. */
  latest(): AuditEntry[] {
    return this.entries.slice(-recentLength);
  }
}
