import { isDeepStrictEqual } from 'node:util';
import { fail, ok, type Problem, type Result } from '../../../../../core/errors.js';
import { isUnderWay } from '../../../../../core/ledger/request-facts.js';
import { toolsOf } from '../../../../../core/settings/agents/agent-tools.js';
import { formatRemoval, removeBridge } from '../../../../../core/settings/bridges/bridge-fields.js';
import { actionTypes } from '../../../../../core/settings/bridges/route-fields.js';
import {
  describeTarget,
  printedBridge,
} from '../../../../../core/settings/bridges/describe-bridge.js';
import type {
  BridgeConfig,
  DeviceConfig,
  Route,
} from '../../../../../core/settings/device-config.js';
import { addBridges, formatKept, mergeRoutes } from '../../../../../mcp/client/add-bridges.js';
import { mayUseVault } from '../../../../../mcp/client/bridge-target.js';
import { downloadNotice, mayDownload } from '../../../../../mcp/client/may-download.js';
import { reasonInStderr } from '../../../../../mcp/client/transport/stderr-reason.js';
import {
  importServers,
  formatLeftOut,
  formatLost,
} from '../../../../../mcp/client/import-servers.js';
import type { Environment } from '../../../../desktop/device/device.js';
import { changeSettings, openVaultDevice, type VaultDevice } from '../../../runner/vault-device.js';
import { countTools } from '../agents/listed-tools.js';
import { ownReach } from '../agents/own-entry.js';
import { allowVaultUse } from './allow-vault-use.js';
import { deviceBridges } from './device-bridges.js';
import { chooseServers, textOfFile } from './choose-servers.js';
import { reportOf } from '../status-command.js';
import { shellWord } from '../../terminal/shell-word.js';
import {
  exitCodes,
  jsonLine,
  ownCommand,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from '../../terminal/terminal.js';

export interface BridgeOptions {
  readonly vault: string;
  readonly verb: 'import' | 'remove' | 'confirm' | 'test' | 'list';
  readonly argument: string | undefined;
  readonly routes: readonly string[];
  readonly json: boolean;
  readonly noTest: boolean;
}

export async function bridgeCommand(
  terminal: Terminal,
  env: Environment,
  options: BridgeOptions,
): Promise<ExitCode> {
  const device = await openVaultDevice(options.vault, env);
  if (!device.ok) return sayProblem(terminal, device.error);
  switch (options.verb) {
    case 'import':
      return importBridges(terminal, env, device.value, options);
    case 'remove':
      return removeServer(terminal, device.value, options);
    case 'confirm':
      return confirmBridges(terminal, env, device.value, options);
    case 'test':
      return testBridges(terminal, env, device.value, options);
    case 'list':
      return listBridges(terminal, device.value, options);
  }
}

function usage(message: string): Problem {
  return fail(
    'usage',
    message,
    '`countersign bridge list` shows the servers, `countersign help bridge` the commands.',
  ).error;
}

function notHere(alias: string): Problem {
  return usage(`There is no server named “${plain(alias)}” on this computer.`);
}

async function importBridges(
  terminal: Terminal,
  env: Environment,
  device: VaultDevice,
  { argument: file, routes: routeTexts, noTest }: BridgeOptions,
): Promise<ExitCode> {
  const text =
    file === undefined
      ? await chooseServers(terminal, env, device)
      : await textOfFile(terminal, device, file);
  if (typeof text === 'number') return text;
  const known = device.config.bridges.map(({ alias }) => alias);
  const imported = importServers(text, known, await ownReach(device.config));
  if (!imported.ok) {
    const path = file === '-' ? 'stdin' : file;
    return sayProblem(terminal, { ...imported.error, ...(path !== undefined && { path }) });
  }
  const { bridges, lost, leftOut } = imported.value;
  const confirmed = await allowVaultUse(terminal, env, device, bridges);
  if (!confirmed.ok) return sayProblem(terminal, confirmed.error);
  let before = device.config;
  const routed = await changeSettings(device, (now) => {
    before = now;
    return withRoutes(addBridges(now, confirmed.value), routeTexts);
  });
  if (!routed.ok) return sayProblem(terminal, routed.error);
  for (const bridge of bridges) {
    const { alias } = bridge;
    const isKnown = before.bridges.some((known) => known.alias === alias);
    const kept = formatKept(before, bridge);
    const replaces = isKnown ? ` It replaces the server of that name${kept}.` : '';
    const { length: offered } = toolsOf(routed.value, alias);
    const still =
      offered > 0
        ? ` Agents may still ask for ${countTools(offered)} of it; \`agent hide ${alias}\` ends that.`
        : '';
    terminal.line(
      `${styled(terminal, 'green', '✓')} Imported ${alias} (for this device only).${replaces}${still}`,
    );
    sayRoutes(terminal, routed.value, alias);
  }
  for (const one of lost) terminal.error(plain(formatLost(one)));
  for (const one of leftOut) terminal.error(plain(formatLeftOut(one)));
  let isWell = leftOut.length === 0;
  if (noTest) {
    terminal.line(`Next: ${ownCommand()} bridge test --vault ${shellWord(device.root)}`);
  } else {
    const tests = { configs: routed.value.bridges, chosen: confirmed.value } as const;
    const tested = await testEach(terminal, env, device, { ...tests, shows: 'count' });
    isWell &&= tested === exitCodes.well;
  }
  const named = bridges.filter(({ transport }) => transport !== 'practice');
  if (named.length > 0) {
    const which = named.length === 1 ? named.map(({ alias }) => alias).join('') : 'ALIAS';
    terminal.line(
      `To offer ${named.length === 1 ? 'its' : 'their'} tools to agents: ${ownCommand()} agent offer ${which} --vault ${shellWord(device.root)}`,
    );
  }
  return isWell ? exitCodes.well : exitCodes.needsPerson;
}

/** A removal needs no confirmation, because it allows nothing new. */
async function removeServer(
  terminal: Terminal,
  device: VaultDevice,
  { argument: alias }: BridgeOptions,
): Promise<ExitCode> {
  if (alias === undefined) return sayProblem(terminal, usage('Which server?'));
  let removed: BridgeConfig | undefined;
  let routes = 0;
  const written = await changeSettings(device, (now) => {
    removed = now.bridges.find((bridge) => bridge.alias === alias);
    routes = now.routes.filter(({ bridge }) => bridge === alias).length;
    return removed ? ok(removeBridge(now, alias)) : { ok: false, error: notHere(alias) };
  });
  if (!written.ok) return sayProblem(terminal, written.error);
  terminal.line(`${styled(terminal, 'green', '✓')} Removed ${alias}.`);
  const report = await reportOf(device);
  if (!report.ok) return sayProblem(terminal, report.error);
  const { requests, facts } = report.value;
  const named = requests.filter(({ request }) => request.bridge === alias);
  const calls = named.map(({ request }) => facts.request(request.requestId));
  const running = calls.filter(isUnderWay).length;
  if (running > 0) {
    const are = running === 1 ? '1 call is' : `${running} calls are`;
    terminal.line(
      `${are} running, or interrupted. Removing the server doesn’t stop ${running === 1 ? 'it' : 'them'}.`,
    );
  }
  const waiting = named.filter(
    ({ request: { folder } }, at) => folder !== 'rejected' && calls[at]?.intent === undefined,
  ).length;
  const isPractice = removed?.transport === 'practice';
  for (const line of formatRemoval(waiting, routes, isPractice)) terminal.line(line);
  return exitCodes.well;
}

async function confirmBridges(
  terminal: Terminal,
  env: Environment,
  device: VaultDevice,
  { argument: alias }: BridgeOptions,
): Promise<ExitCode> {
  const { config } = device;
  const chosen = config.bridges.filter((bridge) => alias === undefined || bridge.alias === alias);
  if (alias !== undefined && chosen.length === 0) {
    return sayProblem(terminal, notHere(alias));
  }
  const open = chosen.filter((bridge) => !mayUseVault(bridge));
  const confirmed = await allowVaultUse(terminal, env, device, open);
  if (!confirmed.ok) return sayProblem(terminal, confirmed.error);
  const done = confirmed.value.filter(mayUseVault);
  const written = await changeSettings(device, (now) => {
    const bridges = now.bridges.map((bridge) => {
      const at = chosen.findIndex((each) => isDeepStrictEqual(each, bridge));
      return done.find(({ alias: name }) => name === chosen[at]?.alias) ?? bridge;
    });
    return ok({ ...now, bridges });
  });
  if (!written.ok) return sayProblem(terminal, written.error);
  if (done.length === 0) terminal.line('No server needs confirming.');
  for (const bridge of done) {
    terminal.line(`${styled(terminal, 'green', '✓')} ${bridge.alias} may now use this vault.`);
  }
  return exitCodes.well;
}

function withRoutes(config: DeviceConfig, texts: readonly string[]): Result<DeviceConfig> {
  const added: Route[] = [];
  for (const text of texts) {
    const [, type, bridge, tool] = /^([a-z_]+)=([A-Za-z0-9_-]+)\.(\S+)$/.exec(text) ?? [];
    if (type === undefined || bridge === undefined || tool === undefined) {
      return fail(
        'usage',
        `\`--route ${text}\` is not a route.`,
        'Use the form TYPE=ALIAS.TOOL, such as email=mail.send_email.',
      );
    }
    if (!config.bridges.some(({ alias }) => alias === bridge)) {
      return fail(
        'usage',
        `The route ${text} names a server that is not imported.`,
        'Import the server first.',
      );
    }
    const actionType = type === 'post' || type === 'posts' ? 'social_post' : type;
    added.push({ actionType, bridge, tool, arguments: {}, success: null, budgetPerHour: null });
  }
  return { ok: true, value: { ...config, routes: mergeRoutes(config.routes, added) } };
}

async function testBridges(
  terminal: Terminal,
  env: Environment,
  device: VaultDevice,
  { argument: alias, json }: BridgeOptions,
): Promise<ExitCode> {
  const { bridges: configs } = device.config;
  const chosen = configs.filter((config) => alias === undefined || config.alias === alias);
  if (chosen.length === 0) {
    const problem = alias === undefined ? usage('No servers yet.') : notHere(alias);
    return sayProblem(terminal, problem);
  }
  return testEach(terminal, env, device, { configs, chosen, shows: json ? 'json' : 'tools' });
}

interface Tests {
  readonly configs: readonly BridgeConfig[];
  readonly chosen: readonly BridgeConfig[];
  readonly shows: 'tools' | 'count' | 'json';
}

async function testEach(
  terminal: Terminal,
  env: Environment,
  device: VaultDevice,
  { configs, chosen, shows }: Tests,
): Promise<ExitCode> {
  const json = shows === 'json';
  const bridges = deviceBridges(env, device, configs);
  let code: ExitCode = exitCodes.well;
  for (const config of chosen) {
    if (!json && mayDownload(config)) terminal.line(`${config.alias}: ${downloadNotice}`);
    const inspected = await bridges.inspectToShow(config.alias);
    if (json) {
      const lastWords = reasonInStderr(bridges.diagnostics(config.alias)?.stderr ?? '');
      terminal.line(jsonLine({ alias: config.alias, ...inspected, lastWords }));
    }
    if (!inspected.ok) {
      code = exitCodes.cannotRun;
      if (json) continue;
      const { error } = inspected;
      sayProblem(terminal, { ...error, message: `${config.alias}: ${error.message}` });
      continue;
    }
    if (json) continue;
    const { length } = inspected.value.tools;
    terminal.line(
      `${styled(terminal, 'green', '✓')} ${config.alias}: ${length === 1 ? '1 tool' : `${length} tools`}`,
    );
    if (shows === 'count') continue;
    for (const tool of inspected.value.tools) {
      terminal.line(
        `    ${plain(tool.name)}  ${styled(terminal, 'dim', plain(firstLine(tool.description)))}`,
      );
    }
  }
  await bridges.close();
  return code;
}

function listBridges(terminal: Terminal, device: VaultDevice, { json }: BridgeOptions): ExitCode {
  const { bridges, routes } = device.config;
  if (json) {
    terminal.line(jsonLine({ bridges: bridges.map(printedBridge), routes }));
    return exitCodes.well;
  }
  if (bridges.length === 0)
    terminal.line('No servers yet. Import them with `countersign bridge import`.');
  for (const bridge of bridges) {
    terminal.line(`${bridge.alias}  ${plain(describeTarget(bridge))}`);
    sayRoutes(terminal, device.config, bridge.alias);
  }
  return exitCodes.well;
}

function sayRoutes(terminal: Terminal, { routes }: DeviceConfig, alias: string): void {
  for (const route of routes.filter(({ bridge }) => bridge === alias)) {
    const check =
      route.success === null
        ? 'any answer is treated as success unless it looks like a failure'
        : 'the answer is checked';
    terminal.line(`    route: ${route.actionType} → ${alias}.${plain(route.tool)} (${check})`);
    if (!Object.hasOwn(actionTypes, route.actionType)) {
      terminal.line(
        `      Only requests with exactly the type “${route.actionType}” use it. The usual types: ${Object.keys(actionTypes).join(', ')}.`,
      );
    }
  }
}

function firstLine(text: string | undefined): string {
  return (text ?? '').split('\n')[0]?.slice(0, 80) ?? '';
}
