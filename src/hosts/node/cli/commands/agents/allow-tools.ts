import { fail, ok, type Result } from '../../../../../core/errors.js';
import { findAgent, noSuchAgent } from '../../../../../core/settings/agents/agent-clients.js';
import { toolsOf, type AgentTool } from '../../../../../core/settings/agents/agent-tools.js';
import {
  endPermissions,
  givePermission,
  permissionDays,
  permittedCallsPerHour,
  type LookedAt,
} from '../../../../../core/settings/agents/standing-permission.js';
import type { DeviceConfig } from '../../../../../core/settings/device-config.js';
import { utcDay } from '../../../../../core/time.js';
import { launchKey } from '../../../../../mcp/client/bridge-target.js';
import type { OfferableTool } from '../../../../../mcp/client/bridges.js';
import type { Environment } from '../../../../desktop/device/device.js';
import { changeSettings, type VaultDevice } from '../../../runner/vault-device.js';
import {
  confirmed,
  exitCodes,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from '../../terminal/terminal.js';
import { countTools, listTools, sayTools } from './listed-tools.js';
import { ledgerMs, permissionsOf } from './told-permissions.js';

interface ChosenTool extends LookedAt {
  readonly clients: readonly string[];
}

/** Lets clients call tools for a limited time without approval of each call. */
export async function allowTools(
  terminal: Terminal,
  env: Environment,
  device: VaultDevice,
  alias: string,
  { names, client }: { readonly names?: readonly string[]; readonly client: string | undefined },
): Promise<ExitCode> {
  const clients = clientsIn(device.config, client);
  if (!clients.ok) return sayProblem(terminal, clients.error);
  const offered = toolsOf(device.config, alias).map(({ shown }) => shown.name);
  if (offered.length === 0) {
    const advice = `Offer some first: \`countersign agent offer ${alias}\`.`;
    return sayProblem(
      terminal,
      fail('input_invalid', `Agents are not offered tools of ${alias}.`, advice).error,
    );
  }
  const listed = await listTools(env, device, alias, names);
  if (!listed.ok) return sayProblem(terminal, listed.error);
  const nowMs = Date.now();
  const reached = await ledgerMs(device);
  if (!reached.ok) return sayProblem(terminal, reached.error);
  if (reached.value >= nowMs + permissionDays * 86_400_000) {
    const text = `This device’s ledger has reached ${utcDay(reached.value)}, so a permission would end immediately.`;
    const advice =
      'Nothing was changed. If the clock is wrong, correct it. If it once jumped ahead, run `countersign new-epoch`.';
    return sayProblem(terminal, fail('input_invalid', text, advice).error);
  }
  const before = await allowedBefore(device, alias);
  if (!before.ok) return sayProblem(terminal, before.error);
  const chosen: ChosenTool[] = [];
  const refused: string[] = [];
  for (const tool of listed.value) {
    if (!(names ?? offered).includes(tool.name)) continue;
    const looked = lookedAt(device.config, alias, tool);
    const given = looked.ok
      ? givePermission(device.config, looked.value, clients.value, nowMs)
      : looked;
    if (looked.ok && given.ok) {
      const all = new Set([...before.value(looked.value), ...clients.value]);
      chosen.push({ ...looked.value, clients: [...all] });
    } else if (names && !given.ok) return sayProblem(terminal, given.error);
    else if (!given.ok) refused.push(given.error.message);
  }
  for (const why of refused) terminal.error(plain(`· ${why}`));
  if (chosen.length === 0) {
    const none = fail(
      'input_invalid',
      `No tool of ${alias} can be allowed.`,
      'Nothing was changed.',
    );
    return sayProblem(terminal, none.error);
  }
  const who = inWords(clients.value);
  const until = new Date(nowMs + permissionDays * 86_400_000).toISOString().slice(0, 10);
  terminal.line(`${who} will be able to call these tools without asking you:`);
  sayTools(
    terminal,
    chosen.map(({ tool }) => tool),
    {
      ...{ verb: 'tools', isWhole: names !== undefined },
      more: (tool) => {
        const all = chosen.find((one) => one.tool === tool)?.clients ?? [];
        return all.length > clients.value.length ? `Then ${inWords(all)} may call it.` : null;
      },
    },
  );
  terminal.line('Agents can send anything they can read to this server, without you being asked.');
  terminal.line(
    `The permission ends on ${until}, when you edit the server, or when the server changes the tool.`,
  );
  terminal.line(`Each client can call each tool at most ${permittedCallsPerHour} times an hour.`);
  const said = await confirmed(terminal, 'allow');
  if (!said.ok) return sayProblem(terminal, said.error);
  const asLooked = standing(device.config, alias);
  const written = await changeSettings(device, (now) => {
    if (standing(now, alias) !== asLooked) {
      const advice = 'Nothing was changed. Run the same command again.';
      const text = 'The server, or its permissions, changed meanwhile.';
      return fail('input_invalid', text, advice);
    }
    let given: Result<DeviceConfig> = ok(now);
    for (const looked of chosen)
      given = given.ok ? givePermission(given.value, looked, looked.clients, nowMs) : given;
    return given;
  });
  if (!written.ok) return sayProblem(terminal, written.error);
  terminal.line(
    `${styled(terminal, 'green', '✓')} ${who} may call ${countTools(chosen.length)} of ${alias} without asking, until ${until}. To end it: \`countersign agent ask ${alias}\`.`,
  );
  for (const { tool, clients: all } of chosen)
    if (all.length > clients.value.length)
      terminal.line(plain(`  ${alias}.${tool.shown.name} may be called by ${inWords(all)} now.`));
  return exitCodes.well;
}

async function allowedBefore(
  device: VaultDevice,
  alias: string,
): Promise<Result<(looked: LookedAt) => readonly string[]>> {
  const tools = toolsOf(device.config, alias);
  const read = await permissionsOf(device, tools);
  if (!read.ok) return read;
  return ok(({ tool, server, launch }) => {
    const at = tools.findIndex(({ shown }) => shown.name === tool.shown.name);
    const allowed = tools[at]?.allowed;
    const told = read.value[at];
    const isSame = allowed?.server === server && allowed.launch === launch;
    return isSame && told?.ended === null ? told.clients : [];
  });
}

function standing(config: DeviceConfig, alias: string): string {
  const server = config.bridges.find((bridge) => bridge.alias === alias);
  const clients = (config.agents ?? []).map(({ name, tokenHash }) => [name, tokenHash]);
  const allowed = toolsOf(config, alias).map((tool) => tool.allowed ?? null);
  return JSON.stringify([server && launchKey(server), clients, allowed]);
}

function inWords(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names);
}

/**
 * Makes each call of a server's tools wait for a person again. Without `names`, this means all its
 * tools.
 */
export async function askAgain(
  terminal: Terminal,
  device: VaultDevice,
  alias: string,
  names: readonly string[] | undefined,
): Promise<ExitCode> {
  const chosen = toolsOf(device.config, alias)
    .filter(({ allowed }) => allowed)
    .map(({ shown }) => shown.name)
    .filter((name) => names?.includes(name) ?? true);
  if (chosen.length === 0) {
    terminal.line(
      `Each call of ${names ? 'these tools' : `the tools of ${alias}`} already waits for you.`,
    );
    return exitCodes.well;
  }
  const written = await changeSettings(device, (now) => ok(endPermissions(now, alias, chosen)));
  if (!written.ok) return sayProblem(terminal, written.error);
  terminal.line(
    `${styled(terminal, 'green', '✓')} Each call of ${countTools(chosen.length)} of ${alias} waits for you again.`,
  );
  return exitCodes.well;
}

function lookedAt(
  config: DeviceConfig,
  alias: string,
  { name, offer, server, launch }: OfferableTool,
): Result<LookedAt> {
  if (!offer.ok) return offer;
  const tool: AgentTool = offer.value;
  const isOffered = toolsOf(config, alias).some(
    ({ shown, digest }) => shown.name === tool.shown.name && digest === tool.digest,
  );
  if (isOffered) return ok({ tool, server, launch });
  return fail(
    'input_invalid',
    `Agents are not offered the current version of ${plain(name)}.`,
    `Review it first with \`countersign agent offer ${alias} ${plain(name)}\`.`,
  );
}

function clientsIn(
  { agents = [] }: DeviceConfig,
  named: string | undefined,
): Result<readonly string[]> {
  if (named === undefined) {
    return fail(
      'usage',
      'Which clients?',
      'Use `--client NAME`, or `--client NAME,NAME`. `countersign agent list` shows the names.',
    );
  }
  const names = new Set<string>();
  for (const wanted of named.split(',').map((name) => name.trim())) {
    const found = findAgent(agents, wanted);
    if (!found) return noSuchAgent(plain(wanted));
    names.add(found.name);
  }
  return ok([...names]);
}
