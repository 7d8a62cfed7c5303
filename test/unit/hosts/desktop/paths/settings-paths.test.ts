import { link, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reachesSettings } from '../../../../../src/hosts/desktop/paths/settings-paths.js';

let folder: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'settings-')));
  await mkdir(join(folder, 'vault/.obsidian/plugins'), { recursive: true });
  await mkdir(join(folder, 'vault/Plans'));
  await mkdir(join(folder, 'dotfiles'));
  await writeFile(join(folder, 'vault/.mcp.json'), '{}');
  await writeFile(join(folder, 'settings.json'), '{}');
  await symlink(join(folder, 'dotfiles'), join(folder, 'vault/.claude'));
  await symlink('../.obsidian', join(folder, 'vault/Plans/app'));
  await symlink('../.gemini/settings.json', join(folder, 'vault/Plans/later.md'));
  await symlink(join(folder, 'vault'), join(folder, 'same'));
  await symlink('vault/Plans', join(folder, 'plans'));
  await symlink(tmpdir(), join(folder, 'vault/Plans/out'));
  await symlink('loop', join(folder, 'loop'));
  await link(join(folder, 'vault/.mcp.json'), join(folder, 'vault/Plans/other.md'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const reaches = (path: string): Promise<boolean> =>
  reachesSettings(`${folder}/${path}`, {
    vault: join(folder, 'same'),
    others: [join(folder, 'settings.json'), join(folder, 'device')],
  });

test.each([
  ['the app’s settings', 'vault/.obsidian/app.json'],
  ['a folder itself', 'vault/.obsidian'],
  ['a file', 'vault/.mcp.json'],
  ['what is not there yet', 'vault/.cursor/rules/mcp.json'],
  ['a folder in a folder', 'vault/Plans/.claude/settings.json'],
  ['another way to the vault', 'same/.codex/config.toml'],
  ['dots', 'vault/Plans/../.gemini/settings.json'],
  ['dots of what is not there', 'vault/none/../.mcp.json'],
  ['dots after a link, as the system reads them', 'plans/../.mcp.json'],
  ['dots after a link, as other programs read them', 'vault/Plans/out/../.mcp.json'],
  ['a link in the vault', 'vault/Plans/app/app.json'],
  ['a link to what is not there', 'vault/Plans/later.md'],
  ['another name of a file', 'vault/Plans/other.md'],
  ['where the agent’s folder really is', 'dotfiles/settings.json'],
  ['the way over a link', 'vault/.claude/settings.json'],
  ['a character that some disks do not see', 'vault/\u200b.mcp.json'],
  ['another file', 'settings.json'],
  ['below another folder that is not there', 'device/device.json'],
])('reached: %s', async (_, path) => {
  expect(await reaches(path)).toBe(true);
});

test.each([
  'vault/Plans/a.md',
  'vault/A.b/c',
  'vault',
  'plans/a.md',
  '.claude.json',
  'other/.git/x',
])('not reached: %s', async (path) => {
  expect(await reaches(path)).toBe(false);
});

test('links without end are an error, and so is a vault that is not there', async () => {
  await expect(reaches('loop/x')).rejects.toThrow('leads over more than 40 links');
  await rm(join(folder, 'vault'), { recursive: true });
  await expect(reaches('a.md')).rejects.toThrow('ENOENT');
});
