import type { Clock } from '../../../src/ports/clock.js';

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

/** A clock that stands still until it is told to go on. */
export interface VirtualClock extends Clock {
  /** Lets `ms` pass: fires timers in order of their time, each after everything pending settled. */
  advance(ms: number): Promise<void>;
  /** Sets the clock, as a person or a time server may; timers keep the delay they have left. */
  jumpTo(time: number): void;
  /** How many timers wait. */
  readonly waiting: number;
}

/** A clock that starts at `start` (ms since 1970, or ISO 8601). */
export function virtualClock(start: number | string = '2026-02-21T10:30:00Z'): VirtualClock {
  let elapsed = 0;
  let offset = typeof start === 'number' ? start : Date.parse(start);
  // A Set keeps insertion order, so timers due at one moment fire in the order they were set.
  const timers = new Set<Timer>();

  const nextDue = (until: number): Timer | undefined => {
    let next: Timer | undefined;
    for (const timer of timers) {
      if (timer.due <= until && (next === undefined || timer.due < next.due)) next = timer;
    }
    return next;
  };
  return {
    now: () => offset + elapsed,
    setTimer(delayMs, callback) {
      const timer = { due: elapsed + Math.max(0, delayMs), callback };
      timers.add(timer);
      // What is due at once needs no time to pass.
      if (delayMs <= 0) setImmediate(() => timers.delete(timer) && callback());
      return () => void timers.delete(timer);
    },
    async advance(ms) {
      const until = elapsed + ms;
      await settle();
      for (let timer = nextDue(until); timer !== undefined; timer = nextDue(until)) {
        elapsed = Math.max(elapsed, timer.due);
        timers.delete(timer);
        timer.callback();
        await settle();
      }
      elapsed = until;
      await settle();
    },
    jumpTo(time) {
      offset = time - elapsed;
    },
    get waiting() {
      return timers.size;
    },
  };
}

/** Waits until every promise that can settle without a timer has settled. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
