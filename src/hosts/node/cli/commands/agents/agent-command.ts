import process from 'node:process';
import type { AuditEntry } from '../../../../../core/audit/entry.js';
import { fail, ok, type Problem, type Result } from '../../../../../core/errors.js';
import { entriesOfClient } from '../../../../../core/ledger/client-entries.js';
import {
  agentAddress,
  findAgent,
  noSuchAgent,
  pauseAgent,
  resumeAgent,
  revokeAgent,
  type AgentClient,
} from '../../../../../core/settings/agents/agent-clients.js';
import { activityText } from '../../../../../core/views/activity-text.js';
import { clientNames } from '../../../../../core/views/client-entry.js';
import { connectGuides, keepTokenCommand } from '../../../../../core/views/connect-agent.js';
import type { Environment } from '../../../../desktop/device/device.js';
import { openFileLedger } from '../../../../desktop/logs/file-ledger.js';
import { changeSettings, openVaultDevice, type VaultDevice } from '../../../runner/vault-device.js';
import { newClient } from './new-client.js';
import { commandFor, nextRun } from '../../terminal/next-steps.js';
import { shellWord } from '../../terminal/shell-word.js';
import {
  confirmed,
  exitCodes,
  jsonLine,
  ownCommand,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from '../../terminal/terminal.js';

export interface AgentOptions {
  readonly vault: string;
  readonly json: boolean;
  readonly verb: 'add' | 'list' | 'revoke' | 'pause' | 'resume';
  readonly name: string | undefined;
  readonly token: boolean;
}

export async function agentCommand(
  terminal: Terminal,
  env: Environment,
  { vault, json, verb, name = '', token }: AgentOptions,
): Promise<ExitCode> {
  const only = verb === 'list' ? { isReader: true as const } : {};
  const device = await openVaultDevice(vault, env, only);
  if (!device.ok) return sayProblem(terminal, device.error);
  if (verb === 'list') return list(terminal, device.value, json);
  if (name === '') return sayProblem(terminal, noName(verb));
  if (verb === 'add') return add(terminal, device.value, name, token);
  const found = findAgent(device.value.config.agents ?? [], name);
  if (!found) return sayProblem(terminal, noSuchAgent(plain(name)).error);
  return change(terminal, device.value, verb, found.name);
}

async function add(
  terminal: Terminal,
  device: VaultDevice,
  name: string,
  showsToken: boolean,
): Promise<ExitCode> {
  const { token, withClient } = newClient(name);
  const checked = withClient(device.config);
  if (!checked.ok) return sayProblem(terminal, checked.error);
  terminal.line(
    `A program that connects as “${name}” can plan in this vault and draft requests. It can’t approve them.`,
  );
  if (!showsToken) {
    terminal.line(
      'Its token is not shown: the entry that `connect` writes needs none. For a program that connects to an address, add it with `--token`.',
    );
  }
  const said = await confirmed(terminal, 'add');
  if (!said.ok) return sayProblem(terminal, said.error);
  const now = await changeSettings(device, withClient);
  if (!now.ok) return sayProblem(terminal, now.error);
  const tick = styled(terminal, 'green', '✓');
  if (!showsToken) {
    terminal.line(`${tick} Added “${name}”.`);
    const words = `connect PROGRAM --client ${shellWord(name)} --write`;
    terminal.line(`Next: ${commandFor(words, device.root)}`);
    terminal.line(`PROGRAM is ${Object.keys(clientNames).join(', ')}.`);
    return exitCodes.well;
  }
  const address = agentAddress(now.value.agentPort ?? 0);
  const isWindows = process.platform === 'win32';
  terminal.line(`${tick} Added “${name}”. Its token, shown only now:`);
  terminal.line(`\n  ${token}\n`);
  terminal.line(`Address: ${address}, while \`countersign run --agents\` runs.`);
  terminal.line(
    '\nStore the token in a variable first, so that no command contains it. Paste it when asked:',
  );
  terminal.line(`  ${keepTokenCommand(isWindows)}`);
  const guides = connectGuides({
    ...{ address, name, isWindows, vault: device.root, command: ownCommand() },
  });
  for (const { client: whom, what, text } of guides) {
    terminal.line(`\n${styled(terminal, 'bold', whom)}: ${what}`);
    for (const line of text.split('\n')) terminal.line(`  ${plain(line)}`);
  }
  terminal.line(`\nThen: ${nextRun(device.root)}`);
  return exitCodes.well;
}

const changes = { revoke: revokeAgent, pause: pauseAgent, resume: resumeAgent } as const;

const results = {
  revoke: 'is revoked: its token no longer works. Requests that it drafted still wait.',
  pause: 'is paused: each of its calls is refused until you resume it.',
  resume: 'may make calls again.',
} as const;

async function change(
  terminal: Terminal,
  device: VaultDevice,
  verb: keyof typeof changes,
  name: string,
): Promise<ExitCode> {
  // A pause needs no confirmation, because it allows nothing new.
  if (verb !== 'pause') {
    const said = await confirmed(terminal, verb);
    if (!said.ok) return sayProblem(terminal, said.error);
  }
  const changed = await changeSettings(device, (config) => changes[verb](config, name));
  if (!changed.ok) return sayProblem(terminal, changed.error);
  terminal.line(`${styled(terminal, 'green', '✓')} “${name}” ${results[verb]}`);
  return exitCodes.well;
}

async function list(terminal: Terminal, device: VaultDevice, json: boolean): Promise<ExitCode> {
  const { agents = [], agentPort: port = null } = device.config;
  const read = await lastActions(device, agents);
  if (!read.ok) return sayProblem(terminal, read.error);
  const address = port === null ? null : agentAddress(port);
  if (json) {
    const clients = agents.map(({ name, added, paused = false }) => {
      const { at, event, detail } = read.value.get(name) ?? {};
      return { name, added, paused, last: at === undefined ? null : { at, event, detail } };
    });
    terminal.line(jsonLine({ address, clients }));
    return exitCodes.well;
  }
  if (agents.length === 0) {
    terminal.line('No clients yet. Add one with `countersign agent add NAME`.');
    return exitCodes.well;
  }
  for (const { name, added, paused } of agents) {
    const last = read.value.get(name);
    terminal.line(`${styled(terminal, 'bold', name)}  added ${added}${paused ? ', paused' : ''}`);
    terminal.line(`  ${last ? `${last.at}: ${plain(activityText(last))}` : 'No activity yet.'}`);
  }
  terminal.line(`Address: ${address}, while \`countersign run --agents\` runs.`);
  return exitCodes.well;
}

async function lastActions(
  { ledgerFile }: VaultDevice,
  clients: readonly AgentClient[],
): Promise<Result<ReadonlyMap<string, AuditEntry>>> {
  const ledger = await openFileLedger(ledgerFile);
  try {
    const read = await ledger.read();
    if (!read.ok) return read;
    const last = clients.flatMap((client) => {
      const [newest] = entriesOfClient(read.value.records, client);
      return newest ? [[client.name, newest] as const] : [];
    });
    return ok(new Map(last));
  } finally {
    await ledger.close();
  }
}

function noName(verb: AgentOptions['verb']): Problem {
  return fail(
    'usage',
    'Which client?',
    verb === 'add'
      ? 'Use `agent add NAME`: a name of your own for it, such as “Claude Code”.'
      : `Use \`agent ${verb} NAME\`. \`countersign agent list\` shows the names.`,
  ).error;
}
