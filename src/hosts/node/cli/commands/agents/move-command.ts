import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../../../core/errors.js';
import { findAgent } from '../../../../../core/settings/agents/agent-clients.js';
import { toolsOf } from '../../../../../core/settings/agents/agent-tools.js';
import type { DeviceConfig } from '../../../../../core/settings/device-config.js';
import {
  showEntry,
  withEntry,
  clientNames,
  type KnownClient,
} from '../../../../../core/views/client-entry.js';
import {
  canMoveFrom,
  otherFolders,
  serversOfClient,
  withoutPlaces,
} from '../../../../../core/views/client-servers.js';
import { addBridges } from '../../../../../mcp/client/add-bridges.js';
import { launchKey } from '../../../../../mcp/client/bridge-target.js';
import { agentSocketPath, tooLongForSocket } from '../../../../desktop/agents/agent-socket.js';
import {
  clientFile,
  readPersonsFile,
  writePersonsFile,
  type PersonsFile,
} from '../../../../desktop/agents/client-files.js';
import type { Environment } from '../../../../desktop/device/device.js';
import { PathContainment } from '../../../../desktop/paths/path-containment.js';
import { changeSettings, openVaultDevice, type VaultDevice } from '../../../runner/vault-device.js';
import { commandFor, howToRun } from '../../terminal/next-steps.js';
import {
  confirmed,
  exitCodes,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from '../../terminal/terminal.js';
import { otherServers, turnedOffBeside } from './beside-file.js';
import { countTools } from './listed-tools.js';
import { findMovable, type FoundServers, type Movable, type Staying } from './movable-servers.js';
import { newClient, type NewClient } from './new-client.js';
import { inVault, ownEntry, ownLaunch, ownReach } from './own-entry.js';
import { ownIsOff } from './still-there.js';

export interface MoveOptions {
  readonly vault: string;
  readonly program: KnownClient;
  readonly client: string | undefined;
  readonly server: string;
}

interface Move {
  readonly whom: string;
  readonly program: KnownClient;
  readonly file: PersonsFile;
  readonly after: string;
  readonly servers: readonly Movable[];
  readonly client: string;
  readonly added: NewClient | null;
  readonly entry: { readonly under: string; readonly text: string } | null;
}

/**
 * `countersign connect PROGRAM --move`: moves the servers in a program’s own file to Countersign.
 */
export async function moveCommand(
  terminal: Terminal,
  env: Environment,
  options: MoveOptions,
): Promise<ExitCode> {
  const { vault, program, server } = options;
  const whom = clientNames[program];
  if (!canMoveFrom(program)) return sayProblem(terminal, notReadable(whom));
  const device = await openVaultDevice(vault, env);
  if (!device.ok) return sayProblem(terminal, device.error);
  const { root, folder, config } = device.value;
  const real = await realpath(root);
  const unreachable = tooLongForSocket(agentSocketPath(folder));
  if (unreachable) return sayProblem(terminal, unreachable);
  const launch = await ownLaunch(env, root);
  if (!launch.ok) return sayProblem(terminal, launch.error);
  const path = clientFile(program, { env });
  if (await (await PathContainment.open(root)).leads(path)) {
    return sayProblem(terminal, inVault(path));
  }
  const read = await readPersonsFile(path);
  if (!read.ok) return sayRefused(terminal, path, read.error);
  const text = read.value.text ?? '';
  const entryFor = (client: string | undefined) =>
    ownEntry(launch.value, { program, server, root, real, client });
  const isOurs = (client: string | undefined): boolean => {
    const after = withEntry(text, entryFor(client));
    return after.ok && after.value === text;
  };
  const known = (config.agents ?? []).find(({ name }) => isOurs(name))?.name;
  const name = options.client ?? known ?? whom;
  const client = findAgent(config.agents ?? [], name)?.name ?? name;
  const replaced = isOurs(undefined) ? [['mcpServers', server]] : [];
  const changed = (moved: readonly Movable[]): Result<string> => {
    const places = [...replaced, ...moved.flatMap(({ places }) => places)];
    const without = withoutPlaces(text, places);
    return without.ok ? withEntry(without.value, entryFor(client)) : without;
  };
  // Starts no server if the file can’t be changed safely.
  const before = changed([]);
  if (!before.ok) return sayRefused(terminal, path, before.error);
  const added = findAgent(config.agents ?? [], name) ? null : newClient(client);
  const checked = added ? added.withClient(config) : ok(config);
  if (!checked.ok) return sayProblem(terminal, checked.error);

  const off = await turnedOffBeside(program, path);
  const found = serversOfClient(text, real, program, off).filter(({ alias }) => alias !== server);
  const reach = await ownReach(checked.value);
  const movable = await findMovable(terminal, env, device.value, found, program, reach);
  const { servers, staying } = movable;
  sayFound(terminal, { whom, path, text, root: real, config }, movable);
  const others = await otherServers(program, path);
  if (others !== null) terminal.line(styled(terminal, 'yellow', others));
  if (servers.length === 0) {
    const hasEntry = before.value === text || replaced.length > 0;
    return sayNothing(terminal, { whom, root, program, hasEntry }, staying);
  }
  const after = changed(servers);
  if (!after.ok) return sayRefused(terminal, path, after.error);
  const isOff = ownIsOff(after.value, program, { root: real, server, off });
  if (isOff !== null) terminal.line(styled(terminal, 'yellow', isOff));
  const hasEntry = isOurs(client);
  const move: Move = {
    ...{ whom, program, file: read.value, after: after.value, servers, client, added },
    entry: hasEntry ? null : showEntry(entryFor(client)),
  };
  preview(terminal, move);
  const said = await confirmed(terminal, 'move');
  if (!said.ok) return sayProblem(terminal, said.error);
  return carryOut(terminal, device.value, move, staying);
}

async function carryOut(
  terminal: Terminal,
  device: VaultDevice,
  { whom, program, file, after, servers, client, added }: Move,
  staying: readonly Staying[],
): Promise<ExitCode> {
  const names = listed(servers.map(({ bridge }) => bridge.alias));
  const settings = await changeSettings(device, (now) => withMoved(now, servers, client, added));
  if (!settings.ok) return sayProblem(terminal, settings.error);
  const tick = styled(terminal, 'green', '✓');
  const more = added ? `, and “${client}” is a client` : '';
  terminal.line(`${tick} ${names} ${areIn(servers)} Countersign now${more}.`);
  const written = await writePersonsFile(file, after);
  if (!written.ok) {
    terminal.error(
      styled(terminal, 'red', plain(`${file.path} can’t be changed. ${written.error.message}`)),
    );
    terminal.line(await whatIsLeft(file.path, device.root, program, servers));
    return exitCodes.cannotRun;
  }
  terminal.line(`${tick} Written: ${plain(file.path)}`);
  terminal.line('\nNext:');
  terminal.line('1. Start the runner, which holds the calls and makes those that you approve:');
  for (const line of howToRun(device.root)) terminal.line(`     ${line}`);
  terminal.line(`2. End ${whom}, and start a new session of it.`);
  const { pending } = device.settings.folders;
  terminal.line(
    `3. Each held call is a note in ${plain(pending)}/, also listed on the Dashboard. To list those that wait:`,
  );
  terminal.line(`     ${commandFor('status', device.root)}`);
  const settingsFile = join(device.folder, 'device.json');
  terminal.line(
    plain(
      `To go back: copy ${names} from "bridges" in ${settingsFile} to "mcpServers" in the file above (command, args and env, or url and headers), and remove the entry of Countersign there.`,
    ),
  );
  return staying.length === 0 ? exitCodes.well : exitCodes.needsPerson;
}

async function whatIsLeft(
  path: string,
  root: string,
  program: KnownClient,
  servers: readonly Movable[],
): Promise<string> {
  const finish = 'Run the same command again to finish.';
  const now = await readPersonsFile(path);
  if (!now.ok) return `Check which of these servers it still has. ${finish}`;
  const there = serversOfClient(now.value.text ?? '', await realpath(root), program).map(
    ({ alias }) => alias,
  );
  const left = servers.map(({ bridge }) => bridge.alias).filter((alias) => there.includes(alias));
  return left.length === 0
    ? `It no longer has any of these servers. ${finish}`
    : `It still has ${listed(left)}. ${finish}`;
}

function withMoved(
  now: DeviceConfig,
  servers: readonly Movable[],
  client: string,
  added: NewClient | null,
): Result<DeviceConfig> {
  const isOther = ({ bridge }: Movable): boolean =>
    now.bridges.some((one) => one.alias === bridge.alias && launchKey(one) !== launchKey(bridge));
  if (servers.some(isOther)) {
    return fail('input_invalid', 'The servers of Countersign were changed meanwhile.', again);
  }
  const news = servers.filter(
    ({ bridge }) => !now.bridges.some(({ alias }) => alias === bridge.alias),
  );
  const imported = addBridges(
    now,
    news.map(({ bridge }) => bridge),
  );
  const offered = servers.reduce<Result<DeviceConfig>>(
    (before, { offers }) => (before.ok ? offers(before.value) : before),
    ok(imported),
  );
  if (!offered.ok || !added || findAgent(now.agents ?? [], client)) return offered;
  return added.withClient(offered.value);
}

const again = 'Nothing was changed. Run the same command again.';

function sayFound(
  terminal: Terminal,
  {
    whom,
    path,
    text,
    root,
    config,
  }: { whom: string; path: string; text: string; root: string; config: DeviceConfig },
  { servers, staying, own }: FoundServers,
): void {
  terminal.line(`${styled(terminal, 'bold', whom)}: ${plain(path)}`);
  for (const { bridge, target, tools, isKept, unoffered } of servers) {
    const isAny = toolsOf(config, bridge.alias).some(({ allowed }) => allowed);
    const unasked = isAny ? ' (`countersign agent tools` says which may be called unasked)' : '';
    const kept = isKept ? `, already in Countersign${unasked}` : '';
    const offer = `countersign agent offer ${bridge.alias}`;
    const less = unoffered > 0 ? `; ${countTools(unoffered)} not offered: \`${offer}\`` : '';
    const tick = styled(terminal, 'green', '✓');
    terminal.line(
      `  ${tick} ${bridge.alias}: ${countTools(tools)}${kept}${less}  ${plain(target)}`,
    );
  }
  for (const { alias, why } of staying) {
    const mark = styled(terminal, 'yellow', '!');
    terminal.line(`  ${mark} ${plain(`${alias} stays in this file: ${why}`)}`);
  }
  for (const alias of own) {
    terminal.line(plain(`  · ${alias} stays in this file: It is Countersign itself.`));
  }
  const others = otherFolders(text, root);
  if (others.length === 0) return;
  terminal.line(plain(`  ! It also has servers for other folders, which stay: ${listed(others)}.`));
}

function sayNothing(
  terminal: Terminal,
  at: { whom: string; root: string; program: string; hasEntry: boolean },
  staying: readonly Staying[],
): ExitCode {
  const nothing = 'There is no server to move. Nothing was changed.';
  if (at.hasEntry) terminal.line(`${nothing} ${at.whom} already has the entry of Countersign.`);
  else {
    terminal.line(`${nothing} To connect ${at.whom} alone:`);
    terminal.line(`  ${commandFor(`connect ${at.program} --client NAME --write`, at.root)}`);
  }
  return staying.length === 0 ? exitCodes.well : exitCodes.needsPerson;
}

function preview(terminal: Terminal, { file, servers, client, added, entry }: Move): void {
  const names = listed(servers.map(({ bridge }) => bridge.alias));
  const fresh = servers.filter(({ isKept }) => !isKept);
  const tools = fresh.reduce((sum, one) => sum + one.tools, 0);
  terminal.line('What will be done:');
  terminal.line(
    `  · ${names} move${servers.length === 1 ? 's' : ''} to Countersign, including all keys. They are kept on this device, outside the vault.`,
  );
  if (added) terminal.line(`  · “${client}” is added as a client. It can’t approve anything.`);
  if (fresh.length > 0) {
    terminal.line(
      `  · ${countTools(tools)} can be asked for by agents. Each call waits for your approval.`,
    );
  }
  terminal.line(`  · ${names} ${servers.length === 1 ? 'is' : 'are'} removed from this file.`);
  if (entry) {
    terminal.line(`  · It gets, ${entry.under}:`);
    for (const line of entry.text.split('\n')) terminal.line(`      ${plain(line)}`);
  }
  terminal.line('Everything else in the file stays as it is.');
  if (file.path.endsWith('.claude.json')) {
    terminal.line('Claude Code writes into this file while it runs, so end its sessions first.');
  }
}

function sayRefused(terminal: Terminal, path: string, { message }: Problem): ExitCode {
  terminal.error(styled(terminal, 'red', plain(`${path} can’t be changed. ${message}`)));
  terminal.line('Nothing was changed.');
  return exitCodes.cannotRun;
}

function areIn({ length }: readonly unknown[]): string {
  return length === 1 ? 'is in' : 'are in';
}

function listed(names: readonly string[]): string {
  return plain(new Intl.ListFormat('en-GB').format(names));
}

function notReadable(whom: string): Problem {
  return fail(
    'usage',
    `The servers of ${whom} can’t be moved: its file is not JSON.`,
    'Import them with `bridge import FILE`, then remove them there.',
  ).error;
}
