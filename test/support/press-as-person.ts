import type { Locator } from 'playwright-core';
import { until } from './until.js';

/** For how long (ms) a person looks before they press. */
const lookingMs = 700;

/** A press on what had only just come up where it was pressed counts for nothing. */
export async function pressAsPerson(control: Locator): Promise<void> {
  await bringIntoSight(control);
  await new Promise((resolve) => setTimeout(resolve, lookingMs));
  await control.click();
}

/**
 * Reads the card a control belongs to, then scrolls to the control until it can be pressed: a button
 * whose card is out of sight above it waits until that was seen to its end.
 */
export async function bringIntoSight(control: Locator): Promise<void> {
  let isToEnd = false;
  await until('the control can be pressed', async () => {
    if (!(await control.isEnabled())) {
      await control.evaluate(
        (button, block) => button.closest('article')?.scrollIntoView({ block }),
        isToEnd ? ('end' as const) : ('center' as const),
      );
      isToEnd = !isToEnd;
    }
    return (await control.isEnabled()) ? true : null;
  });
  // The status bar lies over the end of the panel: not what is there only just.
  await control.evaluate((element) => {
    element.scrollIntoView({ block: 'center' });
  });
}
