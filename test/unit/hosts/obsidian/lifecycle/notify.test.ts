import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pluginVault, type PluginVault } from '../../../../support/obsidian/plugin-vault.js';
import { runPlugin, type RunningPlugin } from '../../../../support/obsidian/running-plugin.js';

let vault: PluginVault;
let plugin: RunningPlugin;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'messages-'));
  vault = await pluginVault();
  plugin = await runPlugin(vault, await vault.start());
}, 60_000);
afterEach(async () => {
  await vault.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A program that adds each message to a file. Over HTTP, a browser test shows the same. */
const file = (): string => join(folder, 'messages');
const notify = () => ({
  command: process.execPath,
  args: [
    '-e',
    `require('fs').appendFileSync(${JSON.stringify(file())}, process.argv.at(-1) + '\\n')`,
  ],
});
function messages(): readonly string[] {
  try {
    // Only whole lines: the program makes the file before it writes.
    return readFileSync(file(), 'utf8').split('\n').slice(0, -1);
  } catch {
    return [];
  }
}

test('the plugin sends messages once its person set up where to, and none before or afterwards', async () => {
  const executor = await plugin.executor();
  const { device } = executor;
  await plugin.draft('before');
  expect(await executor.sendTest()).toMatchObject({ ok: false, error: { code: 'notify_failed' } });

  await device.change((config) => ({ ...config, notify: notify() }));
  await expect.poll(() => messages().length, { timeout: 20_000 }).toBe(1);
  expect(messages()[0]).toMatch(
    /^1 request is waiting for you: Email, server “practice”\. obsidian:\/\/countersign\?open=[\w-]{22}$/,
  );
  expect(await executor.sendTest()).toMatchObject({ ok: true });
  expect(messages()[1]).toContain('This is a test.');

  await device.change(({ notify: _, ...config }) => config);
  await plugin.draft('after');
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(messages()).toHaveLength(2);
}, 90_000);
