import { describeProblem, fail, ok, type Result } from '../../../../../core/errors.js';
import { isJsonObject, type Json } from '../../../../../core/json.js';
import {
  offerTools,
  toolsOf,
  type AgentTool,
} from '../../../../../core/settings/agents/agent-tools.js';
import { sameNamedTools } from '../../../../../core/settings/agents/mirrored-name.js';
import { describeTarget } from '../../../../../core/settings/bridges/describe-bridge.js';
import type { BridgeConfig, DeviceConfig } from '../../../../../core/settings/device-config.js';
import { clientNames, type KnownClient } from '../../../../../core/views/client-entry.js';
import type { ClientServer } from '../../../../../core/views/client-servers.js';
import { launchKey } from '../../../../../mcp/client/bridge-target.js';
import type { OfferableTool } from '../../../../../mcp/client/bridges.js';
import { importServers, lostKeys } from '../../../../../mcp/client/import-servers.js';
import { isOwnEntry, type OwnReach } from '../../../../../mcp/client/own-entry.js';
import { downloadNotice, mayDownload } from '../../../../../mcp/client/may-download.js';
import type { Environment } from '../../../../desktop/device/device.js';
import { vaultPartsOf } from '../../../../desktop/paths/path-containment.js';
import type { VaultDevice } from '../../../runner/vault-device.js';
import { allowVaultUse } from '../bridges/allow-vault-use.js';
import { deviceBridges } from '../bridges/device-bridges.js';
import { plain, type Terminal } from '../../terminal/terminal.js';

export interface Movable {
  readonly bridge: BridgeConfig;
  readonly places: ClientServer['places'];
  readonly target: string;
  readonly tools: number;
  readonly isKept: boolean;
  /** How many tools the program could call until now, and agents are not offered. */
  readonly unoffered: number;
  /** Returns settings in which the server's tools are offered to agents. SAVE THEM ONLY IF A PERSON AGREED. */
  readonly offers: (config: DeviceConfig) => Result<DeviceConfig>;
}

export interface Staying {
  readonly alias: string;
  readonly why: string;
}

export interface FoundServers {
  readonly servers: readonly Movable[];
  readonly staying: readonly Staying[];
  /** The names of entries that start Countersign itself, or connect to it. */
  readonly own: readonly string[];
}

interface Candidate {
  readonly bridge: BridgeConfig;
  readonly places: ClientServer['places'];
  readonly isKnown: boolean;
}

/** Finds the servers in a program’s file that can be moved to Countersign. */
export async function findMovable(
  terminal: Terminal,
  env: Environment,
  device: VaultDevice,
  found: readonly ClientServer[],
  program: KnownClient,
  reach: OwnReach,
): Promise<FoundServers> {
  const staying: Staying[] = [];
  const own: string[] = [];
  const readable: Candidate[] = [];
  for (const server of found) {
    const { alias, entry, isOff } = server;
    if (isOwnEntry(entry, reach)) {
      own.push(alias);
      continue;
    }
    if (isOff) {
      staying.push({ alias, why: `It is turned off in ${clientNames[program]}.` });
      continue;
    }
    const filled = program === 'gemini' ? filledIn(entry) : null;
    const taken = readable.map(({ bridge }) => bridge.alias);
    const read = filled === null ? candidate(server, device.config, taken) : stays(filled);
    if (read.ok) readable.push(read.value);
    else staying.push({ alias, why: read.error.message });
  }
  const allowed = await withVaultUses(terminal, env, device, readable, staying);
  const servers = await test(terminal, env, device, allowed, staying);
  return { servers, staying, own };
}

/**
 * If part of a server's entry looks like a variable, returns why the server is not moved. The text
 * leaves out that part, which may be a password.
 */
function filledIn(entry: Json): string | null {
  const has = (json: Json | undefined): boolean =>
    typeof json === 'string'
      ? /\$[A-Za-z_]\w*/u.test(json)
      : typeof json === 'object' && json !== null && Object.values(json).some(has);
  const [key] =
    Object.entries(isJsonObject(entry) ? entry : {}).find(([, json]) => has(json)) ?? [];
  return key === undefined
    ? null
    : `Gemini CLI may replace part of its “${key}” with a variable. Import it with \`bridge import\`, with the value itself.`;
}

function candidate(
  { alias, entry, places, differs }: ClientServer,
  { bridges }: DeviceConfig,
  taken: readonly string[],
): Result<Candidate> {
  if (differs) return stays('It appears twice, with different settings.');
  const [lost] = lostKeys(entry);
  if (lost !== undefined) {
    return stays(
      `Countersign would not keep its setting “${lost}”. Import it with \`bridge import\`.`,
    );
  }
  const names = [...bridges.map((one) => one.alias), ...taken];
  const read = importServers(JSON.stringify({ mcpServers: { [alias]: entry } }), names);
  if (!read.ok) return read;
  const [bridge] = read.value.bridges;
  if (!bridge) return stays('It can’t be read.');
  const known = bridges.find((one) => one.alias === alias);
  if (!known) return ok({ bridge, places, isKnown: false });
  return launchKey(known) === launchKey(bridge)
    ? ok({ bridge: known, places, isKnown: true })
    : stays(
        'Countersign already has a different server with this name. Rename this one, or remove that one.',
      );
}

async function withVaultUses(
  terminal: Terminal,
  env: Environment,
  device: VaultDevice,
  candidates: readonly Candidate[],
  staying: Staying[],
): Promise<readonly Candidate[]> {
  const kept: Candidate[] = [];
  for (const one of candidates) {
    const { bridge, isKnown } = one;
    const parts = isKnown ? [] : await vaultPartsOf(bridge, device.root, env, device.folder);
    const allowed =
      parts.length === 0
        ? ok([bridge])
        : terminal.ask
          ? await allowVaultUse(terminal, env, device, [bridge])
          : stays('Run this in a terminal to decide whether it may.');
    if (allowed.ok) kept.push(...allowed.value.map((now) => ({ ...one, bridge: now })));
    else {
      const why = `It uses files of this vault. ${allowed.error.message}`;
      staying.push({ alias: bridge.alias, why });
    }
  }
  return kept;
}

async function test(
  terminal: Terminal,
  env: Environment,
  device: VaultDevice,
  candidates: readonly Candidate[],
  staying: Staying[],
): Promise<readonly Movable[]> {
  if (candidates.length === 0) return [];
  const aliases = candidates.map(({ bridge }) => bridge.alias);
  terminal.line(plain(`Testing ${new Intl.ListFormat('en-GB').format(aliases)} …`));
  for (const { bridge } of candidates) {
    if (mayDownload(bridge)) terminal.line(`${bridge.alias}: ${downloadNotice}`);
  }
  const others = device.config.bridges.filter(({ alias }) => !aliases.includes(alias));
  const configs = [...others, ...candidates.map(({ bridge }) => bridge)];
  const bridges = deviceBridges(env, device, configs);
  const listed = await Promise.all(aliases.map((alias) => bridges.inspectToOffer(alias)));
  await bridges.close();
  const servers: Movable[] = [];
  let config = device.config;
  for (const [at, one] of candidates.entries()) {
    const tools = listed[at];
    const read = tools?.ok ? movable(one, tools.value, config) : tools;
    const after = read?.ok ? read.value.offers(config) : read;
    if (read?.ok && after?.ok) {
      servers.push(read.value);
      config = after.value;
    } else if (after && !after.ok) {
      staying.push({ alias: one.bridge.alias, why: describeProblem(after.error) });
    }
  }
  return servers;
}

function movable(
  { bridge, places }: Candidate,
  tools: readonly OfferableTool[],
  config: DeviceConfig,
): Result<Movable> {
  const { alias } = bridge;
  const offered = toolsOf(config, alias);
  const target = describeTarget(bridge);
  if (offered.length > 0) {
    const digests = tools.flatMap(({ offer }) => (offer.ok ? offer.value.digest : []));
    if (offered.some(({ digest }) => !digests.includes(digest))) {
      return stays(
        `Its tools changed since they were offered. Offer them again first: \`countersign agent offer ${alias}\`.`,
      );
    }
    const unoffered = tools.length - offered.length;
    return ok({
      ...{ bridge, places, target, unoffered },
      ...{ tools: offered.length, isKept: true, offers: ok },
    });
  }
  const chosen: AgentTool[] = [];
  for (const { offer } of tools) {
    if (!offer.ok) return offer;
    chosen.push(offer.value);
  }
  const lost = [...sameNamedTools(chosen)].map(({ shown }) => shown.name);
  if (lost.length > 0) {
    const names = new Intl.ListFormat('en-GB').format(lost);
    return stays(
      `Agents would not find its tools ${names}: their names differ only in upper and lower case.`,
    );
  }
  const offers = (now: DeviceConfig): Result<DeviceConfig> => offerTools(now, chosen);
  return ok({
    ...{ bridge, places, target, unoffered: 0 },
    ...{ tools: chosen.length, isKept: false, offers },
  });
}

function stays(why: string): Result<never> {
  return fail('input_invalid', why, '');
}
