import { dayOf } from '../../core/views/daily-log.js';
import { isBookkeeping, type AuditEntry } from '../../core/audit/entry.js';

export interface DayOfEntries {
  readonly day: string;
  readonly entries: readonly AuditEntry[];
}

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

  unwritten(): readonly DayOfEntries[] {
    return this.days.filter(({ entries }) => newestOf(entries) > this.writtenTo);
  }

  noteWritten(seq: number): void {
    this.writtenTo = Math.max(this.writtenTo, seq);
  }
}

export function newestOf(entries: readonly AuditEntry[]): number {
  return entries.at(-1)?.seq ?? 0;
}
