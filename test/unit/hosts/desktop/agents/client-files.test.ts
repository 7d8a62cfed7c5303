import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  clientFile,
  readPersonsFile,
  writePersonsFile,
} from '../../../../../src/hosts/desktop/agents/client-files.js';
import type { KnownClient } from '../../../../../src/core/views/client-entry.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'settings-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test.each<[KnownClient, NodeJS.Platform, Record<string, string>, string]>([
  ['claude-code', 'linux', {}, '/home/eve/.claude.json'],
  ['claude-code', 'linux', { CLAUDE_CONFIG_DIR: '/srv/c' }, '/srv/c/.claude.json'],
  ['claude-code', 'linux', { CLAUDE_CONFIG_DIR: 'c' }, '/home/eve/.claude.json'],
  ['codex', 'linux', {}, '/home/eve/.codex/config.toml'],
  ['codex', 'linux', { CODEX_HOME: '/srv/x' }, '/srv/x/config.toml'],
  ['gemini', 'linux', {}, '/home/eve/.gemini/settings.json'],
  ['gemini', 'linux', { GEMINI_CLI_HOME: '/srv/g' }, '/srv/g/.gemini/settings.json'],
  ['cursor', 'linux', {}, '/home/eve/.cursor/mcp.json'],
  ['desktop', 'linux', {}, '/home/eve/.config/Claude/claude_desktop_config.json'],
  ['desktop', 'linux', { XDG_CONFIG_HOME: '/c' }, '/c/Claude/claude_desktop_config.json'],
  [
    'desktop',
    'darwin',
    { XDG_CONFIG_HOME: '/c' },
    '/home/eve/Library/Application Support/Claude/claude_desktop_config.json',
  ],
])('the file of %s on %s with %j', (client, platform, env, path) => {
  const place = { platform, env: { ...env, HOME: '/home/eve' } };
  expect(clientFile(client, place)).toBe(path);
});

async function mustRead(path: string) {
  const read = await readPersonsFile(path);
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}

describe('a person’s file', () => {
  test('is replaced whole and keeps its mode; nothing else is left in its folder', async () => {
    const path = join(folder, 'a.json');
    await writeFile(path, '{"old":1}');
    await chmod(path, 0o640);
    expect((await writePersonsFile(await mustRead(path), '{"new":1}')).ok).toBe(true);
    expect(await readFile(path, 'utf8')).toBe('{"new":1}');
    expect((await stat(path)).mode & 0o777).toBe(0o640);
    expect(await readdir(folder)).toEqual(['a.json']);
  });

  test('that is not there is made for its owner alone, with its folders', async () => {
    const path = join(folder, 'one/two/a.json');
    const read = await mustRead(path);
    expect(read.text).toBeNull();
    expect((await writePersonsFile(read, 'new')).ok).toBe(true);
    expect(await readFile(path, 'utf8')).toBe('new');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'one'))).mode & 0o777).toBe(0o700);
  });

  test.each<[string, string | null, (path: string) => Promise<unknown>]>([
    ['it was changed', 'old', (path) => writeFile(path, 'other')],
    ['it was taken away', 'old', (path) => rm(path)],
    ['it was made', null, (path) => writeFile(path, 'other')],
    ['its mode was changed', 'old', (path) => chmod(path, 0o600)],
  ])('is not written when, since it was read, %s', async (_, old, change) => {
    const path = join(folder, 'a.json');
    if (old !== null) await writeFile(path, old, { mode: 0o644 });
    const read = await mustRead(path);
    await change(path);
    const now = await readFile(path, 'utf8').catch(() => null);
    const written = await writePersonsFile(read, 'new');
    expect(written.ok ? '' : written.error.message).toBe('It was changed in the meantime.');
    expect(await readFile(path, 'utf8').catch(() => null)).toBe(now);
    expect((await readdir(folder)).filter((name) => name !== 'a.json')).toEqual([]);
  });

  test.each<[string, (path: string) => Promise<unknown>]>([
    ['It is a link to another file.', (path) => symlink(join(folder, 'b.json'), path)],
    ['It is read-only.', (path) => writeFile(path, '{}', { mode: 0o444 })],
    ['It is not UTF-8 text.', (path) => writeFile(path, new Uint8Array([0x7b, 0xff, 0x7d]))],
    [
      'It can’t be read: a folder, a link, a pipe or a device is in its place',
      (path) => mkdir(path),
    ],
  ])('is refused: %s', async (message, make) => {
    const path = join(folder, 'a.json');
    await make(path);
    const read = await readPersonsFile(path);
    expect(read.ok ? '' : read.error.message).toContain(message);
  });
});
