import { parse, TomlError, type TomlTable } from 'smol-toml';
import { fail, ok, type Result } from '../errors.js';
import { isJsonObject, type Json, type JsonObject } from '../json.js';
import { addToJson } from '../text/add-to-json.js';
import { lineEndOf } from '../text/lines.js';
import { quoted } from '../text/quote.js';

export const clientNames = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  desktop: 'Claude Desktop',
  cursor: 'Cursor',
} as const;

export type KnownClient = keyof typeof clientNames;

export function isKnownClient(word: string): word is KnownClient {
  return Object.hasOwn(clientNames, word);
}

export interface ServerLaunch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface ClientEntry {
  readonly client: KnownClient;
  readonly name: string;
  readonly launch: ServerLaunch;
  readonly vault: string;
}

export function isEntryName(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9-]{0,31}$/u.test(name);
}

export function showEntry({ client, name, launch }: ClientEntry): { under: string; text: string } {
  if (client === 'codex') return { under: 'at its end', text: tomlEntry(name, launch) };
  const json = JSON.stringify({ [name]: jsonEntry(client, launch) }, null, 2);
  const lines = json.split('\n').slice(1, -1);
  return { under: 'under "mcpServers"', text: lines.map((line) => line.slice(2)).join('\n') };
}

/**
 * Adds Countersign's entry to the text of a client's file.
 * @param text empty if there is no file yet
 */
export function withEntry(text: string, entry: ClientEntry): Result<string> {
  const { client, name, launch } = entry;
  if (client === 'codex') return withTomlEntry(text, entry);
  const added = addToJson(text, ['mcpServers', name], jsonEntry(client, launch));
  const [found, ofFolder] = entriesNamed(text, entry);
  if (ofFolder !== undefined) {
    return taken(`It has another entry “${name}” for the vault’s folder, which takes its place.`);
  }
  return found === undefined ? added : ifSame(text, found, entry);
}

function entriesNamed(
  text: string,
  { name, vault }: ClientEntry,
): readonly [general: Json | undefined, ofFolder: Json | undefined] {
  let root: Json | undefined;
  try {
    root = JSON.parse(text) as Json;
  } catch {
    return [undefined, undefined];
  }
  const inside = (json: Json | undefined, key: string): Json | undefined =>
    isJsonObject(json) && Object.hasOwn(json, key) ? json[key] : undefined;
  const folder = inside(inside(root, 'projects'), vault);
  return [
    inside(inside(root, 'mcpServers'), name),
    inside(inside(folder, 'mcpServers'), name),
  ] as const;
}

function jsonEntry(client: KnownClient, { command, args, env }: ServerLaunch): Json {
  return {
    ...(client === 'claude-code' || client === 'cursor' ? { type: 'stdio' } : {}),
    ...{ command, args },
    ...(Object.keys(env).length === 0 ? {} : { env }),
  };
}

function ifSame(text: string, found: Json, { client, name, launch }: ClientEntry): Result<string> {
  if (!isJsonObject(found)) return taken(`It already has another entry “${name}”.`);
  const usual = { type: 'stdio', env: {}, enabled: true, disabled: false };
  const there: JsonObject = { ...usual, ...found };
  const ours: JsonObject = { ...usual, ...(jsonEntry(client, launch) as JsonObject) };
  const of = (entry: JsonObject, key: string): string => JSON.stringify(entry[key] ?? null);
  const keys = Object.keys({ ...ours, ...there });
  const differs = keys.filter((key) => of(there, key) !== of(ours, key));
  if (differs.length === 0) return ok(text);
  const named = new Intl.ListFormat('en-GB').format(differs.map((key) => quoted(key)));
  return taken(`It already has another entry “${name}”, which differs in ${named}.`);
}

function tomlEntry(name: string, { command, args, env }: ServerLaunch): string {
  const variables = Object.entries(env).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  return [
    `[mcp_servers.${name}]`,
    `command = ${JSON.stringify(command)}`,
    `args = [${args.map((arg) => JSON.stringify(arg)).join(', ')}]`,
    ...(variables.length === 0 ? [] : [`env = { ${variables.join(', ')} }`]),
  ].join('\n');
}

function withTomlEntry(text: string, entry: ClientEntry): Result<string> {
  const { name, launch } = entry;
  const before = readToml(text);
  if (!before.ok) return before;
  if (serverIn(before.value, name) !== undefined) {
    return ifSame(text, serversInToml(text)[name] ?? null, entry);
  }
  const ours = tomlEntry(name, launch);
  const lineEnd = lineEndOf(text);
  const between = text === '' ? '' : (text.endsWith('\n') ? '' : lineEnd) + lineEnd;
  const changed = text + between + `${ours}\n`.replaceAll('\n', lineEnd);
  const after = readToml(changed);
  return after.ok && serverIn(after.value, name) !== undefined
    ? ok(changed)
    : taken(
        'It has an “mcp_servers” to which nothing can be added, such as “mcp_servers = { … }”.',
      );
}

function readToml(text: string): Result<TomlTable> {
  try {
    return ok(parse(text.replace(/^\ufeff/u, ''), { integersAsBigInt: 'asNeeded' }));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The rest of the message quotes the file, which may contain secrets.
    const [what = ''] = error.message.replace(/^[^:]*: /u, '').split('\n');
    return taken(
      `It is damaged: line ${error.line} is no valid TOML (${what}). Repair it, then run this again.`,
    );
  }
}

/** Returns the servers by name. Empty for a damaged file. */
export function serversInToml(text: string): JsonObject {
  const read = readToml(text);
  const servers = read.ok ? read.value['mcp_servers'] : undefined;
  const told = JSON.stringify(servers ?? {}, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  const json = JSON.parse(told) as Json;
  return isJsonObject(json) ? json : {};
}

function serverIn({ mcp_servers: servers }: TomlTable, name: string): unknown {
  return typeof servers === 'object' && Object.hasOwn(servers, name)
    ? (servers as TomlTable)[name]
    : undefined;
}

function taken(message: string): Result<never> {
  return fail('input_invalid', message, '');
}
