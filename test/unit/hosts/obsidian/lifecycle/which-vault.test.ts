import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { VaultSettings } from '../../../../../src/core/settings/vault-settings.js';
import {
  pluginVault,
  settingsFile,
  type PluginVault,
} from '../../../../support/obsidian/plugin-vault.js';
import { panelThat } from '../../../../support/obsidian/panel-that.js';
import { runPlugin } from '../../../../support/obsidian/running-plugin.js';

let vault: PluginVault;
beforeEach(async () => {
  vault = await pluginVault();
});
afterEach(() => vault.close());

const configuration = () => join(String(process.env['XDG_CONFIG_HOME']), 'countersign');
const ledgersIn = (folder: string) => readFileSync(join(configuration(), folder, 'ledger.jsonl'));
const settings = () => JSON.parse(vault.settings() ?? '') as VaultSettings;
const rewrite = (change: object) =>
  vault.folder.write(settingsFile, JSON.stringify({ ...settings(), ...change }));

/** A device that ran an action, and a mail that waits there. */
async function runningOnce() {
  const device = await vault.start();
  const plugin = await runPlugin(vault, device);
  await plugin.draft('one');
  const { session } = await vault.begun(device);
  const [folder = ''] = readdirSync(configuration());
  const asks = () =>
    panelThat(vault, device, ({ problem }) => problem?.code === 'vault_id_changed');
  return { device, plugin, session, folder, known: settings().vaultId, asks };
}

test.each([
  ['replaced', { vaultId: 'v-zzzzzzzzzz' }],
  ['deleted', { vaultId: undefined }],
])(
  'an id that is %s while actions run stops them until a person puts it back [GATE-21]',
  async (_what, change) => {
    const { device, plugin, session, known, asks } = await runningOnce();
    rewrite(change);
    await device.plugins.plugins['countersign']?.onExternalSettingsChange?.();
    expect(await asks()).toMatchObject({ stage: 'failed' });
    expect(session.executor).toBeNull();
    expect(readdirSync(configuration())).toHaveLength(1);
    // No switch leads around the answer.
    await session.switchOn();
    expect(session.executor).toBeNull();

    expect(await session.whichVault('same')).toMatchObject({ ok: true });
    expect(settings().vaultId).toBe(known);
    expect(await plugin.waiting('one')).toMatchObject({ blocked: null });
  },
);

test('settings that were deleted and made again ask which vault this is; another one begins with nothing [GATE-21]', async () => {
  const { device, session, folder, known, asks } = await runningOnce();
  device.plugins.disablePlugin('countersign');
  const ledger = ledgersIn(folder);
  rmSync(join(vault.folder.path, settingsFile));
  await device.plugins.enablePlugin('countersign');
  const { session: next } = await vault.begun(device);
  expect(await next.setUp('')).toMatchObject({ ok: true });
  await asks();
  expect(settings().vaultId).not.toBe(known);

  expect(await next.whichVault('another')).toMatchObject({ ok: true });
  expect(next.state).toMatchObject({ at: 'ready', problem: null });
  expect(next.executor).toBeNull();
  const [aside = ''] = readdirSync(configuration()).filter((name) => name.includes('-until-'));
  expect(ledgersIn(aside)).toEqual(ledger);
  expect(existsSync(join(configuration(), folder))).toBe(false);
  expect(session).not.toBe(next);
});
