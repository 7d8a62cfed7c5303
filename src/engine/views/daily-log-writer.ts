import { appendToDailyLog, dailyLogPath, newDailyLog } from '../../core/views/daily-log.js';
import type { Problem } from '../../core/errors.js';
import type { EngineContext } from '../context.js';
import { newestOf, type DayOfEntries } from '../ledger/daily-entries.js';
import { DerivedNote } from './derived-note.js';

const pace = { delayMs: 1_000, apartMs: 60_000 };

export class DailyLogWriter extends DerivedNote {
  constructor(
    private readonly context: Pick<EngineContext, 'notes' | 'book' | 'folders' | 'clock'>,
    private readonly onProblem: (problem: Problem | null) => void,
    onBug: (error: unknown) => void,
  ) {
    super(context.clock, pace, onBug);
  }

  override changed(): void {
    if (this.context.book.daily.unwritten().length > 0) super.changed();
  }

  protected async write(): Promise<void> {
    const { book } = this.context;
    if (book.halted || !book.isActive) return;
    for (const day of book.daily.unwritten()) {
      const newest = newestOf(day.entries);
      const problem = await this.complete(day);
      this.onProblem(problem);
      if (problem) {
        this.changed();
        return;
      }
      book.daily.noteWritten(newest);
    }
  }

  private async complete({ day, entries }: DayOfEntries): Promise<Problem | null> {
    const { notes, book, folders } = this.context;
    const path = dailyLogPath(folders.logs, day);
    const device = book.facts.device ?? '';
    let problem: Problem | null = null;
    const updated = await notes.update(path, (text) => {
      const completed = appendToDailyLog(text, device, entries);
      if (completed.ok) return completed.value === text ? null : completed.value;
      problem = { ...completed.error, path };
      return null;
    });
    if (updated.ok) return problem;
    if (updated.error.code !== 'note_missing') return updated.error;
    const created = await notes.create(path, newDailyLog(day, device, entries));
    return created.ok ? null : created.error;
  }
}
