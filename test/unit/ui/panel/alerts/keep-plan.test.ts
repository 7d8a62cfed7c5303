import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  duplicateAlert,
  duplicatePlanOf,
} from '../../../../../src/core/plan/duplicates/duplicate-alert.js';
import { twinPlanOf } from '../../../../support/builders/twin-note.js';
import { closeSharedBrowser } from '../../../../stand-in/chromium/browser.js';
import { openPanelPage } from '../../../../support/panel-page/open-panel-page.js';
import type { PanelPage } from '../../../../support/panel-page/page/panel-page.js';

declare const panelPage: PanelPage;

let page: Page;
beforeEach(async () => {
  page = await openPanelPage();
  return () => page.close();
});
afterAll(closeSharedBrowser);

const paths = ['Plans/PLAN-2026-001.md', 'Plans/PLAN-2026-002.md'];

test('plans for one task stand side by side, and a person presses which is kept [EC2]', async () => {
  const plans = [
    twinPlanOf({ steps: ['1. [x] Write', '2. [ ] File'] }, paths[0]),
    twinPlanOf({ id: 'PLAN-2026-002', steps: ['1. [ ] Write', '2. [x] File'] }, paths[1]),
  ];
  const alert = duplicateAlert(
    { kind: 'source', id: 'mail' },
    plans,
    '“File” is done in one only.',
  );
  await page.evaluate((alerts) => panelPage.show([], { alerts }), [alert]);
  const rows = page.locator('.countersign-duplicates > li');
  expect(await rows.count()).toBe(2);
  expect(await rows.first().textContent()).toContain(
    'Active, 1 of 2 steps done, created 2026-02-21T10:00:00Z, last entry “2026-02-21T10:00:00Z Created plan”',
  );
  expect(await rows.nth(1).getByText('Keep this one').getAttribute('title')).toBe(
    'The other goes to the archive, and its log is kept here. Its own requests are withdrawn.',
  );
  await rows
    .nth(1)
    .getByRole('button', { name: paths[1] ?? '' })
    .click();
  await rows.nth(1).getByRole('button', { name: 'Keep this one' }).click();
  expect(await page.evaluate(() => panelPage.asked)).toEqual([
    ['open', paths[1]],
    ['keepPlan', paths[1], plans.map(duplicatePlanOf)],
  ]);
});
