import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { pressAsPerson } from '../../support/press-as-person.js';
import { until } from '../../support/until.js';
import { button, config, desk, open, openSettings, page, row, saved } from './in-settings.js';

const name = 'Notify me when requests are waiting';
const form = (): Locator => page.getByRole('dialog', { name });

test('messages go where a person’s press says, never into the vault’s programs, and one press ends them', async () => {
  const received: string[] = [];
  const server = createServer((request, response) => {
    request.on('data', (part: Buffer) => received.push(part.toString()));
    request.on('end', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/swordfish`;

  await open('Safety on this device');
  expect(await row(name).textContent()).toContain('Off.');
  await button('Set up…').click();
  await form().getByPlaceholder('https://ntfy.sh/your-topic').fill('http://example.com/topic');
  expect(await form().textContent()).toContain('The address must begin with https://');
  await form().getByPlaceholder('https://ntfy.sh/your-topic').fill(url);
  await new Promise((resolve) => setTimeout(resolve, 700));
  await button('Save').evaluate((control: HTMLElement) => control.click());
  await form().getByText('That wasn’t a click by a person.').waitFor();
  expect((await config()).notify).toBeUndefined();
  await pressAsPerson(button('Save'));
  await saved('messages go there', ({ notify }) => notify !== undefined);
  const shown = await until('the row says so', async () => {
    const text = (await row(name).textContent()) ?? '';
    return text.includes('On:') ? text : null;
  });
  expect(shown).toContain(new URL(url).origin);
  expect(shown).not.toContain('swordfish');
  await button('Send test').click();
  await until('the test arrives', async () =>
    received.some((body) => body.includes('This is a test.')) ? true : null,
  );

  await button('Change…').click();
  await form().getByRole('combobox').selectOption('program');
  await form().getByPlaceholder('Such as notify-send').fill(join(desk.vault, 'planted.sh'));
  await pressAsPerson(button('Save'));
  await form().getByText('This uses the vault, where agents can write').waitFor();
  await form().getByPlaceholder('Such as notify-send').fill('/bin/echo');
  await form().getByLabel('Arguments, one per line').fill('-n');
  await pressAsPerson(button('Save'));
  const { notify } = await saved('a program gets them', (now) => 'command' in (now.notify ?? {}));
  expect(notify).toEqual({ command: '/bin/echo', args: ['-n'] });

  while ((await page.locator('.modal').count()) > 0) await page.keyboard.press('Escape');
  await openSettings();
  await open('Permissions overview');
  expect(await row('Notifications').textContent()).toContain('/bin/echo -n');
  await button('Turn off notifications').click();
  await saved('they are off', (now) => now.notify === undefined);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
