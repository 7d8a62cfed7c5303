import { createSubscriber } from 'svelte/reactivity';

const minuteMs = 60_000;

/** One timer for all elements that depend on the time, running only while there are any. */
const tick = createSubscriber((update) => {
  const timer = setInterval(update, minuteMs);
  return () => {
    clearInterval(timer);
  };
});

/** The time (ms since 1970) for display; only what reads it is redrawn each minute. */
export function nowByTheMinute(): number {
  tick();
  return Date.now();
}
