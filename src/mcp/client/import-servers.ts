import { fail, ok, type Result } from '../../core/errors.js';
import { isJsonObject, whyNotJson, type Json, type JsonObject } from '../../core/json.js';
import type { BridgeConfig } from '../../core/settings/device-config.js';
import { secretsOf, withoutSecrets } from '../../core/settings/bridges/bridge-secrets.js';
import { relativePart } from '../../core/settings/bridges/bridge-fields.js';
import { quoted } from '../../core/text/quote.js';
import { addressProblem, headersProblem } from './http-address.js';
import { isOwnEntry, urlOf, type OwnReach } from './own-entry.js';

const DEFAULT_TIME_LIMIT_SECONDS = 60;

const ADVICE = 'Nothing was imported.';

export interface LeftOut {
  readonly alias: string;
  readonly why: string;
}

export interface LostKeys {
  readonly alias: string;
  readonly keys: readonly string[];
}

export interface ReadServers {
  readonly bridges: readonly BridgeConfig[];
  readonly lost: readonly LostKeys[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Reads MCP servers in the settings formats of common apps.
 * @param known the names of the existing servers
 */
export function importServers(
  text: string,
  known: readonly string[] = [],
  reach: OwnReach = {},
): Result<ReadServers> {
  let json: Json;
  try {
    json = JSON.parse(plainJson(text)) as Json;
  } catch (error) {
    const message = `Invalid JSON: ${whyNotJson(error)}.`;
    return fail('bridge_invalid', message, ADVICE);
  }
  const servers = serversIn(json);
  if (!isJsonObject(servers) || Object.keys(servers).length === 0) {
    return fail('bridge_invalid', 'No MCP servers found (no "mcpServers" or "servers").', ADVICE);
  }
  const bridges: BridgeConfig[] = [];
  const leftOut: LeftOut[] = [];
  const lost: LostKeys[] = [];
  const names = [...known];
  for (const [alias, entry] of Object.entries(servers)) {
    const alike = names.find((one) => one !== alias && one.toLowerCase() === alias.toLowerCase());
    const differs = alike && `its name differs from that of “${alike}” only in capitals`;
    const read = isOwnEntry(entry, reach)
      ? 'it is Countersign itself'
      : (differs ?? readServer(alias, entry));
    if (typeof read === 'string') {
      leftOut.push({ alias, why: read });
      continue;
    }
    bridges.push(read);
    names.push(alias);
    const keys = lostKeys(entry);
    if (keys.length > 0) lost.push({ alias, keys });
  }
  if (bridges.length > 0) return ok({ bridges, lost, leftOut });
  return fail('bridge_invalid', leftOut.map(formatLeftOut).join(' '), ADVICE);
}

/**
 * Returns the servers in another app's settings file. Null if none are found.
 * @param project a folder; servers that Claude Code uses only in this folder are included
 */
export function serversOfApp(text: string, project: string): JsonObject | null {
  let json: Json;
  try {
    json = JSON.parse(plainJson(text)) as Json;
  } catch {
    return null;
  }
  if (!isJsonObject(json)) return null;
  const { mcpServers, servers, projects } = json;
  const own = isJsonObject(projects) ? projects[project] : undefined;
  const ofProject = isJsonObject(own) ? own['mcpServers'] : undefined;
  const general = mcpServers ?? servers;
  const all: JsonObject = {
    ...(isJsonObject(general) ? general : {}),
    ...(isJsonObject(ofProject) ? ofProject : {}),
  };
  return Object.keys(all).length === 0 ? null : all;
}

export function formatLeftOut({ alias, why }: LeftOut): string {
  return `“${alias}” can’t be imported: ${why}.`;
}

const keptKeys = new Set([
  ...['type', 'command', 'args', 'env', 'url', 'serverUrl', 'httpUrl', 'headers'],
  ...['disabled', 'enabled', 'trust', 'autoApprove', 'alwaysAllow'],
]);

export function lostKeys(entry: Json): readonly string[] {
  return isJsonObject(entry) ? Object.keys(entry).filter((key) => !keptKeys.has(key)) : [];
}

const instead: Readonly<Record<string, string>> = {
  envFile: ' Write the variables of that file into “env” instead.',
  timeout: ` A call may take ${DEFAULT_TIME_LIMIT_SECONDS} seconds; the server’s settings in Obsidian can change that.`,
};

export function formatLost({ alias, keys }: LostKeys): string {
  const named = keys.map((key) => quoted(key)).join(', ');
  return `“${alias}”: Countersign doesn’t take over ${named}.${keys.map((key) => instead[key] ?? '').join('')}`;
}

function plainJson(text: string): string {
  const without = (pattern: RegExp, from: string): string =>
    from.replace(pattern, (found) =>
      found.startsWith('"') ? found : found.replace(/[^\n]/gu, ' '),
    );
  const uncommented = without(
    /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\//gu,
    text.replace(/^\uFEFF/u, ''),
  );
  return without(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/gu, uncommented);
}

function serversIn(json: Json): Json {
  if (!isJsonObject(json)) return json;
  const { mcpServers, servers, mcp } = json;
  if (isJsonObject(mcp) && 'servers' in mcp) return mcp['servers'] ?? null;
  return mcpServers ?? servers ?? json;
}

function readServer(alias: string, entry: Json): BridgeConfig | string {
  if (!/^[A-Za-z0-9_-]{1,64}$/u.test(alias) || alias === '__proto__') {
    return 'a name must be 1 to 64 letters, digits, "-" or "_"';
  }
  if (!isJsonObject(entry)) return 'its value is not an object';
  if (entry['disabled'] === true || entry['enabled'] === false)
    return 'it is turned off in its settings';
  if (entry['type'] === 'practice') return readPractice(alias, entry);
  const url = urlOf(entry);
  if ('command' in entry && url !== undefined) return 'it has both a command and a url';
  if ('command' in entry) return readStdio(alias, entry);
  if (url !== undefined) return readHttp(alias, { ...entry, url });
  return 'it has neither a command nor a url';
}

function readPractice(alias: string, entry: JsonObject): BridgeConfig | string {
  const other = Object.keys(entry).find((key) => key !== 'type');
  if (other !== undefined) return `a practice server has only a type, no ${other}`;
  return { alias, transport: 'practice', timeLimitSeconds: DEFAULT_TIME_LIMIT_SECONDS };
}

function readStdio(alias: string, entry: JsonObject): BridgeConfig | string {
  const { command, args = [], env = {}, type = 'stdio' } = entry;
  if (type !== 'stdio') return 'a server with a command has the type "stdio"';
  if (typeof command !== 'string' || command.trim() === '') return 'its command is not text';
  if (!Array.isArray(args) || !args.every((arg) => typeof arg === 'string')) {
    return 'its args are not a list of texts';
  }
  if (!isTexts(env)) return 'its env is not a map of texts';
  if ('cwd' in entry) return 'it has a cwd; use absolute paths in command and args instead';
  const broken = brokenPart([command, ...args, ...Object.entries(env).flat()]);
  if (broken !== null) return broken;
  const timeLimitSeconds = DEFAULT_TIME_LIMIT_SECONDS;
  const bridge: BridgeConfig = { alias, transport: 'stdio', command, args, env, timeLimitSeconds };
  const relative = relativePart(command, args);
  if (relative !== null) {
    const shown = withoutSecrets(relative, secretsOf(bridge));
    return relativeProblem(`“${shown}” is`);
  }
  const variable = Object.keys(env).find((key) => relativePart('', [env[key] ?? '']) !== null);
  if (variable === undefined) return bridge;
  return relativeProblem(`the variable ${quoted(variable)} has`);
}

function relativeProblem(what: string): string {
  return `${what} a relative path, but servers don’t start in your current folder; use the full path`;
}

function readHttp(alias: string, entry: JsonObject): BridgeConfig | string {
  const { url, headers = {}, type = 'http' } = entry;
  if (type !== 'http' && type !== 'streamable-http' && type !== 'streamableHttp') {
    return type === 'sse'
      ? 'it uses the older "sse" transport, which Countersign doesn’t support. Use the server’s Streamable HTTP address, which often ends in /mcp'
      : 'a server with a url has the type "http" or "streamable-http"';
  }
  if (typeof url !== 'string') return 'its url is not an http or https address';
  if (!isTexts(headers)) return 'its headers are not a map of texts';
  const broken =
    brokenPart([url, ...Object.entries(headers).flat()]) ??
    addressProblem(url) ??
    headersProblem(headers);
  if (broken !== null) return broken;
  return { alias, transport: 'http', url, headers, timeLimitSeconds: DEFAULT_TIME_LIMIT_SECONDS };
}

function isTexts(value: Json): value is Readonly<Record<string, string>> {
  return (
    isJsonObject(value) &&
    !Object.hasOwn(value, '__proto__') &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}

function brokenPart(texts: readonly string[]): string | null {
  const hold = (what: RegExp): boolean => texts.some((text) => what.test(text));
  if (hold(/\0/u)) return 'it contains a NUL character';
  if (hold(/\p{Surrogate}/u)) return 'it contains half a character, such as “\\ud800”';
  if (hold(/\uFFFD/u))
    return 'it contains a character that could not be read (�); save the file in UTF-8';
  const variable = /\$\{((?:[a-z]+:)?[A-Za-z_][\w.-]*)(:-[^}]*)?\}/iu;
  const found = texts.map((text) => variable.exec(text)).find((match) => match !== null);
  if (!found) return null;
  const [, name = '', value] = found;
  return `\${${name}${value === undefined ? '' : '…'}} is not filled in; write the value itself`;
}
