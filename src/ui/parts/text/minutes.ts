import { createSubscriber } from 'svelte/reactivity';

const minuteMs = 60_000;

/** One timer for everything on the screen that depends on the time, running only while something does. */
const tick = createSubscriber((update) => {
  const timer = setInterval(update, minuteMs);
  return () => {
    clearInterval(timer);
  };
});

/** Returns the time (ms since 1970) for display. Whatever reads it is drawn again each minute. */
export function nowByTheMinute(): number {
  tick();
  return Date.now();
}
