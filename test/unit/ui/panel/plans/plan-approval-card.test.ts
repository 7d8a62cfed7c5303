import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Alert } from '../../../../../src/core/alert.js';
import { closeSharedBrowser } from '../../../../stand-in/chromium/browser.js';
import { planSummary } from '../../../../support/builders/mission-view.js';
import { openPanelPage } from '../../../../support/panel-page/open-panel-page.js';
import type { PanelPage } from '../../../../support/panel-page/page/panel-page.js';

declare const panelPage: PanelPage;

let page: Page;
beforeEach(async () => {
  page = await openPanelPage();
  return () => page.close();
});
afterAll(closeSharedBrowser);

const planId = 'PLAN-2026-001';
const plan = planSummary({ approval: 'pending', path: `Plans/pending/${planId}.md` });
const device = { cannotRun: null, runs: true, paused: false, bridges: [] };
const waits: Alert = {
  subject: { kind: 'plan', id: planId },
  kind: 'waits',
  text: `Plan ${planId} waits for your approval.`,
  advice: 'Approve or reject it.',
  offers: { do: 'decide_plan', planId },
};
const show = (rest: object) =>
  page.evaluate((others) => panelPage.show([], others), { plansWaiting: [plan], device, ...rest });
const asked = () =>
  page.evaluate(() =>
    panelPage.asked.filter(([what]) =>
      ['approvePlan', 'rejectPlan', 'open'].includes(String(what)),
    ),
  );

test('a plan that waits has a card among what waits: its steps, and both answers, with a reason if wanted [LOOP-6]', async () => {
  await show({ alerts: [waits] });
  const card = page.getByRole('article', { name: `Plan ${planId}` });
  expect(
    await page.getByRole('heading', { name: /Waiting for your approval/ }).textContent(),
  ).toMatch(/1\s*$/);
  expect(await card.locator('.countersign-objective').textContent()).toContain('January invoice');
  expect(await card.getByRole('listitem').allInnerTexts()).toEqual([
    'Identify client: Client A',
    'Calculate amount: $1,500',
    'Write the invoice',
    '✋ Send email to client_a@example.com',
    'Log transaction',
  ]);
  expect(await page.locator('.countersign-alert').count()).toBe(0);
  await card.getByRole('button', { name: 'Open plan' }).click();
  await card.getByRole('button', { name: 'Approve plan' }).click();
  await card.getByRole('button', { name: 'Reject plan' }).click();
  await card.getByLabel('Reason (optional)').fill('Already paid');
  await card.getByRole('button', { name: 'Reject plan' }).click();
  expect(await asked()).toEqual([
    ['open', plan.path],
    ['approvePlan', planId],
    ['rejectPlan', planId, 'Already paid'],
  ]);
});

test('a plan that was approved before a take-over says so on its card', async () => {
  await show({ alerts: [waits] });
  const card = page.getByRole('article', { name: `Plan ${planId}` });
  const again = 'An earlier record says that it was approved';
  expect(await card.textContent()).not.toContain(again);
  await show({ alerts: [waits], plansWaiting: [{ ...plan, approvedBefore: true }] });
  expect(await card.textContent()).toContain(again);
});

test('what went wrong is said on the card; where no actions run, the card only says how to decide [LOOP-6]', async () => {
  const problem = {
    code: 'note_write_failed',
    message: 'The note is locked.',
    advice: 'Try again.',
  };
  await show({ answer: { subject: planId, problem, changes: [] } });
  const card = page.getByRole('article', { name: `Plan ${planId}` });
  expect(await card.textContent()).toContain('The note is locked.');
  expect(await page.getByText('The note is locked.').count()).toBe(1);
  await show({ device: { ...device, runs: false } });
  expect(await card.getByRole('button').allInnerTexts()).toEqual(['Open']);
  expect(await card.textContent()).toContain('move its note to the approved or rejected folder');
});

test('once it has waited for a day, the alert stays beside the card, with both answers [LOOP-6]', async () => {
  await show({ alerts: [{ ...waits, kind: 'blocked_long' }] });
  const alert = page.locator('.countersign-alert');
  await alert.getByRole('button', { name: 'Approve plan' }).click();
  await alert.getByRole('button', { name: 'Reject plan' }).click();
  expect(await asked()).toEqual([
    ['approvePlan', planId],
    ['rejectPlan', planId, ''],
  ]);
});
