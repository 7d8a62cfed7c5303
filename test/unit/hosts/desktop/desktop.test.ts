import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newVaultSettings } from '../../../../src/core/settings/vault-settings.js';
import { openDesktop, type Desktop } from '../../../../src/hosts/desktop/desktop.js';
import { openVaultDevice } from '../../../../src/hosts/node/runner/vault-device.js';
import {
  settingsPath,
  writeVaultSettings,
} from '../../../../src/hosts/node/runner/vault-settings-file.js';
import { generateTestKey } from '../../../support/memory/test-key.js';

const settings = newVaultSettings('v-abcdefg234');

let home: string;
let vaultRoot: string;
let env: Record<string, string>;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-desktop-')));
  vaultRoot = join(home, 'vault');
  mkdirSync(vaultRoot);
  env = { XDG_CONFIG_HOME: join(home, 'config'), APPDATA: join(home, 'config') };
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function mustOpen(root = vaultRoot): Promise<Desktop> {
  const desktop = await openDesktop({ vaultRoot: root, settings, env });
  if (!desktop.ok) throw new Error(desktop.error.message);
  return desktop.value;
}

const unexpected = (error: Error): never => {
  throw error;
};

describe('a desktop that is only looked at', () => {
  test('makes its folder outside the vault, and nothing else', async () => {
    const desktop = await mustOpen();
    expect(await desktop.state.read()).toEqual({ ok: true, value: null });
    desktop.lock(unexpected);
    desktop.processes();
    await (await desktop.openAuditLog()).read('Logs/audit');
    expect(readdirSync(desktop.folder)).toEqual([]);
    expect(readdirSync(vaultRoot)).toEqual([]);
  });

  test('verifies stamps and gives time and ids', async () => {
    const { keys, clock, ids } = await mustOpen();
    const key = await generateTestKey();
    expect(await keys.verify(key.publicKey, 'text', await key.sign('text'))).toBe(true);
    expect(ids.random(10)).toMatch(/^[a-z2-7]{10}$/);
    await new Promise<void>((resolve) => clock.setTimer(0, resolve));
    clock.setTimer(0, () => expect.unreachable())();
    expect(clock.now()).toBeGreaterThan(Date.parse('2026-01-01'));
  });

  test('says that a vault is not where it should be', async () => {
    const missing = join(home, 'gone');
    expect(await openDesktop({ vaultRoot: missing, settings, env })).toMatchObject({
      ok: false,
      error: { code: 'device_state_invalid', message: expect.stringContaining('ENOENT') as string },
    });
    expect(existsSync(join(home, 'config'))).toBe(false);
  });

  test('is refused for a vault id that is none', async () => {
    const bad = { ...settings, vaultId: '../x' };
    expect(await openDesktop({ vaultRoot, settings: bad, env })).toMatchObject({
      error: { code: 'settings_invalid' },
    });
  });
});

describe('a desktop that runs actions', () => {
  test('confirms the folders as they are on first use, and keeps its name with its ledger', async () => {
    const desktop = await mustOpen();
    const first = await desktop.openDevice();
    expect(first).toMatchObject({ ok: true, value: { config: { folders: settings.folders } } });
    if (!first.ok) return;
    expect(first.value.config).not.toHaveProperty('runsActions');
    const ledger = await desktop.openLedger(first.value);
    await ledger.append([{ seq: 1 }], true);
    await ledger.close();

    const renamed = { ...settings, folders: { ...settings.folders, approved: 'Ok' } };
    const again = await openDesktop({ vaultRoot, settings: renamed, env });
    if (!again.ok) throw new Error(again.error.message);
    expect(await again.value.openDevice()).toMatchObject({ value: { config: first.value.config } });
  });

  test('gets a new name when its ledger is lost', async () => {
    const desktop = await mustOpen();
    const [first, second] = [await desktop.openDevice(), await desktop.openDevice()];
    if (!first.ok || !second.ok) throw new Error('The device could not be opened');
    expect(second.value.config.device).not.toBe(first.value.config.device);
    expect(await desktop.state.read()).toEqual({ ok: true, value: second.value.config });
  });

  test('gets a new name when its ledger is empty, and keeps the one that a ledger was written under', async () => {
    const desktop = await mustOpen();
    const first = await desktop.openDevice();
    if (!first.ok) throw new Error(first.error.message);
    writeFileSync(first.value.ledgerFile, '');
    const second = await desktop.openDevice();
    if (!second.ok) throw new Error(second.error.message);
    expect(second.value.config.device).not.toBe(first.value.config.device);
    writeFileSync(first.value.ledgerFile, '{}\n');
    expect(await desktop.openDevice()).toMatchObject({ value: { config: second.value.config } });
  });

  test('shares state and lock with the runner of the same account', async () => {
    await writeVaultSettings(vaultRoot, settings);
    expect(existsSync(join(vaultRoot, settingsPath))).toBe(true);
    symlinkSync(vaultRoot, join(home, 'link'));
    const desktop = await mustOpen(join(home, 'link'));
    const runner = await openVaultDevice(vaultRoot, env);
    if (!runner.ok) throw new Error(runner.error.message);
    expect(runner.value.folder).toBe(desktop.folder);
    expect(await desktop.state.read()).toEqual({ ok: true, value: runner.value.config });

    const held = await desktop.lock(unexpected).acquire();
    expect(await desktop.lock(unexpected).acquire()).toHaveProperty('error.code', 'locked');
    if (held.ok) await held.value();
    const files = ['device.json', 'lock.json', 'settings-lock.json'];
    expect(readdirSync(desktop.folder)).toEqual(files);
  });

  test('is not opened over state that cannot be read', async () => {
    const desktop = await mustOpen();
    writeFileSync(join(desktop.folder, 'device.json'), '{');
    expect(await desktop.openDevice()).toHaveProperty('error.code', 'device_state_invalid');
  });
});

describe('where a note lies', () => {
  test('is found inside the vault, for notes that are not there yet too', async () => {
    const { locate } = await mustOpen();
    expect(await locate('Plans/a.md')).toEqual({ ok: true, value: join(vaultRoot, 'Plans/a.md') });
  });

  test('is refused when a link leads out of the vault', async () => {
    const { locate } = await mustOpen();
    symlinkSync(home, join(vaultRoot, 'Plans'));
    expect(await locate('Plans/a.md')).toHaveProperty('error.code', 'path_outside_vault');
    expect(await locate('../a.md')).toHaveProperty('error.code', 'path_outside_vault');
  });

  test('is a problem, not a crash, where links lead in a circle', async () => {
    const { locate } = await mustOpen();
    symlinkSync('Plans', join(vaultRoot, 'Plans'));
    expect(await locate('Plans/a.md')).toMatchObject({
      error: { code: 'path_outside_vault', path: 'Plans/a.md' },
    });
  });
});
