import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { deviceNameOf } from '../../../../../src/core/settings/device-keys.js';
import type { PanelModel } from '../../../../../src/core/screens/panel-model.js';
import { newVaultSettings } from '../../../../../src/core/settings/vault-settings.js';
import { startPracticeMission } from '../../../../../src/hosts/obsidian/onboarding/practice-mission.js';
import { addBridges } from '../../../../../src/mcp/client/add-bridges.js';
import { practiceBridge } from '../../../../../src/hosts/obsidian/bridges/practice-bridge.js';
import type { Device } from '../../../../stand-in/open-device.js';
import {
  pluginVault,
  settingsFile,
  type PluginVault,
} from '../../../../support/obsidian/plugin-vault.js';

let vault: PluginVault;

afterEach(() => vault.close());

/** A device whose vault is set up at its root and which runs actions. */
async function runningDevice(): Promise<Device> {
  vault = await pluginVault();
  const device = await vault.start();
  const { session } = await vault.begun(device);
  expect(await session.setUp('')).toMatchObject({ ok: true });
  expect(await session.switchOn()).toMatchObject({ ok: true });
  return device;
}

/** What a panel of this device shows once it shows what is wanted. */
async function panelThat(
  device: Device,
  isWanted: (model: PanelModel) => boolean,
): Promise<PanelModel> {
  const { controller: desk } = await vault.begun(device);
  return new Promise((resolve) => {
    const stop = desk.feed.watch({
      isVisible: () => true,
      show(model) {
        if (!isWanted(model)) return;
        queueMicrotask(() => {
          stop();
        });
        resolve(model);
      },
    });
  });
}

describe('setting up', () => {
  test('makes what is missing below the base folder, and leaves the rest alone', async () => {
    vault = await pluginVault();
    vault.folder.write('Work/Dashboard.md', 'Mine.\n');
    const device = await vault.start();
    const { session } = await vault.begun(device);
    expect(await session.setUp('Work')).toMatchObject({ ok: true });
    expect(vault.folder.text('Work/Dashboard.md')).toBe('Mine.\n');
    expect(readdirSync(join(vault.folder.path, 'Work')).sort()).toEqual(
      ['Approved', 'Archive', 'Dashboard.md', 'Done', 'Inbox', 'Logs', 'Needs_Action'].concat([
        'Pending_Approval',
        'Plans',
        'Rejected',
      ]),
    );
    expect(JSON.parse(vault.settings() ?? '')).toMatchObject({
      version: 1,
      dashboard: 'Work/Dashboard.md',
    });
    expect(session.executor).toBeNull();
  });

  test('is not done twice: settings that came meanwhile are used', async () => {
    vault = await pluginVault();
    const device = await vault.start();
    const { session } = await vault.begun(device);
    const synced = JSON.stringify(newVaultSettings('v-abcdefghij', 'Theirs'));
    vault.folder.write(settingsFile, synced);
    expect(await session.setUp('Mine')).toMatchObject({ ok: true });
    expect(vault.settings()).toBe(synced);
    expect(session.state).toMatchObject({ vault: { settings: { vaultId: 'v-abcdefghij' } } });
  });

  test('that another device did arrives by sync', async () => {
    vault = await pluginVault();
    const device = await vault.start();
    const { session } = await vault.begun(device);
    vault.folder.write(settingsFile, JSON.stringify(newVaultSettings('v-abcdefghij')));
    await expect.poll(() => session.state.at, { timeout: 10_000 }).toBe('ready');
  });
});

describe('settings that cannot be used', () => {
  test.each([
    ['no JSON', '{"version": 1, "vaul', 'can’t be read'],
    ['an empty file', '', 'can’t be read'],
    ['a newer version', '{"version": 2}', '`version` is 2, not 1'],
    [
      'a folder outside',
      JSON.stringify({ ...newVaultSettings('v-abcdefghij'), dashboard: '../x.md' }),
      '`dashboard`',
    ],
  ])('are left as they are, and nothing else is touched: %s', async (_, data, message) => {
    vault = await pluginVault(data);
    vault.folder.write('Plans/PLAN-2026-001.md', 'text');
    const device = await vault.start();
    const { session } = await vault.begun(device);
    expect(session.state).toMatchObject({
      at: 'failed',
      problem: { code: 'settings_invalid', message: expect.stringContaining(message) as string },
    });
    expect(await session.setUp('')).toMatchObject({ ok: false });
    expect(vault.settings()).toBe(data);
    expect(readdirSync(vault.folder.path).sort()).toEqual(['.obsidian', 'Plans']);
  });

  test('count again when they are repaired', async () => {
    vault = await pluginVault('{');
    const device = await vault.start();
    const { session } = await vault.begun(device);
    vault.folder.write(settingsFile, JSON.stringify(newVaultSettings('v-abcdefghij')));
    await expect.poll(() => session.state.at, { timeout: 10_000 }).toBe('ready');
  });
});

describe('a device that runs actions', () => {
  test('runs them again by itself at the next start, until it is switched off', async () => {
    const device = await runningDevice();
    await device.restart();
    const again = await vault.begun(device);
    expect(again.session.executor).not.toBeNull();
    expect(await again.session.switchOff()).toMatchObject({ ok: true });
    expect(again.session.executor).toBeNull();
    await device.restart();
    expect((await vault.begun(device)).session.executor).toBeNull();
  });

  test('trusts its own key at once, and no other', async () => {
    const device = await runningDevice();
    const { session } = await vault.begun(device);
    const { state, executor } = session;
    if (state.at !== 'ready' || !executor) throw new Error('It does not run.');
    const publicKey = await state.vault.signer.publicKey();
    expect(publicKey.ok && executor.device.config.pinnedKeys).toEqual([
      { device: executor.device.config.device, publicKey: publicKey.ok && publicKey.value },
      {
        device: publicKey.ok && deviceNameOf(publicKey.value),
        publicKey: publicKey.ok && publicKey.value,
      },
    ]);
  });

  test('keeps a second executor of this computer out, says so, and is followed by it', async () => {
    const first = await runningDevice();
    const second = await vault.start();
    const { session } = await vault.begun(second);
    expect(session.executor).toBeNull();
    const model = await panelThat(second, ({ stage }) => stage === 'ready');
    expect(model).toMatchObject({ problem: { code: 'locked' }, device: { runs: false } });
    first.plugins.disablePlugin('countersign');
    await expect.poll(() => session.executor, { timeout: 10_000 }).not.toBeNull();
    const later = await panelThat(second, ({ device }) => device.runs);
    expect(later.problem).toBeNull();
  });

  test('follows a folder that was renamed in the app, and runs nothing until that is confirmed', async () => {
    const device = await runningDevice();
    const { session } = await vault.begun(device);
    const folder = device.vault.getAbstractFileByPath('Approved');
    if (!folder) throw new Error('There is no such folder.');
    await device.vault.rename(folder, 'Ok');
    expect(session.executor?.device.effective).toMatchObject({ code: 'settings_invalid' });
    const model = await panelThat(
      device,
      ({ device: { foldersToConfirm } }) => (foldersToConfirm ?? []).length > 0,
    );
    expect(model.device.foldersToConfirm).toEqual(['approved: Approved → Ok']);
    expect(JSON.parse(vault.settings() ?? '')).toMatchObject({ folders: { approved: 'Ok' } });
    expect(existsSync(join(vault.folder.path, 'Approved'))).toBe(false);
  });
});

describe('the panel', () => {
  test('greets a new session with the mission that it resumes, once [FR-005]', async () => {
    const device = await runningDevice();
    const { session } = await vault.begun(device);
    await session.executor?.engine.operations.initializePlan({
      objective: 'Send the invoice.',
      context: '',
      sourceLink: 'mail:1',
      steps: [{ text: 'Write it' }],
      actor: 'Human',
    });
    const now = await panelThat(device, ({ mission }) => mission !== null);
    expect(now.headline).toBeNull();
    await device.restart();
    const later = await panelThat(device, ({ headline }) => headline !== null);
    expect(later.headline).toMatch(/^Resuming plan PLAN-\d{4}-001: Send the invoice\.$/);
    (await vault.begun(device)).controller.views.dismissHeadline();
    await panelThat(device, ({ headline }) => headline === null);
  });

  test('shows the practice mission with a request that can be approved', async () => {
    const device = await runningDevice();
    const { session } = await vault.begun(device);
    const { executor } = session;
    if (!executor) throw new Error('It does not run.');
    await executor.device.change((config) => addBridges(config, [practiceBridge]));
    expect(await startPracticeMission(executor.engine.operations)).toMatchObject({ ok: true });
    const model = await panelThat(device, ({ reviews }) => reviews[0]?.blocked === null);
    expect(model.reviews).toMatchObject([
      { bridge: 'practice', tool: 'send_email', stepId: 's1', asks: false, attempts: [] },
    ]);
    expect(model.mission?.steps.map(({ gated }) => gated)).toEqual([true, false]);
    expect(await startPracticeMission(executor.engine.operations)).toMatchObject({ ok: true });
  });

  test('takes no press that no person made', async () => {
    const device = await runningDevice();
    const { session, controller: desk } = await vault.begun(device);
    const { executor } = session;
    if (!executor) throw new Error('It does not run.');
    await executor.device.change((config) => addBridges(config, [practiceBridge]));
    await startPracticeMission(executor.engine.operations);
    const { reviews } = await panelThat(device, (model) => model.reviews[0]?.blocked === null);
    const review = reviews[0];
    if (!review) throw new Error('Nothing waits.');
    const event = { type: 'click', isTrusted: true, eventPhase: 2 } as unknown as Event;
    desk.requests.approve(review, [], { event, control: {} as HTMLElement, steadyMs: 60_000 });
    const model = await panelThat(device, ({ answer }) => answer !== null);
    expect(model.answer).toMatchObject({
      subject: review.requestId,
      problem: { code: 'gesture_used' },
    });
    expect(vault.folder.text(review.path)).not.toContain('v1~');
  });

  test('shows missions on a phone, too, where nothing can be approved yet', async () => {
    const device = await runningDevice();
    const { session } = await vault.begun(device);
    if (session.executor) await startPracticeMission(session.executor.engine.operations);
    const phone = await vault.start({ platform: 'phone' });
    const model = await panelThat(phone, ({ mission }) => mission !== null);
    expect(model.device).toMatchObject({ runs: false, bridges: [] });
    expect(model.reviews).toMatchObject([{ blocked: { code: 'approving_not_set_up' } }]);
  });
});
