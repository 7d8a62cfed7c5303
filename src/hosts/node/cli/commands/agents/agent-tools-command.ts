import {
  describeProblem,
  fail,
  ok,
  type Problem,
  type Result,
} from '../../../../../core/errors.js';
import {
  hideTools,
  offerTools,
  toolsOf,
  type AgentTool,
} from '../../../../../core/settings/agents/agent-tools.js';
import { toldTools } from '../../../../../core/settings/agents/told-tools.js';
import { unknownBridge } from '../../../../../core/settings/bridges/describe-bridge.js';
import { mirroredName } from '../../../../../core/settings/agents/mirrored-name.js';
import { cut } from '../../../../../core/text/quote.js';
import type { OfferableTool } from '../../../../../mcp/client/bridges.js';
import type { Environment } from '../../../../desktop/device/device.js';
import {
  changeSettings,
  openVaultDevice,
  touchSettings,
  type VaultDevice,
} from '../../../runner/vault-device.js';
import { commandFor, nextRun } from '../../terminal/next-steps.js';
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
import { allowTools, askAgain } from './allow-tools.js';
import { countTools, listTools, notFound, sayTools } from './listed-tools.js';
import { describePermission, permissionsOf } from './told-permissions.js';

const longestName = 100;

export interface AgentToolsOptions {
  readonly vault: string;
  readonly verb: 'tools' | 'offer' | 'hide' | 'allow' | 'ask';
  readonly alias: string | undefined;
  readonly names: string | undefined;
  readonly client?: string | undefined;
  readonly json: boolean;
}

export async function agentToolsCommand(
  terminal: Terminal,
  env: Environment,
  options: AgentToolsOptions,
): Promise<ExitCode> {
  const { vault, verb, alias } = options;
  const only = verb === 'tools' ? { isReader: true as const } : {};
  const device = await openVaultDevice(vault, env, only);
  if (!device.ok) return sayProblem(terminal, device.error);
  const names = options.names?.split(',').map((name) => name.trim());
  if (verb === 'tools') return list(terminal, device.value, options, names);
  const { bridges } = device.value.config;
  if (alias === undefined) {
    const advice = `Use \`agent ${verb} ALIAS [TOOL,TOOL]\`. \`countersign bridge list\` shows the servers.`;
    return sayProblem(terminal, fail('usage', 'Which server?', advice).error);
  }
  if (!bridges.some((bridge) => bridge.alias === alias)) {
    return sayProblem(terminal, notHere(alias, bridges));
  }
  if (verb === 'offer') return offer(terminal, env, device.value, alias, names);
  if (verb === 'allow') {
    const { client } = options;
    return allowTools(terminal, env, device.value, alias, { client, ...(names && { names }) });
  }
  const unknown = names?.find(
    (name) => !toolsOf(device.value.config, alias).some(({ shown }) => shown.name === name),
  );
  if (unknown !== undefined) return sayProblem(terminal, notOffered(unknown, alias).error);
  return verb === 'hide'
    ? hide(terminal, device.value, alias, names)
    : askAgain(terminal, device.value, alias, names);
}

function notHere(...[alias, bridges]: Parameters<typeof unknownBridge>): Problem {
  const advice = `\`countersign bridge list\` shows the servers; \`countersign bridge import FILE\` adds others.`;
  return { ...unknownBridge(plain(alias), bridges), advice };
}

function notOffered(name: string, alias = '') {
  const text = `Agents are not offered ${plain(name)} of ${plain(alias)}.`;
  return fail('usage', text, 'See `countersign agent tools`.');
}

async function list(
  terminal: Terminal,
  device: VaultDevice,
  { alias, json }: AgentToolsOptions,
  names: readonly string[] | undefined,
): Promise<ExitCode> {
  const { config } = device;
  const { agentTools = [], bridges } = config;
  const whyNot = notFound(toldTools(agentTools, bridges));
  const all = toldTools(alias === undefined ? agentTools : toolsOf(config, alias), bridges);
  const unknown = names?.find((name) => !all.some(({ shown }) => shown.name === name));
  if (unknown !== undefined) return sayProblem(terminal, notOffered(unknown, alias).error);
  const unfound = agentTools.length - toldTools(agentTools, bridges).length;
  const tools = all.filter(({ shown }) => names?.includes(shown.name) ?? true);
  const read = await permissionsOf(device, tools);
  if (!read.ok) return sayProblem(terminal, read.error);
  const { value: permissions } = read;
  if (json) {
    const told = tools.map(({ bridge, shown: { name } }, at) => ({
      ...{ bridge, tool: name, name: mirroredName(bridge, name), allowed: permissions[at] ?? null },
    }));
    terminal.line(jsonLine({ tools: told }));
    return exitCodes.well;
  }
  if (tools.length === 0) {
    terminal.line('Agents are offered no tools. Offer some: `countersign agent offer ALIAS`.');
  }
  sayTools(terminal, tools, {
    ...{ verb: 'tools', isWhole: names !== undefined },
    more: (tool) => whyNot(tool) ?? describePermission(permissions[tools.indexOf(tool)] ?? null),
  });
  if (unfound > 0)
    terminal.line(`Agents don’t find ${unfound} more: \`countersign status\` says why.`);
  if (tools.length > 0)
    terminal.line(
      'The servers were not asked. If one of these tools has changed, the Dashboard says so once its server reports it, or once an agent calls the tool.',
    );
  return exitCodes.well;
}

async function offer(
  terminal: Terminal,
  env: Environment,
  device: VaultDevice,
  alias: string,
  names: readonly string[] | undefined,
): Promise<ExitCode> {
  const listed = await listTools(env, device, alias, names);
  if (!listed.ok) return sayProblem(terminal, listed.error);
  const chosen = chooseTools(terminal, listed.value, names);
  if (!chosen.ok) return sayProblem(terminal, chosen.error);
  if (chosen.value.length === 0) {
    const text = `No tool of ${alias} can be offered to agents.`;
    return sayProblem(terminal, fail('input_invalid', text, 'Nothing was changed.').error);
  }
  const checked = offerTools(device.config, chosen.value);
  if (!checked.ok) return sayProblem(terminal, checked.error);
  const offered = toolsOf(checked.value, alias);
  const tools = chosen.value.flatMap(({ shown }) =>
    offered.filter((one) => one.shown.name === shown.name),
  );
  const read = await permissionsOf(device, tools);
  if (!read.ok) return sayProblem(terminal, read.error);
  const kept = read.value.some((one) => one !== null) ? ', except where it says otherwise' : '';
  terminal.line(
    `Agents will be able to ask for these tools. Each call waits for your approval${kept}:`,
  );
  const whyNot = notFound(checked.value.agentTools ?? []);
  const more = (tool: AgentTool): string | null => {
    const permission = read.value[tools.indexOf(tool)];
    return whyNot(tool) ?? (permission ? describePermission(permission) : null);
  };
  sayTools(terminal, tools, { verb: 'offer', isWhole: names !== undefined, more });
  const said = await confirmed(terminal, 'offer');
  if (!said.ok) return sayProblem(terminal, said.error);
  const written = await changeSettings(device, (now) =>
    now.bridges.some((bridge) => bridge.alias === alias)
      ? offerTools(now, chosen.value)
      : { ok: false, error: notHere(alias, now.bridges) },
  );
  if (!written.ok) return sayProblem(terminal, written.error);
  await touchSettings(device);
  const { length } = chosen.value.filter((tool) => whyNot(tool) === null);
  terminal.line(
    `${styled(terminal, 'green', '✓')} Agents may ask for ${countTools(length)} of ${alias}. They see it in their next session.`,
  );
  const isAny = (written.value.agents ?? []).length > 0;
  terminal.line(
    `Next: ${isAny ? nextRun(device.root) : commandFor('agent add NAME', device.root)}`,
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
    `${styled(terminal, 'green', '✓')} ${countTools(length)} of ${alias} hidden. Requests that were already drafted still wait.`,
  );
  return exitCodes.well;
}

function chooseTools(
  terminal: Terminal,
  tools: readonly OfferableTool[],
  names: readonly string[] | undefined,
): Result<readonly AgentTool[]> {
  const chosen: AgentTool[] = [];
  for (const { name, offer } of tools) {
    if (names && !names.includes(name)) continue;
    if (offer.ok) chosen.push(offer.value);
    else if (names) return offer;
    else terminal.error(plain(`· ${cut(name, longestName)}: ${describeProblem(offer.error)}`));
  }
  return ok(chosen);
}
