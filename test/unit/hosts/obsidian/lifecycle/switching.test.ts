import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { PanelModel } from '../../../../../src/core/screens/panel-model.js';
import { contractFolders } from '../../../../../src/core/settings/folders.js';
import {
  newVaultSettings,
  type VaultSettings,
} from '../../../../../src/core/settings/vault-settings.js';
import type { Press } from '../../../../../src/ui/actions/panel-actions.js';
import { believePresses } from '../../../../support/obsidian/believe-presses.js';
import { memoryStorage } from '../../../../stand-in/device/memory-storage.js';
import { folderDisk } from '../../../../stand-in/disk/folder-disk.js';
import type { Device } from '../../../../stand-in/open-device.js';
import { panelThat } from '../../../../support/obsidian/panel-that.js';
import {
  pluginVault,
  settingsFile,
  type PluginVault,
} from '../../../../support/obsidian/plugin-vault.js';
import { renameInApp } from '../../../../support/obsidian/rename-in-app.js';
import { runPlugin } from '../../../../support/obsidian/running-plugin.js';

let vault: PluginVault;
afterEach(() => vault.close());

const usual = contractFolders();
const swapped = { ...usual, pending: usual.approved, approved: usual.pending };
const inWords = ['pending: Pending_Approval → Approved', 'approved: Approved → Pending_Approval'];

describe('switching actions on', () => {
  test('confirms no names that sync brought while they were off [GATE-21]', async () => {
    vault = await pluginVault();
    const device = await vault.start();
    const plugin = await runPlugin(vault, device);
    const { requestId } = await plugin.draft('one');
    const { session } = await vault.begun(device);
    expect(await session.switchOff()).toMatchObject({ ok: true });
    const own = JSON.parse(vault.settings() ?? '') as VaultSettings;
    vault.folder.write(settingsFile, JSON.stringify({ ...own, folders: swapped }));
    const namesNow = () =>
      session.state.at === 'ready' ? session.state.vault.settings.folders : null;
    await expect.poll(namesNow, { timeout: 10_000 }).toEqual(swapped);
    expect(await session.switchOn()).toMatchObject({ ok: true });
    const { device: role } = await panelThat(vault, device, (model) => model.device.runs);
    expect(role).toMatchObject({ foldersToConfirm: inWords, paused: false, halted: true });
    const { device: kept, engine } = await plugin.executor();
    expect(kept.config.folders).toEqual(usual);
    const review = (await engine.reviews(Infinity)).find((one) => one.requestId === requestId);
    if (!review) throw new Error('Nothing waits.');
    await plugin.approve(review);
    await engine.idle();
    await wait(500);
    expect(plugin.sent('one')).toBe(0);
    await kept.change((config) => ({ ...config, folders: swapped }));
    await expect.poll(() => plugin.sent('one'), { timeout: 5_000 }).toBe(1);
  });

  test('is not possible where the state of this device would be in the vault, and the panel says why', async () => {
    vault = await pluginVault(JSON.stringify(newVaultSettings('v-abcdefghij')));
    vi.stubEnv('XDG_CONFIG_HOME', join(vault.folder.path, '.config'));
    const device = await vault.start();
    const shown = await panelThat(vault, device, ({ problem }) => problem !== null);
    expect(shown.problem?.message).toContain('leads into this vault');
    expect(shown.device.cannotRun).toContain('until the problem above is solved');
    const { session } = await vault.begun(device);
    await session.switchOn();
    expect(session.executor).toBeNull();
    expect(existsSync(join(vault.folder.path, '.config'))).toBe(false);
  });

  test("for the first time confirms the contract's own names, and shows any others", async () => {
    vault = await pluginVault(
      JSON.stringify({ ...newVaultSettings('v-abcdefghij'), folders: swapped }),
    );
    const device = await vault.start();
    const { session } = await vault.begun(device);
    expect(await session.switchOn()).toMatchObject({ ok: true });
    expect(session.executor?.device.config.folders).toEqual(usual);
    const { device: role } = await panelThat(vault, device, (model) => model.device.runs);
    expect(role.foldersToConfirm).toEqual(inWords);
  });
});

test('confirming the folders confirms what was shown, never what came after it [GATE-21]', async () => {
  vault = await pluginVault();
  const device = await vault.start();
  const plugin = await runPlugin(vault, device);
  const { controller: desk } = await vault.begun(device);
  const pressed = { event: {}, control: {}, steadyMs: 60_000 } as unknown as Press;
  believePresses(desk);
  const shows = (count: number) => (model: PanelModel) =>
    model.device.foldersToConfirm?.length === count;
  await renameInApp(device, 'Approved', 'Ok');
  await panelThat(vault, device, shows(1));
  await renameInApp(device, 'Plans', 'Missions');
  await expect.poll(() => vault.settings()).toContain('"plans": "Missions"');
  await plugin.executor();
  desk.device.confirmFolders(pressed);
  const { answer } = await panelThat(vault, device, (model) => model.answer !== null);
  expect(answer?.problem.message).toBe('The folder names changed while you looked at them.');
  expect((await plugin.executor()).device.config.folders).toEqual(usual);

  await panelThat(vault, device, shows(2));
  desk.device.confirmFolders(pressed);
  await panelThat(vault, device, shows(0));
  expect((await plugin.executor()).device.config.folders).toEqual({
    ...usual,
    approved: 'Ok',
    plans: 'Missions',
  });
});

describe('while another process runs the actions', () => {
  async function waitingDevice(): Promise<{ first: Device; second: Device }> {
    vault = await pluginVault();
    const first = await vault.start({ storage: memoryStorage() });
    await runPlugin(vault, first);
    const second = await vault.start({ storage: memoryStorage() });
    return { first, second };
  }

  test('off is kept also where it cannot start, and holds when it can', async () => {
    vault = await pluginVault();
    const device = await vault.start();
    const plugin = await runPlugin(vault, device);
    await plugin.executor();
    await device.close();
    const state = process.env['XDG_CONFIG_HOME'] ?? '';
    const files = readdirSync(state, { recursive: true, encoding: 'utf8' });
    const ledger = join(state, files.find((file) => file.endsWith('ledger.jsonl')) ?? '');
    const good = readFileSync(ledger);
    appendFileSync(ledger, '{"kind":"nonsense"}\n');
    const broken = await vault.start();
    const { session } = await vault.begun(broken);
    await expect.poll(() => session.state).toMatchObject({ at: 'ready', work: { executor: null } });
    expect(await session.switchOff()).toMatchObject({ ok: true });
    await broken.close();
    writeFileSync(ledger, good);
    const again = (await vault.begun(await vault.start())).session;
    await expect.poll(() => again.state).toMatchObject({ at: 'ready', work: { executor: null } });
  });

  test('the switch says that it waits; switched off, it waits no more, nor after a restart', async () => {
    const { first, second } = await waitingDevice();
    const { session } = await vault.begun(second);
    const model = await panelThat(vault, second, ({ stage }) => stage === 'ready');
    expect(model).toMatchObject({ problem: { code: 'locked' }, device: { waits: true } });
    // Enabled again while the lock is still held, it goes on in the panel.
    expect(session.isBegun).toBe(true);
    expect(await session.switchOff()).toMatchObject({ ok: true });
    expect(session.state).toMatchObject({ isWaiting: false, problem: null });
    expect(session.isBegun).toBe(false);
    first.plugins.disablePlugin('countersign');
    await wait(3_000);
    expect(session.executor).toBeNull();
    await second.restart();
    expect((await vault.begun(second)).session.state).toMatchObject({
      isWaiting: false,
      work: { executor: null },
    });
  });

  test('a keeper whose vault is another by now asks for the lock no more', async () => {
    vault = await pluginVault();
    await runPlugin(vault, await vault.start({ storage: memoryStorage() }));
    const disk = folderDisk(vault.folder.path);
    let isSlow = false;
    const second = await vault.start({
      storage: memoryStorage(),
      disk: {
        ...disk,
        // Longer than it takes until the lock is tried again: that waits for its turn meanwhile.
        async read(path) {
          if (isSlow && path.endsWith('data.json')) await wait(1_500);
          return disk.read(path);
        },
      },
    });
    const { session } = await vault.begun(second);
    expect(session.state).toMatchObject({ isWaiting: true });
    const { roleManager: keeper } = session as unknown as {
      roleManager: Record<'end' | 'run', () => unknown>;
    };
    const { end, run } = keeper;
    let hasEnded = false;
    let askedAfter = 0;
    keeper.end = () => {
      hasEnded = true;
      return end.call(keeper);
    };
    keeper.run = () => {
      if (hasEnded) askedAfter += 1;
      return run.call(keeper);
    };
    isSlow = true;
    vault.folder.write(settingsFile, JSON.stringify(newVaultSettings('v-zzzzzzzzzz')));
    const asks = () => session.state.at === 'failed' && session.state.problem.code;
    await expect.poll(asks, { timeout: 15_000 }).toBe('vault_id_changed');
    isSlow = false;
    await wait(2_000);
    expect([hasEnded, askedAfter]).toEqual([true, 0]);
    expect(session.executor).toBeNull();
  });
});
