import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Session } from '../../../../../src/hosts/obsidian/lifecycle/session.js';
import type { Device } from '../../../../stand-in/open-device.js';
import { pluginVault, type PluginVault } from '../../../../support/obsidian/plugin-vault.js';
import { runPlugin, type RunningPlugin } from '../../../../support/obsidian/running-plugin.js';
import {
  watchedComputer,
  type WatchedComputer,
} from '../../../../support/obsidian/watched-computer.js';

const holdMs = 10_000;

let vault: PluginVault;
let computer: WatchedComputer;
let device: Device;
let plugin: RunningPlugin;

beforeEach(async () => {
  vault = await pluginVault();
  computer = watchedComputer(vault.folder.path);
  device = await vault.start(computer.options);
  plugin = await runPlugin(vault, device);
});
afterEach(() => vault.close());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const enable = () => device.plugins.enablePlugin('countersign');

/** Switches the plugin off, as the app does; the value resolves when it has ended. */
async function disable(): Promise<void> {
  const { running } = device.plugins.plugins['countersign'] as unknown as {
    readonly running: { readonly session: Session } | null;
  };
  device.plugins.disablePlugin('countersign');
  await running?.session.close();
}

/** What is there of a plugin that has ended, and should not be. */
function left() {
  const state = join(String(process.env['XDG_CONFIG_HOME']), 'countersign');
  const locks = readdirSync(state, { recursive: true, encoding: 'utf8' });
  return {
    registrations: device.leaks(),
    openFiles: computer.openFiles(),
    locks: locks.filter((name) => /[/\\]lock(?:\.taking)?$/.test(name)),
  };
}
const nothing = { registrations: [], openFiles: [], locks: [] };

/** Disables the plugin at its n-th access of the disk from now on, and whether that came before `work` ended. */
async function disableAtAccess(n: number, work: () => Promise<unknown>): Promise<boolean> {
  let count = 0;
  const ended = new Promise<true>((resolve) => {
    computer.onAccess = () => {
      count += 1;
      if (count === n) void disable().then(() => resolve(true));
    };
  });
  const finished = work().then(
    () => count >= n,
    () => true,
  );
  const wasDisabled = (await Promise.race([ended, finished])) && (await ended);
  computer.onAccess = () => undefined;
  return wasDisabled;
}

/** Until a request is over: pressed again where it asks or was not approved, it is sent once. */
async function finish(subject: string): Promise<void> {
  const { engine } = await plugin.executor();
  await engine.idle();
  const open = await plugin.waiting(subject);
  if (open) {
    expect(plugin.sent(subject)).toBe(0);
    expect(await plugin.approve(open)).toMatchObject({ ok: true });
  }
  await expect.poll(() => plugin.sent(subject), { timeout: 5_000 }).toBe(1);
  await engine.idle();
  expect(await plugin.waiting(subject)).toBeUndefined();
  expect(plugin.sent(subject)).toBe(1);
}

test('disabled at any access of a start, it leaves nothing, and the next start runs', async () => {
  let moments = 0;
  for (let n = 1, wasDisabled = true; wasDisabled; n += 2) {
    await disable();
    await enable();
    wasDisabled = await disableAtAccess(n, async () => (await plugin.executor()).engine.idle());
    if (!wasDisabled) break;
    moments += 1;
    expect(left(), `disabled at access ${n}`).toEqual(nothing);
    await enable();
    await (await plugin.executor()).engine.idle();
  }
  expect(moments).toBeGreaterThan(15);
}, 90_000);

test('disabled at any access of an approval, it leaves nothing; enabled again, it sends once', async () => {
  let moments = 0;
  for (let n = 1, wasDisabled = true; wasDisabled; n += 5) {
    const subject = `number ${n}`;
    const review = await plugin.draft(subject);
    const { engine } = await plugin.executor();
    wasDisabled = await disableAtAccess(n, async () => {
      await plugin.approve(review);
      await expect.poll(() => plugin.sent(subject), { timeout: 5_000 }).toBe(1);
      await engine.idle();
    });
    if (wasDisabled) {
      moments += 1;
      expect(left(), `disabled at access ${n}`).toEqual(nothing);
      await enable();
    }
    await finish(subject);
  }
  expect(moments).toBeGreaterThan(20);
}, 120_000);

test('disabled within a hold, it sends nothing and asks; disabled as holds end, it sends each once', async () => {
  const first = await plugin.draft('first');
  expect(await plugin.drag(first)).toMatchObject({ ok: true });
  expect((await plugin.waiting('first'))?.undoUntilMs).not.toBeNull();
  await disable();
  expect(left()).toEqual(nothing);
  await enable();
  await (await plugin.executor()).engine.idle();
  expect(await plugin.waiting('first')).toMatchObject({ asks: true, undoUntilMs: null });

  const others = await Promise.all(['second', 'third', 'fourth'].map((one) => plugin.draft(one)));
  for (const review of others) expect(await plugin.drag(review)).toMatchObject({ ok: true });
  await pause(holdMs - 500);
  expect(['first', 'second', 'third', 'fourth'].map((one) => plugin.sent(one))).toEqual([
    0, 0, 0, 0,
  ]);
  expect(await disableAtAccess(40, () => pause(3_000))).toBe(true);
  expect(left()).toEqual(nothing);
  await enable();
  await finish('first');
  for (const subject of ['second', 'third', 'fourth']) await finish(subject);
}, 60_000);
