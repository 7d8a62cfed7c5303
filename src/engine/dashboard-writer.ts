import { dashboardText, type MissionView } from '../core/mission/dashboard-text.js';
import { replaceManagedRegion } from '../core/note/managed-region.js';
import type { Problem } from '../core/errors.js';
import type { Clock } from '../ports/clock.js';
import type { Notes } from './notes.js';

/** How long changes are gathered before the Dashboard is written (contract: 1–3 s behind a change). */
const delayMs = 1_000;

/** Keeps the region of `Dashboard.md` true: gathers changes, and writes only when the text changes. */
export class DashboardWriter {
  private cancelTimer: (() => void) | null = null;
  private writing: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly notes: Notes,
    private readonly clock: Clock,
    private readonly path: string,
    private readonly view: () => MissionView,
    private readonly onProblem: (problem: Problem | null) => void,
    private readonly onBug: (error: unknown) => void,
  ) {}

  /** Something changed: the Dashboard is written a moment later, once for all changes until then. */
  changed(): void {
    if (this.stopped) return;
    this.cancelTimer ??= this.clock.setTimer(delayMs, () => {
      this.cancelTimer = null;
      this.writeNext();
    });
  }

  /** Writes now what waits. */
  async flush(): Promise<void> {
    if (this.cancelTimer) {
      this.cancelTimer();
      this.cancelTimer = null;
      this.writeNext();
    }
    await this.writing;
  }

  /** Writes what waits; later changes are not written. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.flush();
  }

  private writeNext(): void {
    this.writing = this.writing.then(() => this.write()).catch(this.onBug);
  }

  private async write(): Promise<void> {
    const content = dashboardText(this.view());
    let problem: Problem | null = null;
    const updated = await this.notes.update(this.path, (text) => {
      const replaced = replaceManagedRegion(text, content);
      if (replaced.ok) return replaced.value === text ? null : replaced.value;
      problem = { ...replaced.error, path: this.path };
      return null;
    });
    if (!updated.ok && updated.error.code === 'note_missing') {
      const made = replaceManagedRegion('# Dashboard\n', content);
      const created = made.ok ? await this.notes.create(this.path, made.value) : made;
      problem = created.ok ? null : created.error;
    } else if (!updated.ok) {
      problem = updated.error;
    }
    this.onProblem(problem);
  }
}
