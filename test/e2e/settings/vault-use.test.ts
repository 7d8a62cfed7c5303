import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import type { DeviceConfig } from '../../../src/core/settings/device-config.js';
import { pressAsPerson } from '../../support/press-as-person.js';
import { until } from '../../support/until.js';
import { button, config, desk, open, page, saved } from './in-settings.js';

const form = (): Locator => page.locator('.modal').last();

const bridgeOf = ({ bridges }: DeviceConfig, alias: string) =>
  bridges.find((bridge) => bridge.alias === alias);

test('a bridge that uses files of the vault is saved only by a press of its own, and asks again once it is changed [GATE-5]', async () => {
  const allow = 'Allow';
  const { vault } = desk;
  await open('Servers');
  await button('Import servers…').click();
  await form()
    .getByRole('textbox')
    .fill(JSON.stringify({ files: { command: '/no/such/program', args: [vault] } }));
  await pressAsPerson(button('Import'));
  await form().getByText('Let these servers use this vault?').waitFor();
  expect(await form().textContent()).toContain(`In this vault: the argument ${vault}`);
  await new Promise((resolve) => setTimeout(resolve, 700));
  await button(allow).evaluate((control: HTMLElement) => control.click());
  await form().getByText('That wasn’t a click by a person.').waitFor();
  await button('Cancel').click();
  expect(await form().textContent()).toContain('Not saved yet');
  expect(bridgeOf(await config(), 'files')).toBeUndefined();
  await pressAsPerson(button('Import'));
  await pressAsPerson(button(allow));
  const imported = bridgeOf(
    await saved('it is imported', (now) => bridgeOf(now, 'files') !== undefined),
    'files',
  );
  await button('Done').click();
  await until(
    'all is closed',
    async () => (await page.locator('.modal-title').count()) < 2 || null,
  );

  await button('Edit… files').click();
  await form().getByLabel('Time limit').fill('90');
  await pressAsPerson(button('Save'));
  await saved('it asks nothing', (now) => bridgeOf(now, 'files')?.timeLimitSeconds === 90);
  await button('Edit… files').click();
  await form().getByLabel('Arguments').fill(`${vault}/other`);
  await pressAsPerson(button('Save'));
  await form().getByText(`In this vault: the argument ${vault}/other`).waitFor();
  expect(bridgeOf(await config(), 'files')).toEqual({ ...imported, timeLimitSeconds: 90 });
  await pressAsPerson(button(allow));
  const changed = bridgeOf(
    await saved('the change is saved', (now) => {
      const bridge = bridgeOf(now, 'files');
      return bridge?.transport === 'stdio' && bridge.args[0] === `${vault}/other`;
    }),
    'files',
  );
  expect(changed).not.toHaveProperty('vaultUse', (imported as { vaultUse?: string }).vaultUse);

  // Confirmed, it starts: only its program is missing.
  await button('Test files').click();
  await form().locator('.countersign-modal-problem').waitFor({ timeout: 20_000 });
  expect(await form().textContent()).toContain('/no/such/program was not found');
  await page.keyboard.press('Escape');
  await button('Remove… files').click();
  await button('Remove').click();
  await saved('it is gone', (now) => bridgeOf(now, 'files') === undefined);
});
