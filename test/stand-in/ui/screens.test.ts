import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Workbench, WorkbenchOptions } from '../../support/workbench.js';
import { openSample, seen } from './sample-plugin.js';

let workbench: Workbench;
const notes = { 'Inbox/Mail.md': 'mail', 'Inbox/Other.md': 'other', 'Done/Old.md': 'old' };

async function start(options: WorkbenchOptions = {}): Promise<Workbench['page']> {
  workbench = await openSample(notes, options);
  return workbench.page;
}
afterEach(async () => {
  expect(workbench.errors).toEqual([]);
  await workbench.close();
});

test("the ribbon opens the plugin's panel at the right; its button gets a trusted click", async () => {
  const page = await start();
  await page.getByLabel('Open sample panel').click();
  await page.getByRole('button', { name: 'Approve' }).click();
  expect(await seen(workbench)).toEqual([['approve', true, true, true]]);
  expect(await page.locator('.status-bar-item').innerText()).toBe('1 waiting');
});

test('a panel moved to a pop-out window works there, and so do keys and dialogs', async () => {
  const page = await start();
  await page.getByLabel('Open sample panel').click();
  await page.getByRole('tab', { name: 'Sample panel' }).click({ button: 'right' });
  const [popout] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('menuitem', { name: 'Move to new window' }).click(),
  ]);
  await popout.getByRole('button', { name: 'Approve' }).click();
  expect(await seen(workbench)).toEqual([
    ['migrated', true],
    ['approve', true, false, true],
  ]);
  await popout.keyboard.press('Control+Shift+Y');
  await popout.getByRole('dialog').waitFor();
  await popout.keyboard.press('Escape');
  expect(await popout.getByRole('dialog').count()).toBe(0);
  await popout.close();
  await expect
    .poll(() =>
      page.evaluate(() => window.standIn!.workspace.getLeavesOfType('sample-panel').length),
    )
    .toBe(0);
});

test('the context menu of a note offers to rename, move and delete it, and what plugins add', async () => {
  const page = await start();
  await workbench.reveal('Inbox/Mail.md');
  const mail = page.locator('[data-path="Inbox/Mail.md"]');
  await mail.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Greet' }).click();
  expect(await seen(workbench)).toEqual([['greet', 'Inbox/Mail.md', true]]);

  await mail.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page.keyboard.type('Letter');
  await page.keyboard.press('Enter');
  await expect.poll(() => workbench.notes('Inbox')).toEqual(['Letter.md', 'Other.md']);

  await page.locator('[data-path="Inbox/Letter.md"]').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Move file to…' }).click();
  await page.keyboard.type('don');
  await page.locator('.suggestion-item', { hasText: 'Done' }).click();
  await expect.poll(() => workbench.notes('Done')).toEqual(['Letter.md', 'Old.md']);

  await page.locator('[data-path="Inbox/Other.md"]').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(() => workbench.notes('Inbox')).toEqual([]);
});

test('a note that cannot be moved stays, and a notice says why', async () => {
  const page = await start();
  await workbench.reveal('Done/Old.md');
  await workbench.reveal('Inbox/Mail.md');
  await page.locator('[data-path="Inbox/Mail.md"]').click();
  await page.keyboard.press('F2');
  await page.locator('[data-path="Inbox/Mail.md"]').press('F2');
  await page.keyboard.type('Other');
  await page.keyboard.press('Enter');
  await page.locator('.notice', { hasText: 'Destination file already exists!' }).click();
  expect(await workbench.notes('Inbox')).toEqual(['Mail.md', 'Other.md']);
  expect(await page.locator('.notice').count()).toBe(0);
});

test('a command runs by its hotkey; a confirmation closes unless its button keeps it open', async () => {
  const page = await start();
  await page.keyboard.press('Control+Shift+Y');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Stay' }).click();
  expect(await dialog.count()).toBe(1);
  await dialog.getByRole('button', { name: 'Run' }).click();
  await page.locator('.notice', { hasText: 'It ran.' }).waitFor();
  expect(await dialog.count()).toBe(0);
  await workbench.openCommand('Ask');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  expect(await dialog.count()).toBe(0);
});

test('declarative settings are drawn, checked, bound to the settings and saved', async () => {
  const page = await start();
  const data = async (): Promise<unknown> => {
    const file = join(workbench.vault, '.obsidian/plugins/sample/data.json');
    return JSON.parse(await readFile(file, 'utf8').catch(() => 'null'));
  };
  await page.getByLabel('Settings').click();
  await page.getByRole('button', { name: 'Sample', exact: true }).click();
  await page.getByLabel('Base folder').fill('Work');
  await expect.poll(data).toEqual({ base: 'Work' });
  await page.getByLabel('Base folder').fill('C:');
  await page.getByRole('alert').filter({ hasText: 'No colons, please.' }).waitFor();
  expect(await data()).toEqual({ base: 'Work' });
  await page.getByLabel('Look').selectOption('Dense');
  await page.getByLabel('Quiet').check();
  await expect.poll(data).toEqual({ base: 'Work', look: 'dense', quiet: true });
  await expect.poll(() => page.getByLabel('Look').isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Advanced' }).click();
  await page.getByLabel('Hold').fill('7');
  await expect.poll(data).toEqual({ base: 'Work', look: 'dense', quiet: true, hold: 7 });
  await page.getByLabel('Back').click();
  await page.getByLabel('Look').waitFor();
});

test('a plugin switched off in the settings takes its things away; switched on, it is back', async () => {
  const page = await start();
  await page.getByLabel('Open sample panel').click();
  await page.getByLabel('Settings').click();
  await page.getByRole('button', { name: 'Community plugins', exact: true }).click();
  await page.getByLabel('Sample', { exact: true }).uncheck();
  await page.locator('.view-content', { hasText: 'Plugin no longer active' }).waitFor();
  expect(await page.getByLabel('Open sample panel').count()).toBe(0);
  expect(await page.locator('.status-bar-item').count()).toBe(0);
  expect(await page.evaluate(() => window.standIn!.leaks())).toEqual([]);
  await page.getByLabel('Sample', { exact: true }).check();
  await page.getByRole('button', { name: 'Approve' }).waitFor();
});

test('light and dark change in the whole window', async () => {
  const page = await start({ theme: 'dark' });
  const background = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await background()).toBe('rgb(30, 30, 30)');
  await page.getByLabel('Change between light and dark').click();
  expect(await background()).toBe('rgb(255, 255, 255)');
});

test('a phone has drawers at its sides, and no status bar and no ribbon', async () => {
  const page = await start({ platform: 'phone' });
  expect(await page.locator('.status-bar').count()).toBe(0);
  expect(await page.locator('.workspace-ribbon').isVisible()).toBe(false);
  await page.getByLabel('Open left sidebar').click();
  await page.locator('[data-path="Inbox"]').click();
  await page.locator('[data-path="Inbox/Mail.md"]').click();
  await page.getByText('mail', { exact: true }).waitFor();
  expect(await page.locator('[data-path="Inbox"]').isVisible()).toBe(false);
  await page.getByLabel('Open left sidebar').click();
  await page.getByLabel('Open sample panel').click();
  await page.getByRole('button', { name: 'Approve' }).waitFor();
});

test('what is open is open again after a restart', async () => {
  let page = await start();
  await workbench.reveal('Inbox/Mail.md');
  await page.locator('[data-path="Inbox/Mail.md"]').click();
  await page.getByLabel('Open sample panel').click();
  await workbench.restart();
  page = workbench.page;
  await page.getByText('mail', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Approve' }).waitFor();
});
