import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PanelModel } from '../../../../src/core/screens/panel-model.js';
import { contractFolders } from '../../../../src/core/settings/folders.js';
import {
  newVaultSettings,
  type VaultSettings,
} from '../../../../src/core/settings/vault-settings.js';
import { planNote } from '../../../support/builders/numbered-notes.js';
import {
  pluginVault,
  settingsFile,
  type PluginVault,
} from '../../../support/obsidian/plugin-vault.js';
import { panelThat } from '../../../support/obsidian/panel-that.js';
import { renameInApp } from '../../../support/obsidian/rename-in-app.js';
import { runPlugin } from '../../../support/obsidian/running-plugin.js';
import { watchedComputer } from '../../../support/obsidian/watched-computer.js';

let vault: PluginVault;
beforeEach(async () => {
  vault = await pluginVault();
});
afterEach(() => vault.close());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const at = (...names: string[]): string => join(vault.folder.path, ...names);
const settings = (change: object) =>
  JSON.stringify({ ...newVaultSettings('v-abcdefghij'), ...change });

/** The folder that this device keeps its state of the vault in; there once it was set up. */
function deviceFolder(): string {
  const parent = join(String(process.env['XDG_CONFIG_HOME']), 'countersign');
  const [name] = readdirSync(parent);
  return join(parent, String(name));
}

test('an empty vault is set up, and the panel then has nothing to show and nothing to complain about', async () => {
  const device = await vault.start();
  expect(await panelThat(vault, device, ({ stage }) => stage === 'not_set_up')).toMatchObject({
    problem: null,
  });
  await runPlugin(vault, device);
  expect(await panelThat(vault, device, ({ device: { runs } }) => runs)).toMatchObject({
    problem: null,
    mission: null,
    reviews: [],
    alerts: [],
  });
});

describe('folders named in other languages', () => {
  const base = 'Büro/数据';

  test('are made, and work like any others', async () => {
    const device = await vault.start();
    const plugin = await runPlugin(vault, device, base);
    expect(await plugin.approve(await plugin.draft('привет'))).toMatchObject({ ok: true });
    await expect.poll(() => plugin.sent('привет')).toBe(1);
    await expect.poll(() => readdirSync(at(base, 'Done', 'Actions')).length).toBe(1);
  });

  test('are followed when they are renamed in the app: nothing is approved, and nothing runs until the names are confirmed', async () => {
    const device = await vault.start();
    const plugin = await runPlugin(vault, device, base);
    const review = await plugin.draft('one');
    // The next one comes while the plugin follows the one before.
    await renameInApp(device, `${base}/Approved`, `${base}/批准`);
    await renameInApp(device, `${base}/Pending_Approval`, `${base}/Approved`);
    await renameInApp(device, 'Büro', 'Офис');
    const differences = [
      `approved: ${base}/Approved → Офис/数据/批准`,
      `pending: ${base}/Pending_Approval → Офис/数据/Approved`,
    ];
    const model = await panelThat(
      vault,
      device,
      ({ reviews, device: { foldersToConfirm = [] } }) =>
        reviews.length === 1 && differences.every((one) => foldersToConfirm.includes(one)),
    );
    expect(model.reviews[0]).toMatchObject({ asks: false, folder: 'pending' });
    expect(JSON.parse(vault.settings() ?? '')).toMatchObject({
      dashboard: 'Офис/数据/Dashboard.md',
      folders: { approved: 'Офис/数据/批准', pending: 'Офис/数据/Approved' },
    });
    const { engine, device: kept, settings: names } = await plugin.executor();
    await plugin.approve((await plugin.waiting('one')) ?? review);
    await engine.idle();
    await pause(500);
    expect(plugin.sent('one')).toBe(0);

    await kept.change((config) => ({ ...config, folders: names.folders }));
    await expect.poll(() => plugin.sent('one'), { timeout: 5_000 }).toBe(1);
  });
});

test('a rename in the app is followed even if the plugin is disabled at that moment', async () => {
  const device = await vault.start();
  await runPlugin(vault, device);
  const folder = device.vault.getFolderByPath('Approved');
  if (!folder) throw new Error('There is no such folder.');
  await device.vault.rename(folder, '批准');
  device.plugins.disablePlugin('countersign');
  await expect.poll(() => vault.settings()).toContain('"approved": "批准"');
});

test('of two copies of the plugin in one vault one runs actions, and the other does nothing', async () => {
  const copy = '.obsidian/plugins/copy';
  vault.folder.write(`${copy}/main.js`, vault.folder.text('.obsidian/plugins/countersign/main.js'));
  vault.folder.write(
    `${copy}/manifest.json`,
    '{"id":"copy","name":"Copy","version":"1.0.0","minAppVersion":"1.0.0"}',
  );
  vault.folder.write('.obsidian/community-plugins.json', '["countersign","copy"]');
  const device = await vault.start();
  const plugin = await runPlugin(vault, device);
  await device.restart();
  await plugin.approve(await plugin.draft('one'));
  await expect.poll(() => plugin.sent('one')).toBe(1);
  await (await plugin.executor()).engine.idle();
  expect(plugin.sent('one')).toBe(1);
  expect(Object.keys(device.plugins.plugins)).toEqual(['countersign', 'copy']);
  expect(device.plugins.plugins['copy']).toMatchObject({ running: null });
  const commands = device.host.commands.listCommands().map(({ id }) => id);
  expect(commands.filter((id) => id.startsWith('copy:'))).toEqual([]);
  expect(readdirSync(at(copy)).sort()).toEqual(['main.js', 'manifest.json']);
});

describe('a data.json that cannot be used', () => {
  const { folders } = newVaultSettings('v-abcdefghij');
  test.each([
    ['no list of settings', '[]', 'the file isn’t a list of settings'],
    ['nothing', 'null', 'the file isn’t a list of settings'],
    ['of a newer version', settings({ version: 2 }), '`version` is 2, not 1'],
    ['binary', '\u0000\u0001{"version":1', 'can’t be read'],
    [
      'with folder names that differ in case only',
      settings({ folders: { ...folders, approved: 'PENDING_approval' } }),
      'two folders have the same name',
    ],
    [
      'with folder names that differ in Unicode composition only',
      settings({ folders: { ...folders, pending: 'B\u00fcro', approved: 'Bu\u0308ro' } }),
      'two folders have the same name',
    ],
  ])(
    'is told with its path and left as it is, and the plugin lives: %s',
    async (_, data, message) => {
      vault.folder.write(settingsFile, data);
      vault.folder.write('Plans/PLAN-2026-001.md', planNote(1).text);
      const before = readFileSync(at(settingsFile));
      const device = await vault.start();
      const model = await panelThat(vault, device, ({ stage }) => stage === 'failed');
      expect(model.problem).toMatchObject({ code: 'settings_invalid', path: settingsFile });
      expect(model.problem?.message).toContain(message);
      const { session } = await vault.begun(device);
      expect(await session.setUp('')).toMatchObject({ ok: false });
      await session.switchOn();
      expect(session.executor).toBeNull();
      expect(readFileSync(at(settingsFile)).equals(before)).toBe(true);
      expect(readdirSync(at()).sort()).toEqual(['.obsidian', 'Plans']);

      vault.folder.write(settingsFile, settings({}));
      expect(await panelThat(vault, device, ({ mission }) => mission !== null)).toMatchObject({
        problem: null,
      });
    },
  );
});

test('a data.json that says what may run counts for nothing: folders that it swaps are shown, and nothing runs [GATE-21]', async () => {
  const device = await vault.start();
  const plugin = await runPlugin(vault, device);
  const { requestId } = await plugin.draft('one');
  const { folders, ...others } = JSON.parse(vault.settings() ?? '') as VaultSettings;
  const swapped = { ...folders, pending: folders.approved, approved: folders.pending };
  const claims = { trustMoves: true, runsActions: true, paused: false, pinnedKeys: [], routes: [] };
  vault.folder.write(settingsFile, JSON.stringify({ ...others, ...claims, folders: swapped }));
  const { device: role, reviews } = await panelThat(
    vault,
    device,
    ({ device: { foldersToConfirm }, reviews: cards }) =>
      (foldersToConfirm ?? []).length > 0 && cards.some(({ asks }) => asks),
  );
  expect(role.foldersToConfirm).toEqual([
    'pending: Pending_Approval → Approved',
    'approved: Approved → Pending_Approval',
  ]);
  expect(reviews).toMatchObject([{ requestId, folder: 'approved', asks: true }]);
  const { engine, device: kept } = await plugin.executor();
  expect(kept.config).toMatchObject({ trustMoves: false, folders });
  await engine.idle();
  await pause(1_000);
  expect(plugin.sent('one')).toBe(0);
});

test('where the metadata cache is never ready, notes are read: plans, requests, and what becomes of them', async () => {
  vault.folder.write('Plans/PLAN-2026-001.md', planNote(1).text);
  vault.folder.write('Inbox/brief.md', 'Send the invoice.');
  const device = await vault.start({ indexDelay: 'never' });
  const plugin = await runPlugin(vault, device);
  await plugin.approve(await plugin.draft('one'));
  await expect.poll(() => plugin.sent('one')).toBe(1);
  const model = await panelThat(vault, device, ({ mission }) => mission !== null);
  expect(model.mission).toMatchObject({ planId: 'PLAN-2026-001', doneSteps: 0 });
  expect(model.mission?.steps).toHaveLength(5);
});

describe('a contract folder', () => {
  test.each(Object.keys(contractFolders()))(
    'that is deleted while it runs is made again when it is needed: %s',
    async (place) => {
      const device = await vault.start();
      const plugin = await runPlugin(vault, device);
      const path = contractFolders()[place as keyof ReturnType<typeof contractFolders>];
      rmSync(at(path), { recursive: true });
      // The audit log's folder is made again at once.
      await expect
        .poll(() => device.vault.getFolderByPath(path) === null || existsSync(at(path)))
        .toBe(true);
      const { engine } = await plugin.executor();
      await engine.idle();
      expect(await plugin.approve(await plugin.draft('one'))).toMatchObject({ ok: true });
      await expect.poll(() => plugin.sent('one')).toBe(1);
      const plan = await engine.operations.initializePlan({
        objective: 'Go on.',
        context: '',
        sourceLink: 'mail:1',
        steps: [{ text: 'Write it' }],
        actor: 'Human',
      });
      expect(plan).toMatchObject({ ok: true });
      expect(
        (await panelThat(vault, device, ({ mission }) => mission !== null)).problem,
      ).toBeNull();
    },
  );

  test('that is missing at start is no problem', async () => {
    const device = await vault.start();
    const plugin = await runPlugin(vault, device);
    device.plugins.disablePlugin('countersign');
    for (const name of ['Inbox', 'Approved', 'Done', 'Plans']) {
      rmSync(at(name), { recursive: true });
    }
    await device.restart();
    await plugin.approve(await plugin.draft('one'));
    await expect.poll(() => plugin.sent('one')).toBe(1);
  });

  test('that is deleted with a request in it: nothing is sent, and it is told', async () => {
    const device = await vault.start();
    const plugin = await runPlugin(vault, device);
    const { requestId } = await plugin.draft('one');
    rmSync(at('Pending_Approval'), { recursive: true });
    const model = await panelThat(
      vault,
      device,
      ({ reviews, alerts }) => reviews.length === 0 && alerts.length > 0,
    );
    expect(model.alerts).toMatchObject([
      { subject: { kind: 'request', id: requestId }, kind: 'missing' },
    ]);
    expect(plugin.sent('one')).toBe(0);
  });

  test('that is a file: it is told, the file stays, and nothing is sent', async () => {
    const device = await vault.start();
    const plugin = await runPlugin(vault, device);
    const review = await plugin.draft('one');
    rmSync(at('Approved'), { recursive: true });
    writeFileSync(at('Approved'), 'no folder');
    await expect.poll(() => device.vault.getFileByPath('Approved')).not.toBeNull();
    const answer = await plugin.approve(review);
    expect(answer).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('“Approved”') as string },
    });
    await (await plugin.executor()).engine.idle();
    expect(plugin.sent('one')).toBe(0);
    expect(readFileSync(at('Approved'), 'utf8')).toBe('no folder');
    expect(await plugin.waiting('one')).toMatchObject({
      folder: 'pending',
      blocked: null,
    });
  });

  test('that is a file keeps a vault from being set up, and says which', async () => {
    vault.folder.write('Approved', 'no folder');
    const device = await vault.start();
    const { session } = await vault.begun(device);
    expect(await session.setUp('')).toMatchObject({ ok: false, error: { path: 'Approved' } });
    expect(vault.settings()).toBeNull();
    expect(session.state).toMatchObject({ at: 'not_set_up' });
  });
});

describe('what this device keeps', () => {
  test('nowhere to keep it: missions are shown, the reason is told, and nothing runs', async () => {
    writeFileSync(join(String(process.env['XDG_CONFIG_HOME']), 'countersign'), 'no folder');
    vault.folder.write(settingsFile, settings({}));
    vault.folder.write('Plans/PLAN-2026-001.md', planNote(1).text);
    const device = await vault.start();
    const model = await panelThat(vault, device, ({ mission }) => mission !== null);
    expect(model.problem).toMatchObject({ code: 'device_state_write_failed' });
    const { session } = await vault.begun(device);
    await session.switchOn();
    expect(session.executor).toBeNull();
  });

  test.each([
    ['no JSON', '{"version": 1, "dev'],
    ['empty', ''],
    ['of a newer version', '{"version": 2}'],
  ])(
    'a device.json that is broken is told and left as it is, and nothing runs: %s',
    async (_, text) => {
      const device = await vault.start();
      const plugin = await runPlugin(vault, device);
      const { requestId } = await plugin.draft('one');
      device.plugins.disablePlugin('countersign');
      const file = join(deviceFolder(), 'device.json');
      writeFileSync(file, text);
      await device.plugins.enablePlugin('countersign');
      const model = await panelThat(vault, device, ({ problem }) => problem !== null);
      expect(model.problem).toMatchObject({ code: 'device_state_invalid' });
      expect(model.problem?.message).toContain(file);
      expect(model.reviews).toMatchObject([
        { requestId, blocked: { code: 'device_state_invalid' } },
      ]);
      // Nothing is said of another computer: the audit log here is this one's own.
      expect(model.device.approves?.onlyOthersRan).toBe(false);
      const { session } = await vault.begun(device);
      expect(await session.switchOn()).toMatchObject({ ok: false });
      expect(session.executor).toBeNull();
      expect(readFileSync(file, 'utf8')).toBe(text);
    },
  );

  test.each(['ENOSPC', 'EROFS', 'EACCES'])(
    'that cannot be written any more (%s): what is approved is not run, and it is told',
    async (code) => {
      const computer = watchedComputer(vault.folder.path);
      const device = await vault.start(computer.options);
      const plugin = await runPlugin(vault, device);
      const review = await plugin.draft('one');
      const folder = deviceFolder();
      computer.onAccess = (access) => {
        if (/^(?:handle|fs\.open)/.test(access) && access.includes(folder)) {
          throw Object.assign(new Error(`${code}: no write`), { code });
        }
      };
      expect(await plugin.approve(review)).toMatchObject({
        ok: false,
        error: { code: 'ledger_write_failed', message: expect.stringContaining(code) as string },
      });
      const told = ({ alerts }: PanelModel) => alerts.some(({ kind }) => kind === 'halted');
      expect((await panelThat(vault, device, told)).reviews).toMatchObject([
        { blocked: { code: 'ledger_write_failed' } },
      ]);
      await (await plugin.executor()).engine.idle();
      expect(plugin.sent('one')).toBe(0);
      computer.onAccess = () => undefined;
    },
  );
});
