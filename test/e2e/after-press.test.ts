import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDesk, type Desk } from './desk.js';
import { letterRequest } from '../support/builders/letter-request.js';
import { planNote } from './office.js';
import { bringIntoSight } from '../support/press-as-person.js';
import { untilInSight } from '../support/until.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ width: 420, size: { width: 1280, height: 720 } });
}, 90_000);
afterAll(() => desk.close());

const row = (address: string) =>
  desk.panel.locator('.countersign-result').filter({ hasText: address });
const words = async (address: string) => (await row(address).textContent())?.trim();
const bar = () => desk.panel.locator('.countersign-state');
const notices = () => desk.page.locator('.notice').allInnerTexts();
const focused = () =>
  desk.page.evaluate(
    () => document.activeElement?.getAttribute('data-request') ?? document.activeElement?.className,
  );
const scrollTop = () =>
  desk.panel.locator('.view-content').evaluate((element) => element.scrollTop);
const inSight = (words: string) => untilInSight(words, desk.panel.getByText(words).first());

beforeEach(async () => {
  const dismiss = desk.panel.locator('.countersign-result').getByLabel('Dismiss');
  for (let left = await dismiss.count(); left > 0; left -= 1) await dismiss.first().click();
});

test('a row takes the place of the card, with the focus, says what became of it, and opens its note', async () => {
  await desk.request('before@example.com');
  await desk.request('middle@example.com');
  await desk.request('after@example.com');
  await desk.press(desk.card('middle@example.com').getByRole('button', { name: 'Approve' }));
  const result = row('middle@example.com');
  await expect.poll(() => words('middle@example.com')).toMatch(/^Sent \d\d:\d\d/);
  expect(await focused()).toBe('mail-to-middle');
  await inSight('Email to middle@example.com');
  const order = await desk.panel
    .locator('.countersign-waiting [data-request]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-request')));
  expect(order).toEqual(['mail-to-before', 'mail-to-middle', 'mail-to-after']);
  expect(await notices()).toContainEqual(
    expect.stringMatching(/^Email to middle@example.com: Sent \d\d:\d\d$/),
  );
  // No notice lies over the panel's buttons.
  const panelLeft = await desk.panel.evaluate((panel) => panel.getBoundingClientRect().left);
  const noticesRight = await desk.page
    .locator('.notice')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  expect(Math.max(...noticesRight)).toBeLessThan(panelLeft);
  await desk.screenshot('after-press-sent');

  await result.getByRole('button', { name: 'Open' }).click();
  await desk.page.getByRole('heading', { name: 'Outcome' }).waitFor();
  await result.getByLabel('Dismiss').click();
  await result.waitFor({ state: 'detached' });
  expect(await desk.card('before@example.com').count()).toBe(1);
  expect(desk.errors).toEqual([]);
}, 60_000);

test('what is rejected, and what is moved back, leaves a row; the rows are three at most', async () => {
  const card = desk.card('before@example.com');
  await desk.press(card.getByRole('button', { name: 'Reject', exact: true }));
  const before = await scrollTop();
  await card.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect.poll(() => words('before@example.com')).toMatch(/^Rejected/);
  expect(await scrollTop()).toBeLessThanOrEqual(before);
  expect(await focused()).toBe('mail-to-before');

  const path = await desk.request('dragged@example.com');
  await desk.drag(path, 'Approved');
  await desk.card('dragged@example.com').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => words('dragged@example.com')).toMatch(/^Moved back/);
  await desk.press(desk.card('dragged@example.com').getByRole('button', { name: 'Approve' }));
  await expect.poll(() => words('dragged@example.com')).toMatch(/^Sent/);
  for (const name of ['four', 'five']) {
    await desk.request(`${name}@example.com`);
    await desk.press(desk.card(`${name}@example.com`).getByRole('button', { name: 'Approve' }));
    await row(`${name}@example.com`).waitFor();
  }
  expect(await desk.panel.locator('.countersign-result').count()).toBe(3);
  expect(await row('before@example.com').count()).toBe(0);
}, 90_000);

test('while all is paused the bar says so on top, a row says that it waits, and its step is not offered as done by hand', async () => {
  const address = 'paused@example.com';
  await writeFile(join(desk.vault, 'Plans/PLAN-2026-090.md'), planNote('PLAN-2026-090', address));
  await writeFile(
    join(desk.vault, 'Pending_Approval/paused.md'),
    letterRequest({ id: 'paused', to: address, planId: 'PLAN-2026-090' }),
  );
  const approve = desk.card(address).getByRole('button', { name: 'Approve' });
  await bringIntoSight(approve);
  const byHand = desk.button('I’ve done this myself…');
  expect(await byHand.count()).toBe(1);
  await desk.openCommand('Pause all actions');
  await bar().getByText('Actions are paused').waitFor();
  expect(await desk.panel.getByText('Actions are paused').count()).toBe(1);
  await desk.press(approve);
  await expect.poll(() => words(address)).toMatch(/^Approved\. Nothing is sent until you resume\./);
  await expect.poll(() => byHand.count()).toBe(0);
  // Nobody is asked for what they approved.
  await desk.panel.getByText('Approve or reject “').waitFor({ state: 'detached' });
  const status = desk.panel.locator('.countersign-mission .countersign-status');
  await expect.poll(() => status.innerText()).toBe('Active');
  await desk.screenshot('after-press-paused');

  // The bar stays in sight, and a command that only opens the panel marks it.
  await desk.panel.locator('.view-content').evaluate((element) => element.scrollTo(0, 9_999));
  const top = async () => (await bar().boundingBox())?.y ?? -1;
  expect(await top()).toBeGreaterThanOrEqual(0);
  expect(await top()).toBeLessThan(60);
  await desk.openCommand('Resume all actions');
  await expect.poll(focused).toBe('countersign-state');
  expect(desk.mailsTo(address)).toBe(0);
  // Resuming says what it led to, also when nothing showed the request any more.
  await row(address).getByLabel('Dismiss').click();
  await row(address).waitFor({ state: 'detached' });
  await desk.press(bar().getByRole('button', { name: 'Resume' }));
  await bar().waitFor({ state: 'detached' });
  await expect.poll(() => words(address), { timeout: 10_000 }).toMatch(/^Sent/);
}, 90_000);

test('the end of the panel can be scrolled clear of the status bar', async () => {
  await desk.panel.locator('.view-content').evaluate((element) => element.scrollTo(0, 9_999));
  const bar = await desk.page.locator('.status-bar').boundingBox();
  const end = await desk.panel
    .locator('.countersign-panel')
    .evaluate((panel) =>
      Math.max(
        ...[...panel.querySelectorAll('*')].map((part) => part.getBoundingClientRect().bottom),
      ),
    );
  expect(bar?.height).toBeGreaterThan(0);
  expect(end).toBeLessThan(bar?.y ?? 0);
  await desk.screenshot('panel-end');
});

test('commands that open the panel say where, also when it is open', async () => {
  await desk.request('long@example.com');
  await desk.panel.locator('.view-content').evaluate((element) => element.scrollTo(0, 9_999));
  await desk.openCommand('Open Current Mission');
  await inSight('Current mission');
  await expect
    .poll(() =>
      desk.page.evaluate(() => document.activeElement?.querySelector('h2')?.textContent?.trim()),
    )
    .toBe('Current mission');
  await desk.openCommand('Show this device’s settings');
  await inSight('Allow actions on this computer');
  expect(await focused()).toContain('countersign-device');
}, 60_000);
