import { afterEach, describe, expect, test } from 'vitest';
import {
  newVaultSettings,
  type VaultSettings,
} from '../../../../../src/core/settings/vault-settings.js';
import type { VaultDisk } from '../../../../stand-in/disk/vault-disk.js';
import { folderDisk } from '../../../../stand-in/disk/folder-disk.js';
import type { Device } from '../../../../stand-in/open-device.js';
import { panelThat } from '../../../../support/obsidian/panel-that.js';
import {
  pluginVault,
  settingsFile,
  type PluginVault,
} from '../../../../support/obsidian/plugin-vault.js';
import { renameInApp } from '../../../../support/obsidian/rename-in-app.js';
import { runPlugin, type RunningPlugin } from '../../../../support/obsidian/running-plugin.js';

let vault: PluginVault;
afterEach(() => vault.close());

const settings = (): VaultSettings => JSON.parse(vault.settings() ?? '') as VaultSettings;

/** A disk where `data.json` cannot be written as long as it is full. */
function fillingDisk(): { disk: VaultDisk; fill: (isFull: boolean) => void } {
  const disk = folderDisk(vault.folder.path);
  let isFull = false;
  return {
    fill: (now) => (isFull = now),
    disk: {
      ...disk,
      async write(path, bytes) {
        if (isFull && path.endsWith('data.json')) {
          throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
        }
        return disk.write(path, bytes);
      },
    },
  };
}

function isSettled(device: Device): boolean {
  const { running } = device.plugins.plugins['countersign'] as unknown as {
    running: { session: { refusal: unknown; renames: readonly unknown[] } };
  };
  return running.session.refusal === null && running.session.renames.length === 0;
}

async function runsAgain(device: Device, plugin: RunningPlugin): Promise<void> {
  await expect.poll(() => isSettled(device), { timeout: 10_000 }).toBe(true);
  expect((await plugin.executor()).device.effective).not.toHaveProperty('code');
  expect((await vault.begun(device)).session.state).toMatchObject({ at: 'ready', problem: null });
}

describe('a folder renamed in the app to a name that cannot be kept', () => {
  test.each(['Approved #1', 'Approved [ok]', 'Approved?', 'Done ^'])(
    'is told, nothing is saved and nothing runs, until it is renamed back: %s',
    async (name) => {
      vault = await pluginVault();
      const device = await vault.start();
      const plugin = await runPlugin(vault, device);
      const before = vault.settings();
      await renameInApp(device, 'Approved', name);
      const { problem } = await panelThat(vault, device, (model) => model.problem !== null);
      expect(problem?.message).toContain(`“Approved” was renamed to “${name}”`);
      expect(vault.settings()).toBe(before);
      expect((await plugin.executor()).device.effective).toMatchObject({
        code: 'settings_invalid',
      });
      await renameInApp(device, name, 'Approved');
      await runsAgain(device, plugin);
      expect(vault.settings()).toBe(before);
    },
  );

  test('as another folder of ours has it, which a terminal took away: the settings stay usable', async () => {
    vault = await pluginVault();
    const device = await vault.start();
    await runPlugin(vault, device);
    const before = vault.settings();
    vault.folder.move('Approved', 'Old');
    await expect.poll(() => device.vault.getFolderByPath('Approved')).toBeNull();
    await renameInApp(device, 'Pending_Approval', 'Approved');
    const { stage, problem } = await panelThat(vault, device, (model) => model.problem !== null);
    expect(stage).toBe('ready');
    expect(problem?.message).toContain('two folders have the same name');
    expect(vault.settings()).toBe(before);
  });

  test('lets nobody switch actions on', async () => {
    vault = await pluginVault();
    const device = await vault.start();
    const { session } = await vault.begun(device);
    await session.setUp('');
    await renameInApp(device, 'Approved', 'Approved #1');
    await panelThat(vault, device, (model) => model.problem !== null);
    expect(await session.switchOn()).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('Approved #1') as string },
    });
    expect(session.executor).toBeNull();
  });
});

describe('settings that came by sync and were not looked at yet', () => {
  test.each([
    ['other names', (own: VaultSettings) => ({ folders: { ...own.folders, approved: 'Ok' } })],
    ['the id of the vault', () => ({ vaultId: 'v-zzzzzzzzzz' })],
  ])('are not written over by a rename that comes first: %s', async (_, change) => {
    vault = await pluginVault();
    const device = await vault.start();
    await runPlugin(vault, device);
    const own = settings();
    const synced = { ...own, ...change(own) };
    vault.folder.write(settingsFile, JSON.stringify(synced));
    await renameInApp(device, 'Plans', 'Missions');
    await expect
      .poll(settings, { timeout: 5_000 })
      .toEqual({ ...synced, folders: { ...synced.folders, plans: 'Missions' } });
    await expect.poll(() => isSettled(device)).toBe(true);
    await vault.begun(device);
  });

  test('are used, and not written over, when they come while the folders are being made', async () => {
    vault = await pluginVault();
    const disk = folderDisk(vault.folder.path);
    const synced = JSON.stringify(newVaultSettings('v-abcdefghij', 'Theirs'));
    const device = await vault.start({
      disk: {
        ...disk,
        async mkdir(path) {
          if (path === 'Rejected') vault.folder.write(settingsFile, synced);
          return disk.mkdir(path);
        },
      },
    });
    const { session } = await vault.begun(device);
    expect(await session.setUp('')).toMatchObject({ ok: true });
    expect(vault.settings()).toBe(synced);
    expect(session.state).toMatchObject({ vault: { settings: { vaultId: 'v-abcdefghij' } } });
  });
});

describe('a rename that could not be saved', () => {
  /** `Approved` became `Ok` while the plugin ran and the disk was full, and the panel says so. */
  async function renamedOnFullDisk() {
    vault = await pluginVault();
    const { disk, fill } = fillingDisk();
    const device = await vault.start({ disk });
    const plugin = await runPlugin(vault, device);
    fill(true);
    await renameInApp(device, 'Approved', 'Ok');
    const { problem } = await panelThat(vault, device, (model) => model.problem !== null);
    return { device, plugin, fill, problem };
  }

  test('halts and is told; the next rename saves both', async () => {
    const { device, plugin, fill, problem } = await renamedOnFullDisk();
    expect(problem?.message).toContain('ENOSPC');
    expect((await plugin.executor()).device.effective).toMatchObject({ code: 'settings_invalid' });
    fill(false);
    await renameInApp(device, 'Plans', 'Missions');
    await runsAgain(device, plugin);
    expect(settings().folders).toMatchObject({ approved: 'Ok', plans: 'Missions' });
  });

  test('is over once it is renamed back', async () => {
    const { device, plugin } = await renamedOnFullDisk();
    await renameInApp(device, 'Ok', 'Approved');
    await runsAgain(device, plugin);
  });

  test('is over once a person wrote the settings', async () => {
    const { device, plugin } = await renamedOnFullDisk();
    const { folders, ...rest } = settings();
    const written = JSON.stringify({ ...rest, folders: { ...folders, approved: 'Ok' } });
    vault.folder.write(settingsFile, written);
    await runsAgain(device, plugin);
    expect(vault.settings()).toBe(written);
  });
});

describe('the words and hours of the vault', () => {
  const words = { multiStep: ['Rechnung'] };
  const loop = { takesItems: true };

  test('are saved beside what others wrote, and a rename keeps them', async () => {
    vault = await pluginVault();
    const device = await vault.start();
    await runPlugin(vault, device);
    const { session } = await vault.begun(device);
    const own = { ...settings(), keys: ['of another'], later: 1 };
    vault.folder.write(settingsFile, JSON.stringify(own));
    expect(await session.changePlanning(() => ({ words, loop }))).toMatchObject({ ok: true });
    expect(settings()).toEqual({ ...own, words, loop });
    await renameInApp(device, 'Plans', 'Missions');
    await expect.poll(() => settings().folders.plans, { timeout: 5_000 }).toBe('Missions');
    expect(settings()).toMatchObject({ words, loop, keys: ['of another'] });
    await session.changePlanning(({ loop: _, ...others }) => others);
    expect(settings()).not.toHaveProperty('loop');
  });

  test('that cannot be ones are not saved', async () => {
    vault = await pluginVault();
    const device = await vault.start();
    await runPlugin(vault, device);
    const before = vault.settings();
    const { session } = await vault.begun(device);
    expect(await session.changePlanning(() => ({ blockedHours: { high: 0 } }))).toMatchObject({
      ok: false,
      error: { code: 'settings_invalid', path: settingsFile },
    });
    expect(vault.settings()).toBe(before);
  });

  test('that came by sync count without a restart; what cannot be read stops, and names the key', async () => {
    vault = await pluginVault();
    const device = await vault.start();
    const plugin = await runPlugin(vault, device);
    const { engine } = await plugin.executor();
    vault.folder.write('Inbox/brief.md', 'Rechnung');
    await engine.idle();
    expect(engine.view().alerts).toEqual([]);
    const { session } = await vault.begun(device);
    const own = settings();
    vault.folder.write(settingsFile, JSON.stringify({ ...own, words }));
    await session.reload();
    await expect
      .poll(() => engine.view().alerts.map(({ kind }) => kind), { timeout: 5_000 })
      .toEqual(['suggestion']);
    expect(session.executor?.engine).toBe(engine);

    const wrong = { ...own, words: { multiStep: 'Rechnung' } };
    vault.folder.write(settingsFile, JSON.stringify(wrong));
    await session.reload();
    const { problem } = await panelThat(vault, device, (model) => model.problem !== null);
    expect(problem?.message).toContain('`words.multiStep`: It isn’t a list of words');
    expect(session.executor).toBeNull();
    expect(settings()).toEqual(wrong);
  });
});
