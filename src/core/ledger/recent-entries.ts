import type { AuditEntry } from '../audit/entry.js';

const recentLength = 50;

export class RecentEntries {
  private readonly entries: AuditEntry[] = [];

  add(entry: AuditEntry): void {
    this.entries.push(entry);
    if (this.entries.length > 2 * recentLength) this.entries.splice(0, recentLength);
  }

  latest(): AuditEntry[] {
    return this.entries.slice(-recentLength);
  }
}
