import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fail } from '../../../../../src/core/errors.js';
import type { DeviceState } from '../../../../../src/ports/device-state.js';
import type { Device } from '../../../../stand-in/open-device.js';
import {
  pluginVault,
  settingsFile,
  type PluginVault,
} from '../../../../support/obsidian/plugin-vault.js';
import { runPlugin, type RunningPlugin } from '../../../../support/obsidian/running-plugin.js';

let vault: PluginVault;
let device: Device;
let plugin: RunningPlugin;
beforeEach(async () => {
  vi.stubGlobal('createFragment', () => null);
  vault = await pluginVault();
  device = await vault.start();
  plugin = await runPlugin(vault, device);
});
afterEach(async () => {
  await vault.close();
  vi.unstubAllGlobals();
});

/** Something else writes the vault's settings, and back. */
async function touchSettings(during: () => Promise<unknown> = async () => undefined) {
  const { session } = await vault.begun(device);
  const text = vault.settings() ?? '';
  vault.folder.write(settingsFile, '{ "half');
  const reloading = session.reload();
  const said = await during();
  await reloading;
  vault.folder.write(settingsFile, text);
  await session.reload();
  return said;
}

test('a pause that could not be saved lasts, also when the vault is opened again', async () => {
  const review = await plugin.draft('one');
  const { device: settings } = await plugin.executor();
  const { state } = settings as unknown as { state: DeviceState };
  const change = state.change.bind(state);
  state.change = async () => fail('device_state_write_failed', 'No space left.', 'Free some.');
  expect(await settings.pause()).toMatchObject({ ok: false });
  state.change = change;
  expect(await plugin.approve(review)).toMatchObject({ ok: true });
  await touchSettings();
  const now = await plugin.executor();
  await now.engine.idle();
  expect([now.device.config.paused, plugin.sent('one')]).toEqual([true, 0]);
  expect(await now.device.resume()).toMatchObject({ ok: true });
  expect(now.device.config.paused).toBe(false);
}, 60_000);

test('what is pressed while the vault is opened again is not said to be done', async () => {
  const { session } = await vault.begun(device);
  const said = await touchSettings(() => session.switchOff());
  expect(said).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('nothing was changed') as string },
  });
}, 60_000);
