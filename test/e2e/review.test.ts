import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openDesk, type Desk } from './desk.js';
import { letterRequest } from '../support/builders/letter-request.js';
import { bringIntoSight } from '../support/press-as-person.js';
import { until } from '../support/until.js';

const names = ['anna', 'ben', 'cora', 'dora', 'emil', 'fred'];
const addressOf = (name: string) => `${name}@example.com`;

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  for (const [at, name] of names.entries()) {
    const text = letterRequest({
      id: `letter-to-${name}`,
      to: addressOf(name),
      created: `2026-02-21T10:4${at}:00Z`,
    });
    const isBill = name === 'fred';
    const path = join(desk.vault, `Pending_Approval/letter-to-${name}.md`);
    await writeFile(path, isBill ? text.replace('type: email', 'type: payment') : text);
  }
  await desk.card(addressOf('fred')).getByRole('button', { name: 'Approve' }).waitFor();
}, 90_000);

const modal = () => desk.page.locator('.modal');
const place = () => modal().locator('.countersign-place').innerText();
const card = () => modal().locator('article');
const focused = () => desk.page.evaluate(() => document.activeElement?.textContent?.trim());
const inFolder = (name: string, folder: string, words = '') =>
  until(`the letter to ${name} lies in ${folder}, with “${words}”`, async () => {
    const found = await desk.find(addressOf(name));
    return found?.folder === folder && found.text.includes(words) ? true : null;
  });
/** As long as a person reads. */
const read = () => new Promise((resolve) => setTimeout(resolve, 1_200));

test('requests are reviewed one at a time with the keyboard: approved, and rejected with a reason [GATE-5]', async () => {
  const { page } = desk;
  await desk.openCommand('Review requests');
  await card().getByText(addressOf('anna')).first().waitFor();
  expect(await place()).toBe('1 of 6');
  expect(await card().getByRole('list', { name: 'Worth a look' }).textContent()).toContain(
    'This server doesn’t say whether this tool can change or delete things',
  );
  await page.keyboard.press('j');
  await card().getByText(addressOf('ben')).first().waitFor();
  await page.keyboard.press('k');
  await card().getByText(addressOf('anna')).first().waitFor();

  const approve = card().getByRole('button', { name: 'Approve' });
  await bringIntoSight(approve);
  await read();
  await approve.evaluate((button: HTMLElement) => button.click());
  await card().getByText('That wasn’t a click by a person.').waitFor();
  expect(await desk.find(addressOf('anna'))).toMatchObject({ folder: 'Pending_Approval' });

  await page.keyboard.press('a');
  await expect.poll(focused).toBe('Approve');
  await read();
  await page.keyboard.press('Enter');
  await inFolder('anna', 'Done/Actions');
  await until('one mail arrived', async () => desk.mailsTo(addressOf('anna')) || null);
  await card().getByText(addressOf('ben')).first().waitFor();
  expect(await place()).toBe('1 of 5');
  await modal()
    .getByText(new RegExp(`^Approved: “Email to ${addressOf('anna')}”\\. Sent \\d\\d:\\d\\d\\.$`))
    .waitFor();

  await page.keyboard.press('r');
  await page.keyboard.type('She moved away');
  await page.keyboard.press('Enter');
  await inFolder('ben', 'Rejected', 'She moved away');
  await card().getByText(addressOf('cora')).first().waitFor();
  expect(await place()).toBe('1 of 4');
}, 90_000);

test('a press on a request that had only just come up approves nothing [GATE-5]', async () => {
  const { page } = desk;
  await page.keyboard.press('j');
  await card().getByText(addressOf('dora')).first().waitFor();
  const approve = card().getByRole('button', { name: 'Approve' });
  await bringIntoSight(approve);
  // At once, however slow this computer is.
  await Promise.all([page.keyboard.press('a'), page.keyboard.press('Enter')]);
  await card().getByText('That button just moved, so your click was ignored.').waitFor();
  expect(await desk.find(addressOf('dora'))).toMatchObject({ folder: 'Pending_Approval' });
}, 60_000);

test('a request that goes meanwhile makes way for the next one; the note of one is opened behind the window', async () => {
  const { page } = desk;
  await desk.page.evaluate(async (path) => {
    const { vault, fileManager } = window.standIn!.app;
    const file = vault.getFileByPath(path);
    if (file) await fileManager.renameFile(file, path.replace('Pending_Approval', 'Rejected'));
  }, 'Pending_Approval/letter-to-dora.md');
  await card().getByText(addressOf('emil')).first().waitFor();
  expect(await place()).toBe('2 of 3');
  await page.keyboard.press('o');
  await page.keyboard.press('Enter');
  await modal().waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => window.standIn!.app.workspace.getActiveFile()?.path))
    .toBe('Pending_Approval/letter-to-emil.md');
}, 60_000);

test('the status bar opens it, the filter narrows it, and the rest is rejected at once after asking', async () => {
  const { page } = desk;
  const status = page.locator('.status-bar-item.countersign-status');
  await status.click();
  await modal().getByRole('button', { name: 'Filter' }).click();
  await modal().getByLabel('Risk').selectOption({ label: 'May move money (1)' });
  await card().getByText(addressOf('fred')).first().waitFor();
  expect(await place()).toBe('1 of 1');
  await card().getByText('It moves money.').waitFor();
  await modal().getByRole('button', { name: 'Clear the filter: 3 requests wait' }).click();
  await expect.poll(place).toBe('3 of 3');

  await modal().getByRole('button', { name: 'Reject all 3…' }).click();
  await modal().getByText('Reject 3 requests?').waitFor();
  expect(await modal().getByRole('list', { name: 'Requests to reject' }).innerText()).toContain(
    `“Email to ${addressOf('cora')}” (email · send_email)`,
  );
  expect(await desk.notes('Pending_Approval')).toHaveLength(3);
  await modal().getByLabel('Reason (optional)').fill('All cancelled');
  await modal().getByRole('button', { name: 'Reject 3 requests', exact: true }).click();
  await modal().getByText('3 requests were rejected.').waitFor();
  for (const name of ['cora', 'emil', 'fred']) await inFolder(name, 'Rejected', 'All cancelled');
  await modal().getByRole('button', { name: 'Continue' }).click();
  await modal().getByText('Nothing is waiting for your approval.').waitFor();
  await modal().getByRole('button', { name: 'Close', exact: true }).last().click();
  await modal().waitFor({ state: 'detached' });
  expect(desk.sink.mails.map(({ to }) => to)).toEqual([[addressOf('anna')]]);
  expect(desk.errors).toEqual([]);
}, 90_000);
