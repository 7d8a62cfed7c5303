import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  deviceFolder,
  type DeviceLocation,
} from '../../../../../src/hosts/desktop/device/device-folder.js';

let home: string;
let vaultRoot: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-home-')));
  vaultRoot = join(home, 'vault');
  mkdirSync(vaultRoot);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function open(change: Partial<DeviceLocation>): ReturnType<typeof deviceFolder> {
  const place = { vaultRoot, vaultId: 'v-abcdefghij', env: {}, platform: 'linux', home } as const;
  return deviceFolder({ ...place, ...change });
}

async function folderOf(change: Partial<DeviceLocation>): Promise<string> {
  const result = await open(change);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

describe('the folder of device state', () => {
  test.each<[string, Partial<DeviceLocation>, string]>([
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

  test.each([
    ['an empty HOME', { home: '' }, '.config'],
    ['a relative HOME', { home: 'some/where' }, 'some/where/.config'],
    ['no full path at all', { home: '', env: { XDG_CONFIG_HOME: 'conf' } }, '.config'],
    ['a relative APPDATA', { home: '', platform: 'win32', env: { APPDATA: 'x' } }, 'AppData'],
  ] as const)('is never made below the current folder: %s', async (_name, change, named) => {
    expect(await open(change)).toMatchObject({
      ok: false,
      error: {
        code: 'device_state_invalid',
        message: expect.stringContaining(`would be kept in ${named}`) as string,
        advice: expect.stringContaining('Set HOME') as string,
      },
    });
    expect(existsSync(join('some', 'where'))).toBe(false);
  });

  test.each([
    ['itself', (): string => vaultRoot],
    ['a folder of it that is not there yet', (): string => join(vaultRoot, 'a', 'b')],
    ['a link to it', (): string => linkTo('link', vaultRoot)],
    ['a link to a link in it', (): string => linkTo('out', linkTo('vault/back', home))],
    ['a path that leaves a folder by a link', (): string => `${linkTo('x', vaultRoot)}/../vault`],
  ])('is never made in the vault: %s', async (_name, place) => {
    const at = place();
    const before = readdirSync(vaultRoot);
    const refused = await open({ env: { XDG_CONFIG_HOME: at } });
    expect(refused).toMatchObject({ ok: false, error: { code: 'device_state_invalid' } });
    expect(refused).toHaveProperty(
      'error.message',
      expect.stringContaining('leads into this vault'),
    );
    expect(readdirSync(vaultRoot)).toEqual(before);
  });

  function linkTo(name: string, target: string): string {
    symlinkSync(target, join(home, name));
    return join(home, name);
  }

  test('may be reached by a link that leads elsewhere', async () => {
    mkdirSync(join(home, 'dotfiles'));
    const folder = await folderOf({ env: { XDG_CONFIG_HOME: linkTo('config', 'dotfiles') } });
    expect(existsSync(folder)).toBe(true);
  });

  test.skipIf(process.platform === 'win32').each([
    ['the folder itself', (folder: string) => folder, 0o770, 'other users may write into'],
    ['the folder around it', (folder: string) => dirname(folder), 0o770, 'other users may write'],
    ['a folder above it', (folder: string) => dirname(dirname(folder)), 0o777, 'every user may'],
  ])('is not used while others can write into %s', async (_name, which, mode, says) => {
    const folder = await folderOf({});
    chmodSync(which(folder), mode);
    expect(await open({})).toMatchObject({
      ok: false,
      error: {
        code: 'device_state_invalid',
        message: expect.stringContaining(says) as string,
        advice: expect.stringContaining('chmod go-w') as string,
      },
    });
    chmodSync(which(folder), 0o755);
    expect((await open({})).ok).toBe(true);
  });

  test.skipIf(process.platform === 'win32')(
    'is not used while others can write a file in it, and nobody else can look into it afterwards',
    async () => {
      const folder = await folderOf({});
      const file = join(folder, 'device.json');
      writeFileSync(file, '{}');
      chmodSync(file, 0o666);
      chmodSync(folder, 0o755);
      expect(await open({})).toHaveProperty(
        'error.message',
        expect.stringContaining(`other users may write ${file}`),
      );
      chmodSync(file, 0o644);
      expect((await open({})).ok).toBe(true);
      expect(statSync(folder).mode & 0o777).toBe(0o700);
    },
  );

  // Only root can give a folder away.
  test.skipIf(process.getuid?.() !== 0)('is not used when another user made it first', async () => {
    const folder = await folderOf({});
    for (const own of [folder, dirname(folder)]) {
      chownSync(own, 65_534, 65_534);
      expect(await open({})).toHaveProperty(
        'error.message',
        expect.stringContaining('belongs to another user'),
      );
      chownSync(own, 0, 0);
    }
    expect((await open({})).ok).toBe(true);
  });
});

test('a link in place of a file of device state is refused', async () => {
  const folder = await folderOf({});
  symlinkSync(join(vaultRoot, 'ledger.jsonl'), join(folder, 'ledger.jsonl'));
  const refused = await open({});
  expect(refused.ok ? '' : refused.error.message).toContain('ledger.jsonl is a link');
});
