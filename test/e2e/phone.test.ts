import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, type Desk } from './desk.js';
import { pressAsPerson } from '../support/press-as-person.js';
import type { Workbench } from '../support/workbench.js';

let desk: Desk;
let phone: Workbench;
beforeAll(async () => {
  desk = await openDesk();
  await desk.request('client@example.com');
  phone = await desk.secondDevice({ device: 'phone', platform: 'phone', plugin: true });
}, 90_000);
afterAll(() => desk.close());

const runCommand = (id: string): Promise<unknown> =>
  phone.page.evaluate((command) => {
    const { commands } = window.standIn!.app as unknown as {
      commands: { executeCommandById(id: string): boolean };
    };
    return commands.executeCommandById(`countersign:${command}`);
  }, id);

test('a phone shows what waits, and says why it runs nothing', async () => {
  const { page } = phone;
  await runCommand('open-current-mission');
  const panel = page.locator('.workspace-leaf-content[data-type="countersign-current-mission"]');
  await panel.getByText('Hello from a hand-written note.').waitFor();
  const text = (await panel.textContent()) ?? '';
  expect(text).toContain('Phones and tablets show plans; actions run on a computer.');
  expect(text).toContain('This device isn’t set up to approve requests yet');
  expect(await panel.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
  expect(await panel.getByRole('switch').count()).toBe(0);
}, 60_000);

test('the review of many says how a phone comes to approve', async () => {
  await runCommand('review-requests');
  const review = phone.page.locator('.modal');
  await review.getByText('isn’t set up to approve requests yet').waitFor();
  await review.getByRole('button', { name: 'Let this device approve', exact: true }).waitFor();
  expect(await review.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
  await phone.page.keyboard.press('Escape');
}, 60_000);

test('the menu of its settings names what a phone can do, and no more', async () => {
  const { page } = phone;
  await page.evaluate(() => {
    const { leftSplit, rightSplit } = window.standIn!.app.workspace;
    rightSplit.collapse();
    leftSplit.expand();
  });
  await page.getByLabel('Settings').first().click();
  await page.getByRole('button', { name: 'Countersign', exact: true }).click();
  const row = (name: string) => page.locator('.setting-item.mod-clickable', { hasText: name });
  await row('Safety on this device').getByText('Let this device approve requests.').waitFor();
  await row('Servers').getByText('Servers are set up on your computer.').waitFor();
  await page.keyboard.press('Escape');
}, 60_000);

test.each([
  ['Servers', 'Servers are set up on a device that runs actions.'],
  [
    'Routes and limits',
    'A route says which server and tool an action type uses. Routes are set up on a device that runs actions.',
  ],
])(
  'its settings of %s say where actions run, and ask for nothing that a phone cannot do',
  async (name, said) => {
    const { page } = phone;
    await page.evaluate(() => {
      const { leftSplit, rightSplit } = window.standIn!.app.workspace;
      rightSplit.collapse();
      leftSplit.expand();
    });
    await page.getByLabel('Settings').first().click();
    await page.getByRole('button', { name: 'Countersign', exact: true }).click();
    await page.locator('.setting-item.mod-clickable', { hasText: name }).first().click();
    const words = page.locator('.mod-settings').getByText(said);
    expect(await words.textContent()).toBe(
      `${said} Phones and tablets show plans; actions run on a computer.`,
    );
    await page.keyboard.press('Escape');
  },
  60_000,
);

test('its settings say of approvals what is so on a phone, before and after they are set up', async () => {
  const { page } = phone;
  const settings = page.locator('.mod-settings');
  const open = async (name: string): Promise<string> => {
    await page.evaluate(() => window.standIn!.app.workspace.leftSplit.expand());
    await page.getByLabel('Settings').first().click();
    await page.getByRole('button', { name: 'Countersign', exact: true }).click();
    await page.locator('.setting-item.mod-clickable', { hasText: name }).first().click();
    await settings.locator('.countersign-setting').first().waitFor();
    const text = (await settings.textContent()) ?? '';
    expect(text).not.toContain('Approved actions run automatically');
    return text;
  };
  const everything = 'Permissions overview';
  expect(await open(everything)).toContain(
    'Actions are off on this device, so nothing runs here, even if it’s approved. To approve requests that run on your computer, see “Safety on this device”.',
  );
  await page.keyboard.press('Escape');
  await open('Safety on this device');
  await pressAsPerson(
    settings.getByRole('button', { name: 'Let this device approve', exact: true }),
  );
  await settings.getByText('Your other computer must trust this device first.').waitFor();
  await page.keyboard.press('Escape');
  expect(await open(everything)).toContain(
    'Actions are off on this device, so nothing runs here, even if it’s approved. What you approve here runs on your other computer, once it trusts this device.',
  );
  await page.keyboard.press('Escape');
}, 60_000);

test('none of it touched a Node module, or went wrong [HOST-5]', async () => {
  expect(await phone.page.evaluate(() => window.standIn!.plugins.requested)).toEqual([]);
  expect(phone.errors).toEqual([]);
});
