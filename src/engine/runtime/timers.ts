import type { Clock } from '../../ports/clock.js';

/** Timers may stop while the computer sleeps, so no single delay is longer than this (ms). */
const longestDelayMs = 3_600_000;

export class KeyedTimers {
  private readonly timers = new Map<
    string,
    { readonly atMs: number; readonly cancel: () => void }
  >();
  private stopped = false;

  constructor(
    private readonly clock: Clock,
    private readonly look: (key: string) => void,
  ) {}

  at(key: string, atMs: number): void {
    const known = this.timers.get(key);
    if (this.stopped || (known && known.atMs <= atMs)) return;
    known?.cancel();
    const delay = Math.min(Math.max(atMs - this.clock.now(), 0), longestDelayMs);
    const cancel = this.clock.setTimer(delay, () => {
      this.timers.delete(key);
      if (delay === longestDelayMs && this.clock.now() < atMs) this.at(key, atMs);
      else this.look(key);
    });
    this.timers.set(key, { atMs, cancel });
  }

  stop(): void {
    this.stopped = true;
    for (const { cancel } of this.timers.values()) cancel();
    this.timers.clear();
  }
}
