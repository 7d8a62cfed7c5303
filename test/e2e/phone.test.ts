import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, type Desk } from './desk.js';
import type { Workbench } from './workbench.js';

let desk: Desk;
let phone: Workbench;
beforeAll(async () => {
  desk = await openDesk();
  await desk.request('client@example.com');
  phone = await desk.secondDevice({ device: 'phone', platform: 'phone', plugin: true });
}, 90_000);
afterAll(() => desk.close());

test('a phone shows what waits, touches no Node module, and says why it runs nothing [HOST-5]', async () => {
  const { page } = phone;
  await page.evaluate(() => {
    const { commands } = window.standIn!.app as unknown as {
      commands: { executeCommandById(id: string): boolean };
    };
    commands.executeCommandById('countersign:open-current-mission');
  });
  const panel = page.locator('.workspace-leaf-content[data-type="countersign-current-mission"]');
  await panel.getByText('Hello from a hand-written note.').waitFor();
  const text = (await panel.textContent()) ?? '';
  expect(text).toContain('Phones and tablets show missions; actions run on a computer.');
  expect(text).toContain('This device does not run actions');
  expect(await panel.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
  expect(await panel.getByRole('switch').count()).toBe(0);
  expect(await page.evaluate(() => window.standIn!.plugins.requested)).toEqual([]);
  expect(phone.errors).toEqual([]);
}, 60_000);
