import { dayOf } from '../../core/views/daily-log.js';
import { isBookkeeping, type AuditEntry } from '../../core/audit/entry.js';

/** The entries of a day that are more than bookkeeping, oldest first. */
export interface DayOfEntries {
  readonly day: string;
  readonly entries: readonly AuditEntry[];
}

/**
 * The entries for the notes of the last two days with entries. Two, because a crash may come between midnight and the last row of the day
 * before.
 */
export class DailyEntries {
  private days: readonly { readonly day: string; readonly entries: AuditEntry[] }[] = [];
  private writtenTo = 0;

  add(entry: AuditEntry): void {
    if (isBookkeeping(entry)) return;
    const day = dayOf(entry);
    const last = this.days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else this.days = [...this.days.slice(-1), { day, entries: [entry] }];
  }

  /** The days whose notes may be incomplete, oldest first. */
  unwritten(): readonly DayOfEntries[] {
    return this.days.filter(({ entries }) => newestOf(entries) > this.writtenTo);
  }

  /** Marks that the notes contain everything up to this number. */
  noteWritten(seq: number): void {
    this.writtenTo = Math.max(this.writtenTo, seq);
  }
}

/** The number of the newest entry. */
export function newestOf(entries: readonly AuditEntry[]): number {
  return entries.at(-1)?.seq ?? 0;
}
