import { createSubscriber } from 'svelte/reactivity';

const minuteMs = 60_000;

/** Ticks while anything that is drawn depends on it, once a minute for all of them. */
const tick = createSubscriber((update) => {
  const timer = setInterval(update, minuteMs);
  return () => {
    clearInterval(timer);
  };
});

/** The time (ms since 1970) for what is drawn: what reads it is drawn again each minute, and nothing else. */
export function nowByTheMinute(): number {
  tick();
  return Date.now();
}
