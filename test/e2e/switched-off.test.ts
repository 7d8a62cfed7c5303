import { afterEach, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { bringIntoSight, openDesk, type Desk } from './desk.js';
import { until } from './until.js';

let desk: Desk;
afterEach(() => desk.close());

const address = 'client@example.com';

/** Switches the plugin off, as a person does in the settings while something of ours is open. */
const switchOff = (page: Page): Promise<void> =>
  page.evaluate(() => window.standIn!.plugins.disablePluginAndSave('countersign'));
const switchOn = (page: Page): Promise<unknown> =>
  page.evaluate(() => window.standIn!.plugins.enablePluginAndSave('countersign'));
const runCommand = (page: Page, id: string): Promise<unknown> =>
  page.evaluate((command) => {
    const { commands } = window.standIn!.app as unknown as {
      commands: { executeCommandById(id: string): boolean };
    };
    return commands.executeCommandById(`countersign:${command}`);
  }, id);
const ours = '[class*="countersign"], .modal, .notice, article.countersign-review';

async function expectNothingLeft(): Promise<void> {
  await expect.poll(() => desk.page.locator(ours).count()).toBe(0);
  expect(desk.errors).toEqual([]);
}

test.each([
  ['the window of a new mission', 'new-mission', '.modal'],
  ['the review of many', 'review-requests', '.modal article'],
  ['the start page', 'open-start-page', '[data-type="countersign-start"] .countersign-start'],
])(
  'while %s is open: it goes, and nothing is left or logged',
  async (_what, command, shown) => {
    desk = await openDesk();
    await desk.request(address);
    await runCommand(desk.page, command);
    await desk.page.locator(shown).first().waitFor();
    await switchOff(desk.page);
    await expectNothingLeft();
  },
  60_000,
);

test('right after an approval: nothing is left, and there is one call at most, also when it is back', async () => {
  desk = await openDesk();
  await desk.request(address);
  const approve = desk.card(address).getByRole('button', { name: 'Approve', exact: true });
  await bringIntoSight(approve);
  await desk.press(approve);
  await switchOff(desk.page);
  await expectNothingLeft();
  await switchOn(desk.page);
  await until('its outcome is known, or asked for', async () => {
    const found = await desk.find(address);
    return found && found.folder !== 'Approved' ? true : null;
  });
  expect(desk.mailsTo(address)).toBeLessThanOrEqual(1);
  expect(desk.errors).toEqual([]);
}, 60_000);
