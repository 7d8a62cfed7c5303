import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { addBridges } from '../../../../src/mcp/client/add-bridges.js';
import { practiceBridge } from '../../../../src/hosts/obsidian/bridges/practice-bridge.js';
import { builtPlugin } from '../../../stand-in/server/built-plugin.js';
import { projectRoot } from '../../../stand-in/server/project-root.js';
import { recordExecution, type ExecutionRecord } from './executed-modules.js';
import { pluginVault, type PluginVault } from '../../../support/obsidian/plugin-vault.js';

/** The build with its source map. */
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-mapped-'));
  const build = ['esbuild.config.mjs', folder, '--source-map'];
  await promisify(execFile)(process.execPath, build, { cwd: projectRoot() });
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

let vault: PluginVault;
let record: ExecutionRecord;
beforeEach(async () => {
  vault = await pluginVault();
  record = await recordExecution('countersign', folder);
});
afterEach(async () => {
  record.stop();
  await vault.close();
});

const among = (modules: readonly string[], ...parts: readonly string[]): string[] =>
  modules.filter((module) => parts.some((part) => module.includes(part)));

test('what is looked at is the plugin that people get, with where each part of it comes from', async () => {
  const [mapped, shipped] = [folder, await builtPlugin()].map((at) =>
    readFileSync(join(at, 'main.js')),
  );
  expect(mapped?.equals(shipped ?? Buffer.alloc(0))).toBe(true);
});

test('when main.js was evaluated and onload has run, nothing but what registers has run [HOST-1]', async () => {
  const device = await vault.folder.device();
  await device.plugins.initialize();
  expect(device.plugins.plugins).toHaveProperty('countersign');
  const modules = await record.executed();
  expect(modules).toContain('src/hosts/obsidian/plugin.ts');
  const registering = [
    ...[
      ...['plugin', 'commands/commands', 'lifecycle/session-queries', 'note-card/action-block'],
      ...['panel/panel-view', 'settings/settings-tab', 'shared/drawn-view'],
      ...['onboarding/start-page/start-page-view', 'decisions/reasoning-view'],
      ...['decisions/open-reasoning', 'decisions/record-block'],
    ].map((name) => `src/hosts/obsidian/${name}.ts`),
    'src/core/screens/panel-model.ts',
  ];
  expect(modules.filter((module) => !registering.includes(module))).toEqual([]);
});

/** What windows and notices need of it: ids, folded texts, presses by a person and where they were made, results and times. */
const light = [
  'actions/position-history',
  'actions/watch-position',
  'card/format-result',
  'parts/element-id',
  'parts/text/long-text',
].map((name) => `src/ui/${name}.ts`);

test('heavy parts are evaluated when they are needed: Node with a vault, views with a panel', async () => {
  const device = await vault.start();
  const { session } = await vault.begun(device);
  const begun = await record.executed();
  expect(begun).toContain('src/hosts/obsidian/lifecycle/session.ts');
  expect([...among(begun, 'src/hosts/desktop/desktop', 'src/ui/', '/svelte/')].sort()).toEqual(
    light,
  );

  await session.setUp('');
  await session.switchOn();
  const running = await record.executed();
  expect(running).toContain('src/engine/engine.ts');
  expect(running).toContain('src/hosts/desktop/desktop.ts');

  // What serves agents waits until a person lets them connect.
  const served = ['src/hosts/desktop/agents/', 'src/mcp/server/'];
  expect(among(running, ...served)).toEqual([]);

  await session.executor?.device.change((config) => addBridges(config, [practiceBridge]));
  expect(await session.executor?.inspect('practice')).toMatchObject({ ok: true });
  const inspected = await record.executed();
  expect(among(inspected, 'src/mcp/client/protocol/rpc-client.ts')).toHaveLength(1);
  expect(among(inspected, '/@modelcontextprotocol/', '/zod/')).toEqual([]);
  expect(among(inspected, 'src/ui/', '/svelte/')).toEqual([]);
});
