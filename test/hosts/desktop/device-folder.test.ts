import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deviceFolder, type DevicePlace } from '../../../src/hosts/desktop/device-folder.js';

let home: string;
let vaultRoot: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-home-')));
  vaultRoot = join(home, 'vault');
  mkdirSync(vaultRoot);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function folderOf(change: Partial<DevicePlace>): Promise<string> {
  const place = { vaultRoot, vaultId: 'v-abcdefghij', env: {}, platform: 'linux', home } as const;
  const result = await deviceFolder({ ...place, ...change });
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

describe('the folder of device state', () => {
  test.each<[string, Partial<DevicePlace>, string]>([
    ['Linux', {}, '.config'],
    ['Linux with a relative XDG_CONFIG_HOME', { env: { XDG_CONFIG_HOME: 'x' } }, '.config'],
    ['macOS', { platform: 'darwin' }, 'Library/Application Support'],
    ['Windows without APPDATA', { platform: 'win32' }, 'AppData/Roaming'],
  ])('lies in the configuration folder of %s', async (_system, change, expected) => {
    const folder = await folderOf(change);
    expect(folder.startsWith(join(home, expected, 'countersign', 'v-abcdefghij-'))).toBe(true);
    expect(folder).toMatch(/-[0-9a-f]{10}$/);
  });

  test('lies where XDG_CONFIG_HOME says', async () => {
    const folder = await folderOf({ env: { XDG_CONFIG_HOME: join(home, 'xdg') } });
    expect(folder.startsWith(join(home, 'xdg', 'countersign', 'v-'))).toBe(true);
  });

  test('is open to its owner only', async () => {
    expect(statSync(await folderOf({})).mode & 0o777).toBe(0o700);
  });

  test('is one for every spelling of a vault, and another for a copy of it', async () => {
    symlinkSync(vaultRoot, join(home, 'link'));
    mkdirSync(join(home, 'copy'));
    const folder = await folderOf({});
    expect(await folderOf({ vaultRoot: join(home, 'link') })).toBe(folder);
    expect(await folderOf({ vaultRoot: join(home, 'copy') })).not.toBe(folder);
  });

  test.each(['../../elsewhere', '', 'v/x', 'v-x\n'])(
    'is not made for the vault id %j',
    async (id) => {
      const place = { vaultRoot, vaultId: id, env: {}, home };
      expect(await deviceFolder(place)).toHaveProperty('error.code', 'settings_invalid');
    },
  );
});
