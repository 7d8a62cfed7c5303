import type { Clock } from '../../ports/clock.js';

/** How soon a note follows what it tells of, in ms. */
interface Pace {
  /** How long changes are gathered before they are written. */
  readonly delayMs: number;
  /** How long two writes are at least apart. */
  readonly apartMs: number;
}

/** A note that follows what happens: gathers changes, and is written once for all of them. */
export abstract class DerivedNote {
  private cancelTimer: (() => void) | null = null;
  private writing: Promise<void> = Promise.resolve();
  private writtenMs = -Infinity;
  private stopped = false;

  constructor(
    private readonly clock: Clock,
    private readonly pace: Pace,
    private readonly onBug: (error: unknown) => void,
  ) {}

  /** Something changed: the note is written a moment later, once for all changes until then. */
  changed(): void {
    if (this.stopped) return;
    this.cancelTimer ??= this.clock.setTimer(this.delay(), () => {
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

  /** Brings the note in line with what is so now. */
  protected abstract write(): Promise<void>;

  private delay(): number {
    const { delayMs, apartMs } = this.pace;
    // A clock that was set back would otherwise keep the next write waiting for as long.
    const left = Math.min(apartMs, this.writtenMs + apartMs - this.clock.now());
    return Math.max(delayMs, left);
  }

  private writeNext(): void {
    this.writtenMs = this.clock.now();
    this.writing = this.writing.then(() => this.write()).catch(this.onBug);
  }
}
