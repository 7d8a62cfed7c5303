import type { Timers } from '../timers.js';

/** Timers that a test lets run by hand. */
export interface ManualTimers extends Timers {
  /** Time goes on by that many milliseconds. */
  advance(ms: number): void;
}

export function manualTimers(): ManualTimers {
  let now = 0;
  const waiting = new Set<{ at: number; callback: () => void }>();
  return {
    wait(ms, callback) {
      const entry = { at: now + ms, callback };
      waiting.add(entry);
      return () => waiting.delete(entry);
    },
    advance(ms) {
      now += ms;
      for (const entry of [...waiting].sort((a, b) => a.at - b.at)) {
        if (entry.at > now || !waiting.delete(entry)) continue;
        entry.callback();
      }
    },
  };
}
