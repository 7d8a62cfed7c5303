import { createSubscriber } from 'svelte/reactivity';

const minuteMs = 60_000;

const tick = createSubscriber((update) => {
  const timer = setInterval(update, minuteMs);
  return () => {
    clearInterval(timer);
  };
});

/**
 * Returns the time (ms since 1970) for display. A component that reads this time is drawn again
 * each minute.
 */
export function nowByTheMinute(): number {
  tick();
  return Date.now();
}
