import type { Locator } from 'playwright-core';

/** How long `until` looks, and what it tells besides when it looked in vain. */
export interface Patience {
  readonly limitMs?: number;
  readonly context?: () => string;
}

/** Looks until there is something, and says what it waited for when there never is. */
export async function until<T>(
  what: string,
  look: () => Promise<T | null>,
  { limitMs = 20_000, context = () => '' }: Patience = {},
): Promise<T> {
  for (const start = Date.now(); Date.now() - start < limitMs;) {
    const found = await look();
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`Waited in vain: ${what}\n${context()}`.trimEnd());
}

/** Waits until all of an element is inside the window. */
export function untilInSight(what: string, element: Locator): Promise<true> {
  return until(`${what} is in sight`, () =>
    element.evaluate((it) => {
      const { top, bottom } = it.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight ? (true as const) : null;
    }),
  );
}
