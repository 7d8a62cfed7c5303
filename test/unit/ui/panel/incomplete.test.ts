import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Alert } from '../../../../src/core/alert.js';
import type { PanelModel } from '../../../../src/core/screens/panel-model.js';
import type { ExternalReview } from '../../../../src/core/request/imports/external-review.js';
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

const path = 'Pending_Approval/email_a.md';
const incomplete: ExternalReview = {
  ...{ path, isIncomplete: true, folder: 'pending', fields: [], arguments: [], unused: [] },
  call: { bridge: 'email', tool: 'send_email', arguments: {} },
  ...{ shownDigest: 'x', problems: [] },
};
const alert: Alert = {
  subject: { kind: 'path', id: path },
  kind: 'incomplete',
  ...{ text: `${path} is incomplete.`, advice: 'Complete it.', path },
};
/** As text: the type of any JSON is too deep for what a page is given. */
const show = (external: ExternalReview) =>
  page.evaluate(
    (model) => panelPage.show([], JSON.parse(model) as Partial<PanelModel>),
    JSON.stringify({ externalRequests: [external], alerts: [alert] }),
  );

test('an incomplete request has a card: it can be completed or rejected, and not approved [FR-015]', async () => {
  await show(incomplete);
  const section = page.getByRole('region', { name: 'Incomplete requests' });
  const card = section.getByRole('article', { name: 'email_a.md' });
  expect(await card.textContent()).toContain('it has no action block, so nobody can approve it');
  // The card says what the alert would.
  expect(await page.locator('.countersign-alert').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  await card.getByRole('button', { name: 'Use this' }).click();
  await card.getByRole('button', { name: 'Reject' }).click();
  expect(await page.evaluate(() => panelPage.asked)).toMatchObject([
    ['importRequest', path, expect.anything()],
    ['rejectExternal', path],
  ]);
});

test('without a route it says what is missing, and offers no “Use this”', async () => {
  const advice =
    'In the settings, add a server for this, and a route for `email` to one of its tools. Or ask the agent to add the action block.';
  const message = 'Countersign doesn’t know yet which tool to use for emails.';
  const problems = [{ code: 'route_missing', message, advice }] as const;
  await show({ ...incomplete, call: null, problems });
  const card = page.getByRole('article', { name: 'email_a.md' });
  expect(await card.textContent()).toContain(message);
  expect(await card.textContent()).toContain(advice.replaceAll('`', ''));
  expect(await card.getByRole('button', { name: 'Use this' }).count()).toBe(0);
});

test('what other tools left among rejected notes has a quiet line, and is no alert', async () => {
  await page.evaluate(() => panelPage.show([], { setAside: ['Rejected/a.md'] }));
  await page
    .getByText('Rejected notes of other tools, for which nothing runs: Rejected/a.md.')
    .waitFor();
  expect(await page.locator('.countersign-alert').count()).toBe(0);
});
