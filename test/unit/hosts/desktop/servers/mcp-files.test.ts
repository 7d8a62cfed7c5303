import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ok } from '../../../../../src/core/errors.js';
import { newDeviceConfig } from '../../../../../src/core/settings/device-config.js';
import { contractFolders } from '../../../../../src/core/settings/folders.js';
import { mcpFiles, withSeenMcpFiles } from '../../../../../src/core/settings/agents/mcp-files.js';
import { lookAtMcpFiles } from '../../../../../src/hosts/desktop/servers/mcp-files.js';
import { openDeviceState } from '../../../../../src/hosts/desktop/device/file-device-state.js';
import type { DeviceState } from '../../../../../src/ports/device-state.js';

let folder: string;
let vault: string;
let state: DeviceState;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-files-'));
  vault = join(folder, 'vault');
  await mkdir(vault);
  await mkdir(join(folder, 'device'), { mode: 0o700 });
  state = openDeviceState(join(folder, 'device'));
  await state.change(() => ok(newDeviceConfig('d-aaaaaaaaaa', contractFolders())));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(path: string, text: string): Promise<void> {
  const file = join(vault, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** What differs, and whether it is new. */
async function look(): Promise<Record<string, boolean>> {
  const changes = await lookAtMcpFiles(vault, state);
  return Object.fromEntries(changes.map(({ path, isNew }) => [path, isNew]));
}

/** A person says to have seen what differs now. */
async function see(): Promise<void> {
  const changes = await lookAtMcpFiles(vault, state);
  const seen = Object.fromEntries(changes.map(({ path, digest }) => [path, digest]));
  const changed = await state.change((found) =>
    ok(withSeenMcpFiles(found ?? newDeviceConfig('d-aaaaaaaaaa', contractFolders()), seen)),
  );
  expect(changed.ok).toBe(true);
}

test('each file differs until a person has seen it, and when it changes after that', async () => {
  expect(await look()).toEqual({});
  for (const path of mcpFiles) await put(path, '{}');
  expect(await look()).toEqual(Object.fromEntries(mcpFiles.map((path) => [path, true])));
  await see();
  expect(await look()).toEqual({});
  await put('.mcp.json', '{"mcpServers":{"countersign":{}}}');
  expect(await look()).toEqual({ '.mcp.json': false });
  await see();
  expect(await look()).toEqual({});
});

test('a file that is gone is no alert, and one that comes back as it was is none', async () => {
  await put('.mcp.json', '{}');
  await see();
  await rm(join(vault, '.mcp.json'));
  expect(await look()).toEqual({});
  await put('.mcp.json', '{}');
  expect(await look()).toEqual({});
});

test('what cannot be read differs once', async () => {
  await mkdir(join(vault, '.mcp.json'));
  await put('.codex', 'a file in place of the folder');
  expect(await look()).toEqual({ '.mcp.json': true });
  await see();
  expect(await look()).toEqual({});
});

test('no file is named where the device’s settings cannot be read: that is said instead', async () => {
  await put('.mcp.json', '{}');
  await writeFile(join(folder, 'device/device.json'), '{');
  expect(await look()).toEqual({});
});
