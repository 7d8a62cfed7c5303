import { ok, type Result } from '../errors.js';
import { isJsonObject, type Json, type JsonObject } from '../json.js';
import { removeFromJson } from '../text/remove-from-json.js';
import { serversInToml, type KnownClient } from './client-entry.js';

export interface ClientServer {
  readonly alias: string;
  readonly entry: Json;
  /** Where the entry is. Each place is a list of member names, from the root of the file. */
  readonly places: readonly (readonly string[])[];
  readonly differs: boolean;
  readonly isOff: boolean;
}

export function canMoveFrom(client: KnownClient): boolean {
  return client !== 'codex';
}

/** Returns the servers in the text of a client's file. Empty if the text cannot be read. */
export function serversOfClient(
  text: string,
  vault: string,
  client: KnownClient,
  off: readonly string[] = [],
): readonly ClientServer[] {
  const root = client === 'codex' ? { mcpServers: serversInToml(text) } : parsed(text);
  const isOffIn = turnedOff(root, vault, client, off);
  const found = new Map<string, ClientServer>();
  for (const under of [['mcpServers'], ['projects', vault, 'mcpServers']]) {
    for (const [alias, entry] of Object.entries(objectAt(root, under))) {
      const other = found.get(alias);
      const places = [...(other?.places ?? []), [...under, alias]];
      const differs = other !== undefined && JSON.stringify(other.entry) !== JSON.stringify(entry);
      const isOff = isOffIn(alias, entry);
      found.set(alias, { alias, entry, places, differs, isOff });
    }
  }
  return [...found.values()];
}

function turnedOff(
  root: Json,
  vault: string,
  client: KnownClient,
  elsewhere: readonly string[],
): (alias: string, entry: Json) => boolean {
  const [all, mcp] = [objectAt(root, []), objectAt(root, ['mcp'])];
  const isGemini = client === 'gemini';
  const off = isGemini
    ? [...elsewhere, ...textsIn(mcp['excluded']), ...textsIn(all['excludeMCPServers'])]
    : textsIn(objectAt(root, ['projects', vault])['disabledMcpServers']);
  const only = isGemini ? [...textsIn(mcp['allowed']), ...textsIn(all['allowMCPServers'])] : [];
  const isIn = (names: readonly string[], alias: string): boolean =>
    names.some((name) => name.trim().toLowerCase() === alias.trim().toLowerCase());
  return (alias, entry) =>
    (isJsonObject(entry) && (entry['disabled'] === true || entry['enabled'] === false)) ||
    isIn(off, alias) ||
    (only.length > 0 && !isIn(only, alias));
}

function textsIn(json: Json | undefined): readonly string[] {
  const list: readonly Json[] = Array.isArray(json) ? json : [];
  return list.filter((one) => typeof one === 'string');
}

export function otherFolders(text: string, vault: string): readonly string[] {
  const root = parsed(text);
  return Object.keys(objectAt(root, ['projects'])).filter(
    (folder) =>
      folder !== vault &&
      Object.keys(objectAt(root, ['projects', folder, 'mcpServers'])).length > 0,
  );
}

export function withoutPlaces(
  text: string,
  places: readonly (readonly string[])[],
): Result<string> {
  return places.reduce<Result<string>>(
    (before, place) => (before.ok ? removeFromJson(before.value, place) : before),
    ok(text),
  );
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

function objectAt(root: Json, place: readonly string[]): JsonObject {
  const found = place.reduce<Json | undefined>(
    (json, key) => (isJsonObject(json) && Object.hasOwn(json, key) ? json[key] : undefined),
    root,
  );
  return isJsonObject(found) ? found : {};
}
