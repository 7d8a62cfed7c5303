import type { Clock } from '../../ports/clock.js';

/** The longest delay of a JavaScript timer (ms). A longer one would fire immediately. */
export const longestTimerMs = 2_147_483_647;

/** Resolves with the result of `work`, or with `null` after `limitMs`. The work itself continues. */
export async function withinLimit<T>(
  clock: Clock,
  limitMs: number,
  work: Promise<T>,
): Promise<{ readonly value: T } | null> {
  let cancel = (): void => {};
  const limit = new Promise<null>((resolve) => {
    cancel = clock.setTimer(limitMs, () => resolve(null));
  });
  try {
    return await Promise.race([work.then((value) => ({ value })), limit]);
  } finally {
    cancel();
  }
}
