import type { Page } from 'playwright-core';

/** What must have come into the page, or gone from it. */
export interface PageChange {
  /** Elements of this CSS selector that hold this text. */
  readonly selector: string;
  readonly text: string;
  readonly change: 'comes' | 'goes';
}

/**
 * Stops the clock that says how long a control had been where it is pressed, at the moment that the
 * page changes so. A press after that is as quick as any, however slow the machine.
 */
export async function stopPressClockWhen(page: Page, awaited: PageChange): Promise<void> {
  await page.evaluate(({ selector, text, change }) => {
    const observer = new MutationObserver(() => {
      const found = [...document.querySelectorAll(selector)].some((element) =>
        element.textContent.includes(text),
      );
      if (found !== (change === 'comes')) return;
      observer.disconnect();
      const stoppedAt = performance.now();
      performance.now = () => stoppedAt;
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  }, awaited);
}

/** Lets that clock go on, as if it had never stood still. */
export async function startPressClock(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.deleteProperty(performance, 'now'));
}
