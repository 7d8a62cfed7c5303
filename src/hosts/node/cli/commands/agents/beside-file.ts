import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '../../../../../core/json.js';
import { clientNames, type KnownClient } from '../../../../../core/views/client-entry.js';
import { readRegular } from '../../../../desktop/files/regular-file.js';
import { plain } from '../../terminal/terminal.js';

const extensions: Partial<Record<KnownClient, readonly [folder: string, manifest: string]>> = {
  gemini: ['extensions', 'gemini-extension.json'],
  desktop: ['Claude Extensions', 'manifest.json'],
};

/** Returns a warning if extensions of a program may add MCP servers. */
export async function otherServers(program: KnownClient, file: string): Promise<string | null> {
  const [folder, manifest] = extensions[program] ?? [];
  if (folder === undefined || manifest === undefined) return null;
  const place = join(dirname(file), folder);
  const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
  const names: string[] = [];
  for (const entry of entries.filter((one) => !one.isFile())) {
    const json = await readJson(join(place, entry.name, manifest));
    const { display_name: shown, name, mcpServers } = json ?? {};
    const bringsNone = json !== null && program === 'gemini' && isEmpty(mcpServers);
    const called = [shown, name].find((one) => typeof one === 'string') ?? entry.name;
    if (!bringsNone) names.push(String(called));
  }
  if (names.length === 0) return null;
  const listed = new Intl.ListFormat('en-GB').format(names.sort());
  return plain(
    `! ${clientNames[program]} also has servers from extensions: ${listed}. Countersign can’t hold their calls, so the agent can make them without asking. Remove these extensions, or turn them off.`,
  );
}

/** Returns the names of the servers that a person turned off with `gemini mcp disable`. */
export async function turnedOffBeside(
  program: KnownClient,
  file: string,
): Promise<readonly string[]> {
  if (program !== 'gemini') return [];
  const json = await readJson(join(dirname(file), 'mcp-server-enablement.json'));
  return Object.entries(json ?? {}).flatMap(([name, state]) =>
    isJsonObject(state) && state['enabled'] === false ? [name] : [],
  );
}

async function readJson(file: string): Promise<JsonObject | null> {
  try {
    const json = JSON.parse(await readRegular(file)) as Json;
    return isJsonObject(json) ? json : null;
  } catch {
    return null;
  }
}

function isEmpty(json: Json | undefined): boolean {
  return !isJsonObject(json) || Object.keys(json).length === 0;
}
