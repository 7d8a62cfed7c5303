import { createSubscriber } from 'svelte/reactivity';

const minuteMs = 60_000;

/** One timer for all readers of {@link nowByTheMinute}. It runs only while something on the screen reads it. */
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
