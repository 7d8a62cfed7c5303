import { expect, test } from 'vitest';
import { fail, ok, type Result } from '../../../../../src/core/errors.js';
import type { DeviceConfig } from '../../../../../src/core/settings/device-config.js';
import { DeviceSettings } from '../../../../../src/hosts/obsidian/storage/device-settings.js';

const unwritten = fail('device_state_write_failed', 'The disk is full.', 'Make room.');

function begin() {
  const config = {
    ...{ version: 1, device: 'd-1', paused: false, trustMoves: false, bridges: [] },
    pinnedKeys: [],
  };
  let onDisk = config as unknown as DeviceConfig;
  let isFull = false;
  const waiting: (() => void)[] = [];
  let isSlow = false;
  const told: boolean[] = [];
  const settings = new DeviceSettings(
    {
      read: async () => ok(onDisk),
      async change(edit): Promise<Result<DeviceConfig>> {
        if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve));
        const edited = edit(onDisk);
        if (isFull) return unwritten;
        if (edited.ok) onDisk = edited.value;
        return edited;
      },
    },
    onDisk,
    () => told.push(settings.config.paused),
  );
  return {
    settings,
    told,
    isPausedOnDisk: () => onDisk.paused,
    writeByHand: (next: DeviceConfig | null) => (onDisk = next as DeviceConfig),
    fill: (full: boolean) => (isFull = full),
    slow: () => (isSlow = true),
    go: async () => {
      await expect.poll(() => waiting.length).toBeGreaterThan(0);
      isSlow = false;
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}

test('a pause holds at once, before it is written', async () => {
  const { settings, told, isPausedOnDisk, slow, go } = begin();
  slow();
  const pausing = settings.pause();
  expect([settings.config.paused, told]).toEqual([true, [true]]);
  expect(settings.effective).toMatchObject({ paused: true });
  expect(isPausedOnDisk()).toBe(false);
  await go();
  expect(await pausing).toEqual({ ok: true, value: undefined });
  expect(isPausedOnDisk()).toBe(true);
});

test('a pause that cannot be written holds all the same, over other changes, and says so', async () => {
  const { settings, fill, isPausedOnDisk } = begin();
  fill(true);
  const paused = await settings.pause();
  expect(paused).toMatchObject({
    ok: false,
    error: {
      code: 'device_state_write_failed',
      message: 'All actions are paused, but the pause couldn’t be saved: The disk is full.',
    },
  });
  fill(false);
  await settings.change((config) => ({ ...config, trustMoves: true }));
  expect([settings.config.paused, isPausedOnDisk()]).toEqual([true, false]);
});

test.each<[string, Partial<DeviceConfig>]>([
  ['a key', { pinnedKeys: [] }],
  ['trust in moves', { trustMoves: false }],
  ['that actions run here', { runsActions: false }],
])('where %s cannot be taken away, nothing runs until a person resumes', async (_what, less) => {
  const { settings, fill } = begin();
  const key = { device: 'd-2', publicKey: 'k' };
  const all = { pinnedKeys: [key], trustMoves: true, runsActions: true };
  await settings.change((config) => ({ ...config, ...all }));
  fill(true);
  expect(await settings.change((config) => ({ ...config, ...all, holdSeconds: 3 }))).toMatchObject({
    ok: false,
  });
  expect(settings.config.paused).toBe(false);
  expect(await settings.change((config) => ({ ...config, ...less }))).toMatchObject({
    error: { message: 'This couldn’t be saved, so all actions are paused: The disk is full.' },
  });
  expect(settings.effective).toMatchObject({ paused: true });
});

test('trust that is taken away while the settings cannot be read does not come back with them', async () => {
  const { settings, writeByHand } = begin();
  await settings.change((config) => ({ ...config, trustMoves: true }));
  const { config } = settings;
  writeByHand(null);
  const less = await settings.change((now) => ({ ...now, trustMoves: false }));
  expect(less).toMatchObject({ error: { code: 'device_state_write_failed' } });
  writeByHand(config);
  await settings.refresh();
  expect(settings.effective).toMatchObject({ paused: true });
});

test('only a resume that is written ends a pause, and never one that came later', async () => {
  const { settings, told, fill, slow, go } = begin();
  await settings.pause();
  fill(true);
  expect(await settings.resume()).toMatchObject({ ok: false });
  expect(settings.config.paused).toBe(true);
  fill(false);
  slow();
  told.splice(0);
  const resuming = settings.resume();
  const pausing = settings.pause();
  await go();
  await Promise.all([resuming, pausing]);
  expect(new Set(told)).toEqual(new Set([true]));
  await settings.resume();
  expect(settings.config.paused).toBe(false);
});

test('settings that are taken away stop everything until they are back, and are not made again', async () => {
  const { settings, writeByHand } = begin();
  const { config } = settings;
  writeByHand(null);
  await settings.refresh();
  expect(settings.effective).toMatchObject({ code: 'device_state_invalid' });
  expect(await settings.change((now) => now)).toMatchObject({ ok: false });
  expect(await settings.pause()).toMatchObject({ ok: false });
  writeByHand(config);
  await settings.refresh();
  expect(settings.effective, 'the pause lasts').toMatchObject({ paused: true });
});

test('trust that is written by hand counts from the next start, also where a person changes something else', async () => {
  const { settings, writeByHand } = begin();
  writeByHand({ ...settings.config, trustMoves: true });
  await settings.pause();
  await settings.resume();
  expect(settings.config.trustMoves).toBe(false);
  await settings.change((config) => ({ ...config, trustMoves: true }));
  expect(settings.config.trustMoves, 'by a press').toBe(true);
});
