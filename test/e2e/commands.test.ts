import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { brief, openDesk, type Desk } from './desk.js';
import { until } from '../support/until.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
}, 60_000);

const modal = () => desk.page.locator('.modal');
const status = () => desk.page.locator('.status-bar-item.countersign-status');
const plan = `Plans/PLAN-${new Date().getFullYear()}-001.md`;
const text = brief.split('---').at(-1)?.trim() ?? '';
const holds = (words: string) =>
  until(`the plan holds ${words}`, async () =>
    (await desk.text(plan).catch(() => '')).includes(words) ? true : null,
  );
const said = () => status().getAttribute('aria-label');

test('a mission is begun, worked and drafted from ribbon, palette and status bar [HOST-7]', async () => {
  const { page } = desk;
  await page.keyboard.press('Control+p');
  const offered = await page.locator('.prompt .suggestion-item').allInnerTexts();
  expect(offered.filter((name) => name.startsWith('Countersign')).sort()).toEqual([
    'Countersign: Connect your agent…',
    'Countersign: Create Bases views…',
    'Countersign: Import servers…',
    'Countersign: New plan…',
    'Countersign: Open Current Mission',
    'Countersign: Open reasoning pane',
    'Countersign: Open start page',
    'Countersign: Pause all actions',
    'Countersign: Regenerate Dashboard',
    'Countersign: Show this device’s settings',
    'Countersign: Verify audit log',
  ]);
  await page.keyboard.press('Escape');
  await expect.poll(() => status().innerText()).toBe('No plans');

  await desk.openCommand('New plan');
  await modal().getByRole('button', { name: 'Create plan' }).click();
  await modal().getByText('Describe what should be done.').waitFor();
  await modal().getByLabel('What should be done?').fill(text);
  await modal().getByText('Suggested because it mentions').waitFor();
  // A window that is closed by mistake loses nothing.
  await page.keyboard.press('Escape');
  await desk.openCommand('New plan');
  expect(await modal().getByLabel('What should be done?').inputValue()).toBe(text);
  await modal().getByLabel('Objective').fill('Send Client A the invoice.');
  const steps = modal().getByLabel('Steps, one per line');
  const proposed = await steps.inputValue();
  await steps.fill(proposed.replace(/^.*\n/, 'Look Client A up\n'));
  await page.keyboard.press('Escape');
  await desk.openCommand('New plan');
  expect(await steps.inputValue()).toMatch(/^Look Client A up\n/);
  await modal().getByLabel('Objective').fill('Send Client A the invoice.');
  await modal().getByRole('button', { name: 'Create plan' }).click();
  await holds('# Objective\nSend Client A the invoice.\n');
  expect(await desk.text(plan)).toContain('priority: high');
  expect(await desk.text(plan)).toContain('\n1. [ ] Look Client A up\n2. [ ] ');
  expect(await desk.text(await desk.only('Needs_Action'))).toContain(text);
  await expect.poll(() => status().innerText()).toBe('1 plan');

  await desk.openCommand('Complete the current step');
  await modal().getByLabel('Result').fill('She is known.');
  await modal().getByRole('button', { name: 'Complete step' }).click();
  await holds('Marked step 1 complete — She is known.');

  await desk.panel.getByText('1 of 4', { exact: true }).waitFor();
  await desk.openCommand('Skip the current step');
  await modal().getByRole('button', { name: 'Skip step' }).click();
  await modal().getByText('Give a reason for skipping.').waitFor();
  await modal().getByLabel('Reason').fill('It was written by hand.');
  await modal().getByRole('button', { name: 'Skip step' }).click();
  await holds('Human: Skipped step 2 — It was written by hand.');

  await desk.openCommand('Add step to the current plan');
  await modal().getByLabel('Step', { exact: true }).fill('Send a thank-you mail');
  await modal().getByLabel('Reason').fill('She paid early');
  await modal().getByRole('button', { name: 'Add step' }).click();
  await holds('Human: Added step 5 — She paid early.\n');
  await holds('\n4. [ ] Log the transaction\n5. [ ] ✋ Send a thank-you mail ^s5\n');

  await desk.panel.getByText('2 of 5', { exact: true }).waitFor();
  await desk.openCommand('Draft request for the current step');
  await modal().getByLabel('Tool').selectOption('send_email');
  const call = modal().getByLabel('As written in the note');
  await expect.poll(() => call.textContent()).toContain('Check the marked fields');
  await modal().getByRole('button', { name: 'Draft request', exact: true }).click();
  await modal().getByText('Required.').first().waitFor();
  await modal().getByLabel('subject, required').fill('January invoice');
  await modal().getByLabel('text', { exact: true }).fill('Dear Client A,\nhere it is.');
  expect(await call.textContent()).toContain(
    'bridge: email\ntool: send_email\narguments:\n  to: client_a@example.com\n  subject: January invoice\n',
  );
  await modal().getByRole('button', { name: 'Draft request', exact: true }).click();
  await desk.card('client_a@example.com').waitFor();
  await expect
    .poll(async () => (await status().innerText()).replace(/\s+/g, ' '))
    .toBe('1 plan · 1');
  expect(await status().locator('svg.lucide-hand').count()).toBe(1);
  expect(await said()).toBe(
    'Countersign: 1 plan. 1 request waiting for approval. Opens the review.',
  );
  expect(desk.errors).toEqual([]);
}, 120_000);

test('the status bar opens the review of requests, and so does its command, and neither approves any [HOST-7] [GATE-5]', async () => {
  const { page } = desk;
  const card = modal().locator('article').filter({ hasText: 'client_a@example.com' });
  const hasFocus = () => card.evaluate((el) => el === el.ownerDocument.activeElement);
  await status().focus();
  await page.keyboard.press('Enter');
  await expect.poll(hasFocus).toBe(true);
  await page.keyboard.press('Escape');
  await modal().waitFor({ state: 'detached' });
  await desk.openCommand('Review requests');
  await expect.poll(hasFocus).toBe(true);
  await page.keyboard.press('Escape');
  expect(await desk.find('client_a@example.com')).toMatchObject({ folder: 'Pending_Approval' });
  expect(desk.mailsTo('client_a@example.com')).toBe(0);
}, 60_000);

test('a ✋ step is said to be done by hand by a person’s press only, and its request is withdrawn [HOST-7]', async () => {
  await desk.openCommand('Complete the current step');
  const did = modal().getByRole('button', { name: 'Mark as done' });
  await modal().getByText('withdraws its request').waitFor();
  await new Promise((resolve) => setTimeout(resolve, 700));
  await did.evaluate((button: HTMLElement) => button.click());
  await modal().getByText('That wasn’t a click by a person.').waitFor();
  expect(await desk.text(plan)).toContain('[ ] ✋ Send an email');
  await desk.press(did);
  await holds('[x] ✋ Send an email');
  await until('the request is in the archive', async () =>
    (await desk.find('client_a@example.com'))?.folder === 'Archive' ? true : null,
  );
  await desk.panel.getByText('3 of 5', { exact: true }).waitFor();
}, 60_000);

test('the mission is resumed, what runs is shown, paused, verified, and the plan is cancelled [HOST-7]', async () => {
  const { page } = desk;
  await desk.openCommand('Go to the current plan');
  await page.locator('.notice').filter({ hasText: 'Resuming plan PLAN-' }).waitFor();

  await desk.openCommand('Show this device’s settings');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.className))
    .toContain('countersign-device');

  await desk.openCommand('Pause all actions');
  await expect.poll(() => status().innerText()).toBe('1 plan · paused');
  await desk.openCommand('Resume all actions');
  expect(await status().innerText()).toBe('1 plan · paused');
  await desk.press(desk.button('Resume'));
  await expect.poll(() => status().innerText()).toBe('1 plan');

  await desk.openCommand('Verify audit log');
  await modal().getByText('Audit log verified').waitFor();
  await modal().getByText('Compared line by line').waitFor();
  await page.keyboard.press('Escape');

  await desk.openCommand('Regenerate Dashboard');
  await page.locator('.notice').filter({ hasText: 'Dashboard updated.' }).waitFor();
  expect(await readFile(join(desk.vault, 'Dashboard.md'), 'utf8')).toContain('PLAN-');
  const days = await readdir(join(desk.vault, 'Logs'));
  const [day = ''] = days.filter((name) => name.endsWith('.log.md'));
  expect(await readFile(join(desk.vault, 'Logs', day), 'utf8')).toContain('| Created plan: ');

  await desk.openCommand('Cancel the current plan');
  await modal().waitFor();
  // What changes nothing has the focus.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Keep plan');
  await modal().getByRole('button', { name: 'Cancel plan' }).click();
  await page.locator('.notice').getByText('Plan cancelled: ').waitFor();
  await until('the plan is in the archive', async () =>
    (await desk.notes('Archive')).some((name) => name.startsWith('PLAN-')) ? true : null,
  );
  await expect.poll(() => status().innerText()).toBe('No plans');
  await desk.panel.getByRole('switch').first().click();
  await expect.poll(() => status().innerText()).toBe('No plans · nothing runs here');
  expect(desk.errors).toEqual([]);
}, 60_000);

test('bases are previewed and made where they are missing, and never written again', async () => {
  await desk.openCommand('Create Bases views');
  expect(await modal().locator('li').allInnerTexts()).toEqual(['Plans.base', 'Requests.base']);
  await modal().getByRole('button', { name: 'Cancel' }).click();
  await expect(desk.text('Plans.base')).rejects.toThrow();

  await desk.openCommand('Create Bases views');
  await modal().getByRole('button', { name: 'Create views' }).click();
  await desk.page.locator('.notice').filter({ hasText: 'Created Plans.base and' }).waitFor();
  expect(await desk.text('Requests.base')).toContain('file.inFolder("Pending_Approval")');

  await desk.openCommand('Create Bases views');
  await modal().getByText('Plans.base (already there)').waitFor();
  expect(await modal().getByRole('button', { name: 'Create views' }).count()).toBe(0);
  expect(await modal().getByText('It is off').count()).toBe(0);
  await desk.page.keyboard.press('Escape');

  await desk.page.evaluate(() => window.standIn!.host.internalPlugins.enabled.delete('bases'));
  await desk.openCommand('Create Bases views');
  await modal().getByText('It is off. Turn it on under Settings → Core plugins').waitFor();
  await desk.page.keyboard.press('Escape');
  expect(desk.errors).toEqual([]);
}, 60_000);
