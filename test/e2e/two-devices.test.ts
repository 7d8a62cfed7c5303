import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Locator } from 'playwright-core';
import { openDesk, type Desk } from './desk.js';
import { bringIntoSight, pressAsPerson } from '../support/press-as-person.js';
import { until } from '../support/until.js';
import type { Workbench } from '../support/workbench.js';

let desk: Desk;
let phone: Workbench;
let onPhone: Locator;
beforeAll(async () => {
  desk = await openDesk();
  await desk.request('client@example.com');
  phone = await desk.secondDevice({ device: 'phone', platform: 'phone', plugin: true });
  await phone.page.evaluate(() => {
    const { commands } = window.standIn!.app as unknown as {
      commands: { executeCommandById(id: string): boolean };
    };
    commands.executeCommandById('countersign:open-current-mission');
  });
  onPhone = phone.page.locator('.workspace-leaf-content[data-type="countersign-current-mission"]');
}, 120_000);
afterAll(() => desk.close());

const settings = '.obsidian/plugins/countersign/data.json';

/** Sync brings these folders, and the settings, from one copy of the vault to the other. */
async function bring(from: string, to: string): Promise<void> {
  await cp(join(from, settings), join(to, settings));
  for (const folder of ['Pending_Approval', 'Approved', 'Done/Actions']) {
    const names = await readdir(join(from, folder));
    for (const name of await readdir(join(to, folder))) {
      if (!names.includes(name)) await rm(join(to, folder, name));
    }
    for (const name of names) await cp(join(from, folder, name), join(to, folder, name));
  }
}

test('a phone is trusted by its fingerprint, approves, and the computer sends one mail [GATE-16]', async () => {
  await pressAsPerson(onPhone.getByRole('button', { name: 'Let this device approve' }).first());
  const shown = onPhone.locator('code.countersign-fingerprint');
  await shown.waitFor();
  const fingerprint = (await shown.textContent()) ?? '';
  expect(fingerprint).toMatch(/^(?:[A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
  await phone.page.locator('.notice', { hasText: fingerprint }).waitFor();
  expect(await onPhone.textContent()).toContain('Your other computer must trust this device first');

  const approve = onPhone.getByRole('button', { name: 'Approve', exact: true });
  await bringIntoSight(approve);
  await pressAsPerson(approve);
  const row = onPhone.locator('.countersign-result');
  await row.getByText('Approved. Waiting for the computer that runs actions.').waitFor();
  expect(await phone.notes('Approved')).toHaveLength(1);
  await bring(phone.vault, desk.vault);
  await desk.panel.getByText('whose key is not trusted here').first().waitFor();
  expect(desk.mailsTo('client@example.com')).toBe(0);

  const field = desk.panel.getByLabel('Fingerprint shown on the other device');
  await field.fill(fingerprint.toLowerCase().replaceAll('-', ' '));
  await desk.press(desk.button('Trust a device'));
  await until('the mail arrives', async () => desk.mailsTo('client@example.com') || null);
  await desk.only('Done/Actions');
  await bring(desk.vault, phone.vault);
  await onPhone.getByText('Nothing to approve.').waitFor();
  expect(desk.mailsTo('client@example.com')).toBe(1);
  expect(await phone.page.evaluate(() => window.standIn!.plugins.requested)).toEqual([]);
  expect([...phone.errors, ...desk.errors]).toEqual([]);
}, 90_000);

test('a revoked phone approves nothing any more [GATE-16]', async () => {
  await desk.request('second@example.com');
  await bring(desk.vault, phone.vault);
  await desk.press(desk.panel.getByRole('button', { name: /^Revoke d-/ }));
  const card = onPhone.locator('article').filter({ hasText: 'second@example.com' });
  await card.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  const approve = card.getByRole('button', { name: 'Approve', exact: true });
  await pressAsPerson(approve);
  const row = onPhone.locator('.countersign-result').filter({ hasText: 'second@example.com' });
  await row.getByText('Approved. Waiting for the computer that runs actions.').waitFor();
  await bring(phone.vault, desk.vault);
  await desk.panel.getByText('whose key is not trusted here').first().waitFor();
  expect(desk.mailsTo('second@example.com')).toBe(0);
}, 60_000);

test('a second computer is offered first to approve there, and only then to run actions', async () => {
  const second = await desk.secondDevice({ device: 'second', plugin: true });
  const run = (id: string) =>
    second.page.evaluate((command) => {
      const { commands } = window.standIn!.app as unknown as {
        commands: { executeCommandById(id: string): boolean };
      };
      commands.executeCommandById(`countersign:${command}`);
    }, id);
  const views = ['current-mission', 'start'].map((name) =>
    second.page.locator(`.workspace-leaf-content[data-type="countersign-${name}"]`),
  );
  await run('open-start-page');
  await run('open-current-mission');
  for (const view of views) {
    await expect
      .poll(() => view.locator('.mod-cta').allTextContents())
      .toEqual(['Let this device approve']);
    await view
      .getByRole('button', { name: 'Allow actions on this computer', exact: true })
      .waitFor();
    expect(await view.textContent()).toContain('Only one computer should run actions.');
  }
  await second.screenshot('second-computer');
  await pressAsPerson(
    views[1]!.getByRole('button', { name: 'Let this device approve', exact: true }),
  );
  for (const view of views) await view.locator('code.countersign-fingerprint').first().waitFor();
  expect(await views[0]!.locator('.mod-cta').allTextContents()).toEqual([]);
  // A practice mission that ran on another device is not said to be done where actions run.
  await desk.openCommand('Open start page');
  await desk.page
    .getByRole('region', { name: '2. Approve the practice request' })
    .getByText('Not done')
    .waitFor();
  // Who ran actions and switched them off is no second computer.
  await desk.press(desk.panel.getByRole('switch', { name: 'Allow actions on this computer' }));
  await desk.panel.getByText('Off: plans are shown').waitFor();
  expect(await desk.panel.textContent()).not.toContain('Only one computer should run actions.');
  expect([...second.errors, ...desk.errors]).toEqual([]);
}, 60_000);
