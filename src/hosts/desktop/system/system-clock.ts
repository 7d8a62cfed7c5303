import type { Clock } from '../../../ports/clock.js';

/** The longest delay of a timer, in ms. Timers with a longer delay fire immediately. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

export interface Timers<Handle> {
  setTimeout(callback: () => void, delayMs: number): Handle;
  clearTimeout(handle: Handle): void;
}

export function systemClock(): Clock {
  return clockWith<ReturnType<typeof setTimeout>>(globalThis);
}

/** Makes a clock whose timers can have any delay. */
export function clockWith<Handle>(timers: Timers<Handle>): Clock {
  return {
    now: () => Date.now(),
    setTimer(delayMs, callback) {
      let handle: Handle;
      const wait = (left: number): void => {
        const part = Math.min(left, LONGEST_TIMEOUT);
        handle = timers.setTimeout(() => (left > part ? wait(left - part) : callback()), part);
      };
      wait(delayMs);
      return () => timers.clearTimeout(handle);
    },
  };
}
