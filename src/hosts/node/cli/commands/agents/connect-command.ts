import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../../../core/errors.js';
import { longestServerName } from '../../../../../core/settings/agents/mirrored-name.js';
import { findAgent, noSuchAgent } from '../../../../../core/settings/agents/agent-clients.js';
import {
  clientNames,
  isEntryName,
  isKnownClient,
  showEntry,
  withEntry,
  type ClientEntry,
  type KnownClient,
  type ServerLaunch,
} from '../../../../../core/views/client-entry.js';
import { hooksAreOff, showHook, withHook } from '../../../../../core/views/client-hook.js';
import { agentSocketPath, tooLongForSocket } from '../../../../desktop/agents/agent-socket.js';
import {
  clientFile,
  hookFile,
  readPersonsFile,
  writePersonsFile,
} from '../../../../desktop/agents/client-files.js';
import type { Environment } from '../../../../desktop/device/device.js';
import { PathContainment } from '../../../../desktop/paths/path-containment.js';
import { openVaultDevice, type VaultDevice } from '../../../runner/vault-device.js';
import { ownEntry, ownLaunch, inVault } from './own-entry.js';
import { otherServers, turnedOffBeside } from './beside-file.js';
import { moveCommand } from './move-command.js';
import { ownIsOff, stillThere } from './still-there.js';
import { howToRun } from '../../terminal/next-steps.js';
import { shellWord } from '../../terminal/shell-word.js';
import {
  confirmed,
  exitCodes,
  ownCommand,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from '../../terminal/terminal.js';

export interface ConnectOptions {
  readonly vault: string;
  readonly program: string | undefined;
  readonly client: string | undefined;
  readonly server: string;
  readonly hook: boolean;
  readonly write: boolean;
  readonly move: boolean;
}

interface Addition {
  readonly whom: string;
  readonly path: string;
  readonly what: string;
  readonly under: string;
  readonly text: string;
  readonly hints: readonly string[];
  readonly otherwise: string;
  readonly isConnection: boolean;
  readonly addTo: (text: string) => Result<string>;
  readonly warning: (text: string) => string | null;
  readonly isOff: (text: string) => boolean;
}

export async function connectCommand(
  terminal: Terminal,
  env: Environment,
  options: ConnectOptions,
): Promise<ExitCode> {
  const { vault, program = '', client, server, hook, write, move } = options;
  if (!isKnownClient(program)) return sayProblem(terminal, noProgram(program));
  if (!isEntryName(server) || server.length > longestServerName)
    return sayProblem(terminal, noEntryName());
  if (hook && (program !== 'claude-code' || client !== undefined || move)) {
    return sayProblem(terminal, wrongHook());
  }
  if (move) return moveCommand(terminal, env, { vault, program, client, server });
  const device = await openVaultDevice(vault, env, { isReader: true });
  if (!device.ok) return sayProblem(terminal, device.error);
  const { root } = device.value;
  const real = await realpath(root);
  const launch = await ownLaunch(env, root);
  if (!launch.ok) return sayProblem(terminal, launch.error);
  const path = clientFile(program, { env });
  const others = await otherServers(program, path);
  const off = await turnedOffBeside(program, path);
  const addition = hook
    ? ok(hookAddition(env, device.value, launch.value, server))
    : entryAddition(env, device.value, launch.value, {
        program,
        client,
        server,
        others,
        off,
        real,
      });
  if (!addition.ok) return sayProblem(terminal, addition.error);
  return add(terminal, root, addition.value, write);
}

async function add(
  terminal: Terminal,
  root: string,
  addition: Addition,
  write: boolean,
): Promise<ExitCode> {
  const { whom, path, what, addTo } = addition;
  if (await (await PathContainment.open(root)).leads(path)) {
    return sayProblem(terminal, inVault(path));
  }
  const read = await readPersonsFile(path);
  const after = read.ok ? addTo(read.value.text ?? '') : read;
  if (!read.ok || !after.ok) return sayByHand(terminal, addition, after);
  const isOff = addition.isOff(after.value);
  const warn = (): ExitCode => {
    const warning = addition.warning(after.value);
    if (warning !== null) terminal.line(styled(terminal, 'yellow', warning));
    return isOff ? exitCodes.needsPerson : exitCodes.well;
  };
  const tick = isOff ? '·' : styled(terminal, 'green', '✓');
  if (after.value === read.value.text) {
    terminal.line(`${tick} ${whom} already has this ${what}: ${plain(path)}`);
    return warn();
  }
  preview(terminal, addition, read.value.text === null);
  if (!write) {
    terminal.line('Nothing was written. Run this again with `--write` to write it.');
    return warn();
  }
  const said = await confirmed(terminal, 'connect');
  if (!said.ok) return sayProblem(terminal, said.error);
  const written = await writePersonsFile(read.value, after.value);
  if (!written.ok) return sayByHand(terminal, addition, written);
  terminal.line(`${tick} Written. Start a new session of ${whom}.`);
  if (addition.isConnection) {
    const [command = '', ...more] = howToRun(root);
    terminal.line(`Next: ${command}`);
    for (const line of more) terminal.line(`  ${line}`);
  }
  return warn();
}

function entryAddition(
  env: Environment,
  { root, folder, config }: VaultDevice,
  launch: ServerLaunch,
  {
    program,
    client,
    server,
    others,
    off,
    real,
  }: Pick<ConnectOptions, 'client' | 'server'> & {
    readonly program: KnownClient;
    readonly others: string | null;
    readonly off: readonly string[];
    /** The vault’s folder, with links resolved. */
    readonly real: string;
  },
): Result<Addition> {
  const named = client === undefined ? undefined : findAgent(config.agents ?? [], client);
  if (client !== undefined && named === undefined) {
    const { code, message } = noSuchAgent(plain(client)).error;
    return fail(code, message, 'Add it first: `countersign agent add NAME`.');
  }
  const unreachable = tooLongForSocket(agentSocketPath(folder));
  if (unreachable) return { ok: false, error: unreachable };
  const entry = ownEntry(launch, { program, server, root, real, client: named?.name });
  const whyOff = (text: string) => ownIsOff(text, program, { root: real, server, off });
  return ok({
    whom: clientNames[program],
    path: clientFile(program, { env }),
    what: `entry “${server}”`,
    ...showEntry(entry),
    hints: [
      'The entry contains no token. The program can call while Obsidian is open with agents turned on,',
      'or while `countersign run --agents` runs (without Obsidian, with `--trust-moves`).',
      ...(program === 'claude-code'
        ? [
            'Claude Code writes into this file while it runs, so end its sessions first.',
            `Or have Claude Code write it:\n    ${claudeCommand(entry)}`,
          ]
        : []),
      ...(named ? [] : withoutName(root)),
    ],
    otherwise: 'To use another name for the entry, add `--server NAME`.',
    isConnection: true,
    addTo: (text) => withEntry(text, entry),
    warning: (text) =>
      [stillThere(text, program, { root: real, config }), others, whyOff(text)]
        .filter((line) => line !== null)
        .join('\n') || null,
    isOff: (text) => whyOff(text) !== null,
  });
}

function withoutName(root: string): readonly string[] {
  return [
    'Logs will call it “Outside”, and it will not find the tools of your servers. To give it a name, add a client with',
    `    ${ownCommand()} agent add NAME --vault ${shellWord(root)}`,
    'and connect with `--client NAME`.',
  ];
}

function hookAddition(
  env: Environment,
  { root, folder }: VaultDevice,
  { command, args }: ServerLaunch,
  server: string,
): Addition {
  // Names the device folder, because Claude Code may run without XDG_CONFIG_HOME.
  const words = ['--vault', root, '--server', server, '--device-folder', dirname(folder)];
  const launch = { command, args: [...args, 'hook', ...words] };
  return {
    whom: clientNames['claude-code'],
    path: hookFile({ env }),
    what: 'hook of Countersign',
    under: 'in the list "PreToolUse" of "hooks"',
    text: showHook(launch),
    hints: [
      `In every folder, it denies tools of MCP servers other than “${server}”, and changes to settings`,
      'in this vault. It does not see shell commands (Bash, PowerShell).',
    ],
    otherwise: 'If the file has an older Countersign hook, replace it.',
    isConnection: false,
    addTo: (text) => withHook(text, launch),
    warning: (text) =>
      hooksAreOff(text)
        ? '! “disableAllHooks” in this file turns every hook off, this one too. Remove it.'
        : null,
    isOff: hooksAreOff,
  };
}

function preview(terminal: Terminal, addition: Addition, isNew: boolean): void {
  const { whom, path, what, under, text, hints } = addition;
  const will = isNew ? 'will be created' : 'will be changed';
  terminal.line(`${styled(terminal, 'bold', whom)}: ${plain(path)} ${will}.`);
  terminal.line(`  Before: no ${what}.`);
  terminal.line(`  After, ${under}:`);
  sayLines(terminal, text);
  if (!isNew) terminal.line('Everything else in the file stays as it is.');
  for (const line of hints.join('\n').split('\n')) terminal.line(plain(line));
}

function sayByHand(
  terminal: Terminal,
  { path, under, text, otherwise }: Addition,
  why: Result<unknown>,
): ExitCode {
  const message = why.ok ? '' : ` ${why.error.message}`;
  terminal.error(styled(terminal, 'red', plain(`${path} can’t be changed.${message}`)));
  terminal.line(`Nothing was written. To connect, put this into that file, ${under}:`);
  sayLines(terminal, text);
  terminal.line(otherwise);
  return exitCodes.cannotRun;
}

function sayLines(terminal: Terminal, text: string): void {
  for (const line of text.split('\n')) terminal.line(`    ${plain(line)}`);
}

function claudeCommand({ name, launch: { command, args, env } }: ClientEntry): string {
  const variables = Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
  const words = [
    ...['claude', 'mcp', 'add', ...variables, '--transport', 'stdio', '--scope', 'user', name],
    ...['--', command, ...args],
  ];
  return words.map((word) => shellWord(word)).join(' ');
}

function noProgram(program: string): Problem {
  const names = Object.keys(clientNames).join(', ');
  const message = program === '' ? 'Which program?' : `Unknown program: ${plain(program)}.`;
  return fail('usage', message, `Use \`connect\` with one of ${names}.`).error;
}

function wrongHook(): Problem {
  return fail(
    'usage',
    'Only Claude Code has the hook, and it takes neither a client nor --move.',
    'Use `connect claude-code --hook`.',
  ).error;
}

function noEntryName(): Problem {
  return fail(
    'usage',
    `--server takes 1 to ${longestServerName} letters (A to Z), digits or hyphens, a letter first, because tool names begin with it.`,
    'Give another name.',
  ).error;
}
