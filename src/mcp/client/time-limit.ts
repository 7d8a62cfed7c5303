import type { Clock } from '../../ports/clock.js';

/** The longest timer that JavaScript hosts keep; a longer one would fire at once. */
export const longestTimerMs = 2_147_483_647;

/** What `work` gives, or `null` once `limitMs` have passed. The work itself goes on. */
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
