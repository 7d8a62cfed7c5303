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
const note = {
  text: 'The text of the note',
  objective: 'Send the January invoice.',
  context: `The IBAN is DE11.\n${'Long. '.repeat(120)}`,
  steps: ['[x] Identify', '[-] ✋ Pay', '[ ] Write (after 1)', '[ ] A', '[ ] B', '[ ] ✋ Send'],
};
const path = `Plans/pending/${planId}.md`;
const plan = { ...planSummary({ approval: 'pending', path }), note };
const device = { cannotRun: null, runs: true, paused: false, bridges: [] };
const waits: Alert = {
  subject: { kind: 'plan', id: planId },
  kind: 'waits',
  text: `Plan ${planId} waits for your approval.`,
  advice: 'Approve or reject it.',
  path,
  offers: { do: 'decide_plan', planId },
};
const show = (rest: object) =>
  page.evaluate((others) => panelPage.show([], others), { plansWaiting: [plan], device, ...rest });
const asked = () =>
  page.evaluate(() =>
    panelPage.asked.filter(([what]) =>
      ['approvePlan', 'rejectPlan', 'open', 'review'].includes(String(what)),
    ),
  );

test('a plan that waits has a card among what waits: its context, its steps with boxes and order, and both answers, with a reason if wanted [LOOP-6]', async () => {
  await show({ alerts: [waits] });
  const card = page.getByRole('article', { name: `Plan ${planId}` });
  expect(
    await page.getByRole('heading', { name: /Waiting for your approval/ }).textContent(),
  ).toMatch(/1\s*$/);
  expect(await card.locator('.countersign-objective').textContent()).toContain('January invoice');
  const context = card.getByText('The IBAN is DE11.');
  expect((await context.innerText()).length).toBeLessThan(400);
  await card.getByRole('button', { name: 'more characters: show all' }).click();
  expect((await context.innerText()).length).toBeGreaterThan(700);
  expect(await card.getByRole('listitem').allInnerTexts()).toEqual(note.steps.slice(0, 5));
  await card.getByRole('button', { name: '1 more step: show all' }).click();
  expect(await card.getByRole('listitem').allInnerTexts()).toEqual(note.steps);
  expect(await page.locator('.countersign-alert').count()).toBe(0);
  await card.getByRole('button', { name: 'Open plan' }).click();
  await card.getByRole('button', { name: 'Approve plan' }).click();
  await card.getByRole('button', { name: 'Reject plan' }).click();
  await card.getByLabel('Reason (optional)').fill('Already paid');
  await card.getByRole('button', { name: 'Reject plan' }).click();
  expect(await asked()).toEqual([
    ['open', path],
    ['approvePlan', planId, note, 'not steady'],
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
  expect(await card.getByRole('button', { name: /Approve|Reject/ }).count()).toBe(0);
  expect(await card.textContent()).toContain('move its note to the approved or rejected folder');
});

test('once it has waited for a day, the alert stays beside the card, and leads to it [LOOP-6]', async () => {
  await show({ alerts: [{ ...waits, kind: 'blocked_long' }] });
  const alert = page.locator('.countersign-alert');
  await alert.getByRole('button', { name: 'Show plan' }).click();
  await alert.getByRole('button', { name: 'Reject plan' }).click();
  expect(await asked()).toEqual([
    ['review', path],
    ['rejectPlan', planId, ''],
  ]);
  expect(await alert.getByRole('button', { name: 'Approve plan' }).count()).toBe(0);
  await show({ alerts: [waits], wanted: { path } });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(note.objective);
});

test('a plan whose note was not read has no card; its alert leads to it [LOOP-6]', async () => {
  await show({ alerts: [waits], plansWaiting: [{ ...plan, note: undefined }] });
  expect(await page.getByRole('article').count()).toBe(0);
  expect(await page.locator('.countersign-alert').getByRole('button').allInnerTexts()).toEqual([
    'Show plan',
    'Reject plan',
    'Open note',
  ]);
});
