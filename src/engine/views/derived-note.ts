import type { Clock } from '../../ports/clock.js';

interface Pace {
  readonly delayMs: number;
  readonly apartMs: number;
}

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

  changed(): void {
    if (this.stopped) return;
    this.cancelTimer ??= this.clock.setTimer(this.delay(), () => {
      this.cancelTimer = null;
      this.writeNext();
    });
  }

  async flush(): Promise<void> {
    if (this.cancelTimer) {
      this.cancelTimer();
      this.cancelTimer = null;
      this.writeNext();
    }
    await this.writing;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.flush();
  }

  protected abstract write(): Promise<void>;

  private delay(): number {
    const { delayMs, apartMs } = this.pace;
    const left = Math.min(apartMs, this.writtenMs + apartMs - this.clock.now());
    return Math.max(delayMs, left);
  }

  private writeNext(): void {
    this.writtenMs = this.clock.now();
    this.writing = this.writing.then(() => this.write()).catch(this.onBug);
  }
}
