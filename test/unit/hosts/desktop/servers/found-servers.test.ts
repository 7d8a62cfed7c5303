import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findServers } from '../../../../../src/hosts/desktop/servers/found-servers.js';
import { importServers } from '../../../../../src/mcp/client/import-servers.js';

let home: string;
let vault: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'home-'));
  vault = await mkdtemp(join(tmpdir(), 'vault-'));
});
afterEach(async () => {
  await rm(home, { recursive: true });
  await rm(vault, { recursive: true });
});

const put = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
};
const find = (platform: NodeJS.Platform = 'linux') =>
  findServers({ vaultRoot: vault, env: { HOME: home, USERPROFILE: home }, platform });
const one = (alias: string) => JSON.stringify({ mcpServers: { [alias]: { command: alias } } });

test.each([
  ['Claude Desktop', 'linux', '.config/Claude/claude_desktop_config.json'],
  ['Claude Desktop', 'darwin', 'Library/Application Support/Claude/claude_desktop_config.json'],
  ['Claude Desktop', 'win32', 'AppData/Roaming/Claude/claude_desktop_config.json'],
  ['Claude Code', 'linux', '.claude.json'],
  ['Cursor', 'linux', '.cursor/mcp.json'],
  ['VS Code', 'linux', '.config/Code/User/mcp.json'],
] as const)('the servers of %s on %s are found', async (app, platform, path) => {
  await put(join(home, path), one('mail'));
  expect(await find(platform)).toMatchObject([{ app, count: 1, isInVault: false }]);
});

test('Claude Code has servers for all folders, and more for this vault', async () => {
  const projects = {
    [vault]: { mcpServers: { here: { command: 'here' } } },
    '/elsewhere': { mcpServers: { there: { command: 'there' } } },
  };
  const { mcpServers } = JSON.parse(one('all')) as { mcpServers: object };
  await put(join(home, '.claude.json'), JSON.stringify({ mcpServers, projects, other: 1 }));
  const [found] = await find();
  const imported = importServers(found?.text ?? '');
  expect(imported.ok && imported.value.bridges.map(({ alias }) => alias)).toEqual(['all', 'here']);
});

test('files with comments are read, and those that name no servers are not found', async () => {
  await put(join(home, '.cursor/mcp.json'), `// mine\n${one('mail').replace('}}}', '},}}')}`);
  await put(join(home, '.claude.json'), '{"numStartups": 3, "projects": {}}');
  await put(join(home, '.config/Code/User/mcp.json'), 'not JSON');
  await mkdir(join(home, '.config/Claude/claude_desktop_config.json'), { recursive: true });
  expect((await find()).map(({ app }) => app)).toEqual(['Cursor']);
});

test('what leads into the vault is marked, by its place and by its links', async () => {
  await put(join(vault, '.mcp.json'), one('mail'));
  await put(join(vault, '.vscode/mcp.json'), one('mail').replace('mcpServers', 'servers'));
  await mkdir(join(home, '.cursor'));
  await symlink(join(vault, '.mcp.json'), join(home, '.cursor/mcp.json'));
  expect((await find()).map(({ app, isInVault }) => [app, isInVault])).toEqual([
    ['Cursor', true],
    ['This vault (.mcp.json)', true],
    ['This vault (.vscode/mcp.json)', true],
  ]);
});
