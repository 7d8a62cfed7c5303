import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { serversOfApp } from '../../../mcp/client/import-servers.js';
import { configurationFolder, type VaultLocation } from '../device/device-folder.js';
import { readRegular } from '../files/regular-file.js';
import { PathContainment } from '../paths/path-containment.js';

export interface FoundServers {
  readonly app: string;
  readonly path: string;
  readonly isInVault: boolean;
  readonly count: number;
  readonly text: string;
}

/** Finds MCP servers in the files of other apps and of the vault. */
export async function findServers(place: VaultLocation): Promise<readonly FoundServers[]> {
  const { env, platform = process.platform } = place;
  const named = platform === 'win32' ? env['USERPROFILE'] : env['HOME'];
  const home = place.home ?? named ?? homedir();
  const vault = await realpath(place.vaultRoot);
  const reach = await PathContainment.open(vault);
  const configuration = configurationFolder(env, platform, home);
  const places: readonly (readonly [app: string, path: string])[] = [
    ['Claude Desktop', join(configuration, 'Claude', 'claude_desktop_config.json')],
    ['Claude Code', join(home, '.claude.json')],
    ['Cursor', join(home, '.cursor', 'mcp.json')],
    ['VS Code', join(configuration, 'Code', 'User', 'mcp.json')],
    ...['.mcp.json', '.cursor/mcp.json', '.vscode/mcp.json'].map(
      (name) => [`This vault (${name})`, join(vault, name)] as const,
    ),
  ];
  const found: FoundServers[] = [];
  for (const [app, path] of places) {
    const text = await readRegular(path).catch(() => null);
    const servers = text === null ? null : serversOfApp(text, vault);
    if (servers === null) continue;
    found.push({
      app,
      path,
      isInVault: await reach.leads(path),
      count: Object.keys(servers).length,
      text: JSON.stringify({ mcpServers: servers }, null, 2),
    });
  }
  return found;
}
