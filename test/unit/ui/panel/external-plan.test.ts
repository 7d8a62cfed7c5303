import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Alert } from '../../../../src/core/alert.js';
import { closeSharedBrowser } from '../../../stand-in/chromium/browser.js';
import { openPanelPage } from '../../../support/panel-page/open-panel-page.js';
import type { PanelPage } from '../../../support/panel-page/page/panel-page.js';

declare const panelPage: PanelPage;

let page: Page;
beforeEach(async () => {
  page = await openPanelPage();
  return () => page.close();
});
afterAll(closeSharedBrowser);

test('a plan in another tool’s form is listed, and a person presses to adopt it', async () => {
  const path = 'Plans/PLAN_invoice <b>.md';
  const alert: Alert = {
    subject: { kind: 'path', id: path },
    kind: 'foreign',
    text: `${path} is a plan in another tool’s form, with 2 steps.`,
    advice: 'Adopt it to have it worked here.',
    path,
    offers: { do: 'adopt_plan', path },
  };
  await page.evaluate((alerts) => panelPage.show([], { alerts }), [alert]);
  const item = page.locator('.countersign-alert');
  expect(await item.textContent()).toContain(alert.text);
  await item.getByRole('button', { name: 'Adopt plan' }).click();
  expect(await page.evaluate(() => panelPage.asked)).toEqual([['importPlan', path]]);
});
