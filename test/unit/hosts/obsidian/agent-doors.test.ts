import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Device } from '../../../stand-in/open-device.js';
import { pluginVault, type PluginVault } from '../../../support/obsidian/plugin-vault.js';
import { runPlugin, type RunningPlugin } from '../../../support/obsidian/running-plugin.js';

/** What agents reach of the plugin without a person, beside its commands, which are tried in the browser. */

let vault: PluginVault;
let device: Device;
let plugin: RunningPlugin;

beforeEach(async () => {
  vault = await pluginVault();
  device = await vault.start();
  plugin = await runPlugin(vault, device);
  await plugin.draft('waits');
}, 60_000);
afterEach(() => vault.close());

async function expectNothing(): Promise<void> {
  const { engine } = await plugin.executor();
  await engine.idle();
  expect(plugin.sent('waits')).toBe(0);
  const events = new Set(engine.entriesAfter(0).map(({ event }) => event));
  for (const event of ['approved', 'arrived', 'accepted', 'intent'])
    expect(events).not.toContain(event);
  for (const name of readdirSync(vault.folder.path, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.md')) continue;
    expect(readFileSync(join(vault.folder.path, name), 'utf8'), name).not.toContain('"stamp"');
  }
}

test('the plugin answers one link, which opens something and decides nothing', async () => {
  const { protocols } = device.host.registries;
  // Without a document there is no panel to draw; what it shows is tried in the browser.
  vi.spyOn(device.app.workspace, 'getRightLeaf').mockReturnValue(null);
  expect(protocols.names()).toEqual(['countersign']);
  const { session } = await vault.begun(device);
  const review = await plugin.waiting('waits');
  const requestId = review?.requestId ?? '';
  const code = session.codes.linkTo(requestId).split('=')[1] ?? '';
  const words = { approve: 'true', request: requestId, confirm: 'yes', command: 'approve' };
  for (const open of ['', 'true', 'made-up', requestId, `${requestId}&approve=1`, code]) {
    await protocols.get('countersign')?.({ action: 'countersign', open, ...words });
    await protocols.get('countersign')?.({ action: 'countersign', ...words });
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  await expectNothing();
  expect((await plugin.waiting('waits'))?.shownDigest).toBe(review?.shownDigest);
}, 60_000);

test('the plugin answers no command of the app’s command line, and offers other plugins nothing', async () => {
  expect(device.host.registries.cli.values()).toEqual([]);
  const instance = device.plugins.plugins['countersign'] as object;
  expect(instance).not.toHaveProperty('api');
  // What Obsidian itself calls, and nothing else, can be called without knowing how it is built.
  const offered = ['constructor', 'onload', 'onunload', 'onUserEnable', 'onExternalSettingsChange'];
  const own = Object.getOwnPropertyNames(Object.getPrototypeOf(instance));
  expect(own).toEqual(expect.arrayContaining(offered));
  const changed = Reflect.get(instance, 'onExternalSettingsChange') as (id: string) => unknown;
  await changed.call(instance, 'waits');
  await expectNothing();
}, 60_000);
