import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVaultSettings } from '../../src/core/settings/vault-settings.js';
import { builtPlugin } from '../stand-in/server/built-plugin.js';
import { pressAsPerson } from '../support/press-as-person.js';
import { until } from '../support/until.js';
import { openWorkbench } from '../support/workbench.js';

const settingsFile = '.obsidian/plugins/countersign/data.json';

const panelIn = (page: Page): Locator =>
  page.locator('.workspace-leaf-content[data-type="countersign-current-mission"]');

async function openPanel(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Open current mission' }).first().click();
  await panelIn(page).waitFor();
  return panelIn(page);
}

async function setUp(page: Page, base: string): Promise<Locator> {
  const modal = page.locator('.modal');
  await panelIn(page).getByRole('button', { name: 'Set up vault…', exact: true }).click();
  await modal.getByRole('textbox').first().fill(base);
  await modal.getByRole('button', { name: 'Create folders only', exact: true }).click();
  return modal;
}

test('folders in other languages are set up, renamed in the explorer, and run nothing until a person confirms the new names [GATE-21]', async () => {
  const base = 'Büro/数据';
  const workbench = await openWorkbench({ notes: { 'Début.md': '# Début\n' } });
  const { page } = workbench;
  const panel = await openPanel(page);
  const press = (name: string) => pressAsPerson(panel.getByRole('button', { name, exact: true }));
  await setUp(page, base);
  await press('Allow actions on this computer');
  await press('Start the practice plan');
  await panel.getByRole('button', { name: 'Approve', exact: true }).waitFor();

  const folder = page.locator(`.nav-folder-title[data-path="${base}/Approved"]`);
  await workbench.reveal(`${base}/Approved`);
  await folder.click({ button: 'right' });
  await page.locator('.menu').getByText('Rename…').click();
  await page.keyboard.type('批准');
  await page.keyboard.press('Enter');
  await panel.getByText('This vault’s folder names changed').waitFor();
  await panel.getByText(`approved: ${base}/Approved → ${base}/批准`).waitFor();
  expect(JSON.parse(await readFile(join(workbench.vault, settingsFile), 'utf8'))).toMatchObject({
    folders: { approved: `${base}/批准` },
  });

  const sent = () => workbench.notes(`${base}/Practice`);
  await pressAsPerson(panel.getByRole('button', { name: 'Approve', exact: true }));
  await until('it lies in the renamed folder', async () =>
    (await workbench.notes(`${base}/批准`)).length === 1 ? true : null,
  );
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(await sent()).toEqual([]);
  await pressAsPerson(panel.getByRole('button', { name: 'Confirm folders', exact: true }));
  await until('The practice email is a note', async () =>
    (await sent()).length === 1 ? true : null,
  );
  expect(workbench.errors).toEqual([]);
}, 90_000);

test('a second copy of the plugin says that it does nothing, and the first goes on', async () => {
  const copy = '.obsidian/plugins/copy';
  const workbench = await openWorkbench({
    notes: {
      [`${copy}/main.js`]: await readFile(join(await builtPlugin(), 'main.js'), 'utf8'),
      [`${copy}/manifest.json`]:
        '{"id":"copy","name":"Copy","version":"1.0.0","minAppVersion":"1.0.0"}',
    },
  });
  const { page } = workbench;
  await page.evaluate(() => window.standIn!.plugins.enablePluginAndSave('copy'));
  await page
    .locator('.notice')
    .getByText('Another copy of Countersign is already enabled, so this one does nothing.')
    .waitFor();
  expect(await page.getByRole('button', { name: 'Open current mission' }).count()).toBe(1);
  const panel = await openPanel(page);
  await setUp(page, '');
  await pressAsPerson(panel.getByRole('switch'));
  await panel.getByRole('button', { name: 'Start the practice plan' }).waitFor();
  expect(await readdir(join(workbench.vault, copy))).toEqual(['main.js', 'manifest.json']);
  expect(workbench.errors).toEqual([]);
}, 60_000);

test('a data.json that cannot be used is shown with its path and left alone, and the panel comes back when it is repaired', async () => {
  const broken = '{"version": 2, "from": "a newer version"}';
  const workbench = await openWorkbench({ notes: { [settingsFile]: broken } });
  const panel = await openPanel(workbench.page);
  await panel.getByText('version is 2, not 1').waitFor();
  await panel.getByText(settingsFile).waitFor();
  await workbench.openCommand('Open Current Mission');
  const file = join(workbench.vault, settingsFile);
  expect(await readFile(file, 'utf8')).toBe(broken);
  await writeFile(file, JSON.stringify(newVaultSettings('v-abcdefghij')));
  await panel.getByRole('switch').waitFor();
  expect(workbench.errors).toEqual([]);
}, 60_000);

test('a file in the place of a contract folder is named where the vault is set up, and setting up can be tried again', async () => {
  const workbench = await openWorkbench({ notes: { 'Notes/a.md': 'a', Approved: 'no folder' } });
  const panel = await openPanel(workbench.page);
  const modal = await setUp(workbench.page, '');
  await modal
    .getByRole('alert')
    .getByText(/^Approved: /)
    .waitFor();
  await expect(readFile(join(workbench.vault, settingsFile))).rejects.toThrow('ENOENT');
  await modal.getByRole('textbox').first().fill('Work');
  await modal.getByRole('button', { name: 'Create folders only', exact: true }).click();
  await panel.getByRole('switch').waitFor();
  expect(await readFile(join(workbench.vault, 'Approved'), 'utf8')).toBe('no folder');
  expect(workbench.errors).toEqual([]);
}, 60_000);
