import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
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

test('what an agent wrote is listed as its words, not as an event', async () => {
  const chain = { seq: 1, prev: '', hash: '', at: '2026-02-21T10:30:00Z' };
  const detail = 'Executed: mail.pay — The server reports success.';
  await page.evaluate((entry) => panelPage.show([], { recent: [entry] }), {
    ...chain,
    ...{ actor: 'Agent (Claude)', event: 'reasoning_logged', detail },
  });
  expect(await page.getByRole('region', { name: 'Recent activity' }).textContent()).toContain(
    `Agent (Claude) wrote “${detail}”`,
  );
});
