import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { pressAsPerson } from '../../support/press-as-person.js';
import { until } from '../../support/until.js';
import { button, config, desk, open, openSettings, page, row, saved } from './in-settings.js';

const name = 'Notify me when requests are waiting';
const form = (): Locator => page.getByRole('dialog', { name });

test('messages go where a person’s press says, never to a program in the vault, and one press ends them', async () => {
  const url = 'https://ntfy.sh/swordfish';
  await open('Safety on this device');
  expect(await row(name).textContent()).toContain('Off.');
  await button('Set up…').click();
  const address = form().getByPlaceholder('https://ntfy.sh/your-topic');
  await address.fill('http://example.com/topic');
  expect(await form().textContent()).toContain('The address must begin with https://');
  await address.fill(url);
  await new Promise((resolve) => setTimeout(resolve, 700));
  await button('Save').evaluate((control: HTMLElement) => control.click());
  await form().getByText('That wasn’t a click by a person.').waitFor();
  expect((await config()).notify).toBeUndefined();
  await pressAsPerson(button('Save'));
  const { notify } = await saved('messages go there', (now) => now.notify !== undefined);
  expect(notify).toEqual({ url });
  const shown = await until('the row says so', async () => {
    const text = (await row(name).textContent()) ?? '';
    return text.includes('On:') ? text : null;
  });
  expect(shown).toContain('https://ntfy.sh');
  expect(shown).not.toContain('swordfish');

  const folder = await mkdtemp(join(tmpdir(), 'messages-'));
  const file = join(folder, 'messages');
  await button('Change…').click();
  await form().getByRole('combobox').selectOption('program');
  const program = form().getByPlaceholder('Such as notify-send');
  await program.fill(join(desk.vault, 'planted.sh'));
  await pressAsPerson(button('Save'));
  await form().getByText('This uses the vault, where agents can write').waitFor();
  await program.fill(process.execPath);
  const script = `require('fs').appendFileSync(${JSON.stringify(file)}, process.argv.at(-1))`;
  await form().getByLabel('Arguments, one per line').fill(`-e\n${script}`);
  await pressAsPerson(button('Save'));
  await saved('a program gets them', (now) => 'command' in (now.notify ?? {}));
  await until('the row says so', async () =>
    (await row(name).textContent())?.includes(process.execPath) ? true : null,
  );
  await button('Send test').click();
  await until('the test arrives', async () =>
    (await readFile(file, 'utf8').catch(() => '')).includes('This is a test.') ? true : null,
  );
  await rm(folder, { recursive: true, force: true });

  while ((await page.locator('.modal').count()) > 0) await page.keyboard.press('Escape');
  await openSettings();
  await open('Permissions overview');
  expect(await row('Notifications').textContent()).toContain(process.execPath);
  await button('Turn off notifications').click();
  await saved('they are off', (now) => now.notify === undefined);
});
