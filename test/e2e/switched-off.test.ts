import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { openDesk, type Desk } from './desk.js';
import { letterRequest } from '../support/builders/letter-request.js';
import { planNote } from './office.js';
import { bringIntoSight } from '../support/press-as-person.js';
import { until } from '../support/until.js';

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
/** What we draw; a code block of a note has its class from Obsidian, with or without us. */
const drawn = '[class*="countersign"]:not([class*="language-countersign"])';
const ours = `${drawn}, .modal, .notice`;

async function expectNothingLeft(): Promise<void> {
  await expect.poll(() => desk.page.locator(ours).count()).toBe(0);
  // Timers and listeners of window and document, and what was registered with the app.
  await expect.poll(() => desk.page.evaluate(() => window.standIn!.leaks())).toEqual([]);
  expect(desk.errors).toEqual([]);
}

/** Opens the note of the request, read or in live preview. */
const openNote = (page: Page, path: string, mode: 'preview' | 'source'): Promise<void> =>
  page.evaluate(
    async ([file, shown]) =>
      window.standIn!.app.workspace.getLeaf(false).setViewState({
        type: 'markdown',
        active: true,
        state: { file, mode: shown, source: false },
      }),
    [path, mode] as const,
  );
const noteCard = '[data-type="markdown"] article.countersign-review';

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

test('while decisions are drawn, in the pane and above their record: both go, and come back with the plugin', async () => {
  desk = await openDesk();
  const path = 'Plans/PLAN-2026-001.md';
  const said = '- [2026-02-21T10:31:00Z] Agent: Decision — How to send it ^d-aaaaaa\n';
  await writeFile(join(desk.vault, path), `${planNote('PLAN-2026-001', address)}${said}`);
  await desk.button('Decisions').waitFor();
  await openNote(desk.page, path, 'preview');
  await runCommand(desk.page, 'open-reasoning');
  const drawings = desk.page.getByRole('tree', { name: 'Decisions of PLAN-2026-001' });
  await expect.poll(() => drawings.count()).toBe(2);
  await switchOff(desk.page);
  await expectNothingLeft();
  await switchOn(desk.page);
  await expect.poll(() => drawings.count()).toBe(2);
  expect(desk.errors).toEqual([]);
}, 60_000);

test.each([
  ['read', 'preview'],
  ['in live preview', 'source'],
] as const)(
  'while a note with its card is %s: the card goes, and comes back with the plugin',
  async (_how, mode) => {
    desk = await openDesk();
    const path = await desk.request(address);
    await openNote(desk.page, path, mode);
    const card = desk.page.locator(noteCard).filter({ visible: true });
    await card.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    await switchOff(desk.page);
    await expectNothingLeft();
    // What is left is the note's own text.
    await desk.page.locator('[data-type="markdown"]').getByText('send_email').first().waitFor();
    await switchOn(desk.page);
    // Live preview keeps a block as it was drawn until its note is opened again.
    if (mode === 'source') {
      await openNote(desk.page, path, 'preview');
      await openNote(desk.page, path, mode);
    }
    await card.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    expect(desk.errors).toEqual([]);
  },
  60_000,
);

test('while the form of an action is open: it goes with what was typed, and nothing is drafted', async () => {
  desk = await openDesk();
  await writeFile(join(desk.vault, 'Plans/PLAN-2026-001.md'), planNote('PLAN-2026-001', address));
  await desk.button('Draft request…').waitFor();
  await runCommand(desk.page, 'draft-action');
  await desk.page.locator('.modal').getByLabel('subject').first().fill('A letter');
  await switchOff(desk.page);
  await expectNothingLeft();
  expect(await desk.notes('Pending_Approval')).toEqual([]);
}, 60_000);

test.each(['Safety on this device', 'Servers', 'Plan suggestions'])(
  'while its settings are open at “%s”: the tab goes, and comes back with the plugin',
  async (name) => {
    desk = await openDesk();
    const { page } = desk;
    const tab = page.getByRole('button', { name: 'Countersign', exact: true });
    await page.getByLabel('Settings').first().click();
    await tab.click();
    await page.locator('.setting-item.mod-clickable', { hasText: name }).first().click();
    await page.locator('.countersign-setting').first().waitFor();
    await switchOff(page);
    await expect.poll(() => page.locator(drawn).count()).toBe(0);
    await page.keyboard.press('Escape');
    await expectNothingLeft();
    await switchOn(page);
    await page.getByLabel('Settings').first().click();
    await tab.click();
    await page.locator('.setting-item.mod-clickable', { hasText: name }).first().waitFor();
    expect(desk.errors).toEqual([]);
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

/** Ids of the processes whose command line holds this. */
async function processesWith(marker: string): Promise<readonly string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
  );
  return ids.filter((_id, at) => lines[at]?.includes(marker));
}

/** Approves a call that its server answers in this way, and switches the plugin off when it has begun. */
async function switchOffInACall(mode: string): Promise<{
  readonly folder: string;
  readonly calls: () => Promise<number>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'long-call-'));
  const counted = join(folder, 'count.txt');
  const slow = {
    command: process.execPath,
    // The folder is in the command line, so that the process is found by it.
    args: [join(process.cwd(), 'test/support/servers/hostile-server.mjs'), folder],
    env: { COUNT_FILE: counted, MODE: mode },
  };
  const calls = async (): Promise<number> =>
    (await readFile(counted, 'utf8').catch(() => '')).split('\n').length - 1;
  desk = await openDesk({ servers: { mcpServers: { email: slow } } });
  const note = letterRequest({ id: 'slow', to: address })
    .replace('tool: send_email', 'tool: record')
    .replace(/^ {2}(?:to|subject): .*\n/gm, '');
  await writeFile(join(desk.vault, 'Pending_Approval/slow.md'), note);
  await desk.press(desk.card(address).getByRole('button', { name: 'Approve', exact: true }));
  await until('the call is under way', async () => ((await calls()) === 1 ? true : null));
  expect(await processesWith(folder)).toHaveLength(1);
  await switchOff(desk.page);
  return { folder, calls };
}

test('in the middle of a long call: it is awaited, its server ends, and it counts as done once', async () => {
  const { folder, calls } = await switchOffInACall('late:3000');
  await expectNothingLeft();
  await until('its server has ended', async () =>
    (await processesWith(folder)).length === 0 ? true : null,
  );
  await switchOn(desk.page);
  expect(await desk.text(await desk.only('Done/Actions'))).toContain('request_id: slow');
  expect(await calls()).toBe(1);
  expect(desk.errors).toEqual([]);
  await rm(folder, { recursive: true, force: true });
}, 90_000);

test('switched off and on again in the middle of a long call: it counts as done once', async () => {
  const { folder, calls } = await switchOffInACall('late:3000');
  await switchOn(desk.page);
  expect(await desk.text(await desk.only('Done/Actions'))).toContain('request_id: slow');
  expect(await calls()).toBe(1);
  expect(await desk.notes('Approved')).toEqual([]);
  expect(desk.errors).toEqual([]);
  await switchOff(desk.page);
  await expectNothingLeft();
  await until('its server has ended', async () =>
    (await processesWith(folder)).length === 0 ? true : null,
  );
  await rm(folder, { recursive: true, force: true });
}, 90_000);

test('its server dies while a call is under way that began before it was switched off: it asks whether that happened, and calls nothing again [GATE-3]', async () => {
  const { folder, calls } = await switchOffInACall('hangs');
  for (const id of await processesWith(folder)) process.kill(Number(id));
  await expectNothingLeft();
  await switchOn(desk.page);
  const card = desk.card(address);
  await card.getByText('We don’t know whether this was sent').waitFor();
  expect(await card.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
  for (const name of ['Yes, it was sent', 'No, it wasn’t sent']) {
    expect(await card.getByRole('button', { name, exact: true }).count()).toBe(1);
  }
  // It may be being written.
  await expect
    .poll(async () => desk.text(await desk.only('Pending_Approval')))
    .toContain('status: outcome_unknown');
  expect(await calls()).toBe(1);
  expect(desk.errors).toEqual([]);
  await rm(folder, { recursive: true, force: true });
}, 90_000);
