import type { Clock } from '../../ports/clock.js';

/** Node fires timers beyond this many milliseconds (24.8 days) at once. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/** The computer's clock. */
export function systemClock(): Clock {
  return {
    now: () => Date.now(),
    setTimer(delayMs, callback) {
      let handle: NodeJS.Timeout;
      const wait = (left: number): void => {
        const part = Math.min(left, LONGEST_TIMEOUT);
        handle = setTimeout(() => (left > part ? wait(left - part) : callback()), part);
      };
      wait(delayMs);
      return () => clearTimeout(handle);
    },
  };
}
