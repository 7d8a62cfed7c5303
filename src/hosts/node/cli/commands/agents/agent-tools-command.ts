import { fail, ok, type Result } from '../../../../../core/errors.js';
import type { ToolDefinition } from '../../../../../core/request/action/tool-definition.js';
import {
  hideTools,
  offerTools,
  toolsOf,
  type AgentTool,
} from '../../../../../core/settings/agents/agent-tools.js';
import { unknownBridge } from '../../../../../core/settings/bridges/describe-bridge.js';
import { mirroredName } from '../../../../../core/settings/agents/mirrored-name.js';
import type { OfferableTool } from '../../../../../mcp/client/bridges.js';
import type { Environment } from '../../../../desktop/device/device.js';
import { changeSettings, openVaultDevice, type VaultDevice } from '../../../runner/vault-device.js';
import { deviceBridges } from '../bridges/device-bridges.js';
import {
  confirmed,
  exitCodes,
  jsonLine,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from '../../terminal/terminal.js';

export interface AgentToolsOptions {
  readonly vault: string;
  readonly verb: 'tools' | 'offer' | 'hide';
  /** The server's alias; only `tools` takes none. */
  readonly alias: string | undefined;
  /** Names with commas between them; absent: all of the server. */
  readonly names: string | undefined;
  readonly json: boolean;
}

/** `countersign agent tools|offer|hide`: which tools of this device's servers agents may ask for. */
export async function agentToolsCommand(
  terminal: Terminal,
  env: Environment,
  options: AgentToolsOptions,
): Promise<ExitCode> {
  const { vault, verb, alias } = options;
  const only = verb === 'tools' ? { isReader: true as const } : {};
  const device = await openVaultDevice(vault, env, only);
  if (!device.ok) return sayProblem(terminal, device.error);
  if (verb === 'tools') return list(terminal, device.value, options);
  const { bridges } = device.value.config;
  if (alias === undefined) {
    const advice = `Use \`agent ${verb} ALIAS [TOOL,TOOL]\`. \`countersign bridge list\` shows the servers.`;
    return sayProblem(terminal, fail('usage', 'Which server?', advice).error);
  }
  if (!bridges.some((bridge) => bridge.alias === alias)) {
    return sayProblem(terminal, unknownBridge(plain(alias), bridges));
  }
  const names = options.names?.split(',').map((name) => name.trim());
  return verb === 'hide'
    ? hide(terminal, device.value, alias, names)
    : offer(terminal, env, device.value, alias, names);
}

function list(
  terminal: Terminal,
  { config }: VaultDevice,
  { alias, json }: AgentToolsOptions,
): ExitCode {
  const { agentTools = [] } = config;
  const tools = alias === undefined ? agentTools : toolsOf(config, alias);
  if (json) {
    const told = tools.map(({ bridge, shown: { name } }) => ({
      ...{ bridge, tool: name, name: mirroredName(bridge, name) },
    }));
    terminal.line(jsonLine({ tools: told }));
    return exitCodes.well;
  }
  if (tools.length === 0) {
    terminal.line('Agents are offered no tools. Offer some: `countersign agent offer ALIAS`.');
  }
  sayTools(terminal, tools);
  return exitCodes.well;
}

async function offer(
  terminal: Terminal,
  env: Environment,
  device: VaultDevice,
  alias: string,
  names: readonly string[] | undefined,
): Promise<ExitCode> {
  const listed = await listTools(env, device, alias);
  if (!listed.ok) return sayProblem(terminal, listed.error);
  const chosen = chooseTools(alias, listed.value, names);
  if (!chosen.ok) return sayProblem(terminal, chosen.error);
  // More than fit are refused before anybody types anything.
  const checked = offerTools(device.config, chosen.value);
  if (!checked.ok) return sayProblem(terminal, checked.error);
  terminal.line('Agents will be able to ask for these tools. Each call waits for your approval:');
  sayTools(terminal, chosen.value);
  const said = await confirmed(terminal, 'offer');
  if (!said.ok) return sayProblem(terminal, said.error);
  const written = await changeSettings(device, (now) =>
    now.bridges.some((bridge) => bridge.alias === alias)
      ? offerTools(now, chosen.value)
      : { ok: false, error: unknownBridge(plain(alias), now.bridges) },
  );
  if (!written.ok) return sayProblem(terminal, written.error);
  const { length } = chosen.value;
  terminal.line(
    `${styled(terminal, 'green', '✓')} Agents may ask for ${length === 1 ? '1 tool' : `${length} tools`} of ${alias}. They see it in their next session.`,
  );
  return exitCodes.well;
}

async function hide(
  terminal: Terminal,
  device: VaultDevice,
  alias: string,
  names: readonly string[] | undefined,
): Promise<ExitCode> {
  const offered = toolsOf(device.config, alias).map(({ shown }) => shown.name);
  const unknown = names?.find((name) => !offered.includes(name));
  if (unknown !== undefined) {
    return sayProblem(
      terminal,
      fail(
        'usage',
        `Agents are not offered ${plain(unknown)} of ${alias}.`,
        'See `countersign agent tools`.',
      ).error,
    );
  }
  if (offered.length === 0) {
    terminal.line(`Agents are offered no tools of ${alias}.`);
    return exitCodes.well;
  }
  const written = await changeSettings(device, (now) =>
    ok(hideTools(now, alias, names ?? offered)),
  );
  if (!written.ok) return sayProblem(terminal, written.error);
  const { length } = names ?? offered;
  terminal.line(
    `${styled(terminal, 'green', '✓')} ${length === 1 ? '1 tool' : `${length} tools`} of ${alias} hidden. What was asked for still waits.`,
  );
  return exitCodes.well;
}

/** The tools of a server as they are now. */
async function listTools(
  env: Environment,
  device: VaultDevice,
  alias: string,
): Promise<Result<readonly OfferableTool[]>> {
  const bridges = deviceBridges(env, device, device.config.bridges);
  try {
    return await bridges.inspectToOffer(alias);
  } finally {
    await bridges.close();
  }
}

function chooseTools(
  alias: string,
  tools: readonly OfferableTool[],
  names: readonly string[] | undefined,
): Result<readonly AgentTool[]> {
  const unknown = names?.find((name) => !tools.some((tool) => tool.name === name));
  if (unknown !== undefined) {
    return fail(
      'usage',
      `${alias} has no tool ${plain(unknown)}.`,
      `It has: ${plain(tools.map(({ name }) => name).join(', '))}.`,
    );
  }
  const chosen: AgentTool[] = [];
  for (const { name, offer } of tools) {
    if (names && !names.includes(name)) continue;
    if (!offer.ok) return offer;
    chosen.push(offer.value);
  }
  return ok(chosen);
}

function sayTools(terminal: Terminal, tools: readonly AgentTool[]): void {
  for (const { bridge, shown } of tools) {
    const about = styled(terminal, 'dim', plain(firstLine(shown)));
    terminal.line(`    ${plain(`${bridge}.${shown.name}`)}  ${about}`);
  }
}

function firstLine({ description = '' }: ToolDefinition): string {
  return description.split('\n')[0]?.slice(0, 80) ?? '';
}
