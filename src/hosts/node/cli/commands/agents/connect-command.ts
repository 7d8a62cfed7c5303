import { realpath } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import process from 'node:process';
import { fail, ok, type Problem, type Result } from '../../../../../core/errors.js';
import { findAgent, noSuchAgent } from '../../../../../core/settings/agent-clients.js';
import {
  clientNames,
  isEntryName,
  isKnownClient,
  showEntry,
  withEntry,
  type ClientEntry,
  type ServerLaunch,
} from '../../../../../core/views/client-entry.js';
import {
  clientFile,
  readPersonsFile,
  writePersonsFile,
} from '../../../../desktop/agents/client-files.js';
import type { Environment } from '../../../../desktop/device/device.js';
import { PathContainment } from '../../../../desktop/paths/path-containment.js';
import { openVaultDevice, type VaultDevice } from '../../../runner/vault-device.js';
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
  /** Which program. */
  readonly program: string | undefined;
  /** The client’s name here; absent: logs call it `Outside`. */
  readonly client: string | undefined;
  /** What the program calls our server. */
  readonly server: string;
  readonly write: boolean;
}

/** `countersign connect`: shows our entry in a program’s own configuration, or writes it there for its person. */
export async function connectCommand(
  terminal: Terminal,
  env: Environment,
  { vault, program = '', client, server, write }: ConnectOptions,
): Promise<ExitCode> {
  if (!isKnownClient(program)) return sayProblem(terminal, noProgram(program));
  if (!isEntryName(server)) return sayProblem(terminal, noEntryName());
  const device = await openVaultDevice(vault, env, { isReader: true });
  if (!device.ok) return sayProblem(terminal, device.error);
  const launch = await ownLaunch(env, device.value, client);
  if (!launch.ok) return sayProblem(terminal, launch.error);
  const { root } = device.value;
  const path = clientFile(program, { env });
  const entry = { client: program, name: server, vault: root, launch: launch.value };
  if (await (await PathContainment.open(root)).leads(path)) {
    return sayProblem(terminal, inVault(path));
  }
  const read = await readPersonsFile(path);
  const after = read.ok ? withEntry(read.value.text ?? '', entry) : read;
  if (!read.ok || !after.ok) return sayByHand(terminal, path, entry, after);
  const whom = clientNames[program];
  if (after.value === read.value.text) {
    terminal.line(`${styled(terminal, 'green', '✓')} ${whom} is connected: ${plain(path)}`);
    return exitCodes.well;
  }
  preview(terminal, entry, path, read.value.text === null);
  if (client === undefined) {
    const add = `${ownCommand()} agent add NAME --vault ${shellWord(root)}`;
    terminal.line('Logs will call it “Outside”. To give it a name of its own, add a client with');
    terminal.line(`  ${plain(add)}\nand connect with \`--client NAME\`.`);
  }
  if (!write) {
    terminal.line('Nothing was written. Run this again with `--write` to write it.');
    return exitCodes.well;
  }
  const said = await confirmed(terminal, 'connect');
  if (!said.ok) return sayProblem(terminal, said.error);
  const written = await writePersonsFile(read.value, after.value);
  if (!written.ok) return sayByHand(terminal, path, entry, written);
  terminal.line(`${styled(terminal, 'green', '✓')} Written. Start a new session of ${whom}.`);
  terminal.line(
    'It can call while Obsidian is open with agents turned on, or while `countersign run --agents` runs.',
  );
  return exitCodes.well;
}

function preview(terminal: Terminal, entry: ClientEntry, path: string, isNew: boolean): void {
  const { under, text } = showEntry(entry);
  const will = isNew ? 'will be created' : 'will be changed';
  terminal.line(`${styled(terminal, 'bold', clientNames[entry.client])}: ${plain(path)} ${will}.`);
  terminal.line(`  Before: no entry “${entry.name}”.`);
  terminal.line(`  After, ${under}:`);
  sayLines(terminal, text);
  const others = isNew ? '' : 'Everything else in the file stays as it is. ';
  terminal.line(`${others}The entry holds no token.`);
  if (entry.client !== 'claude-code') return;
  terminal.line('Claude Code writes into this file while it runs, so end its sessions first.');
  terminal.line('Or have Claude Code write it:');
  sayLines(terminal, claudeCommand(entry));
}

/** Why nothing is written, and what a person can write. */
function sayByHand(
  terminal: Terminal,
  path: string,
  entry: ClientEntry,
  why: Result<unknown>,
): ExitCode {
  const { under, text } = showEntry(entry);
  const message = why.ok ? '' : ` ${why.error.message}`;
  terminal.error(styled(terminal, 'red', plain(`${path} can’t be changed.${message}`)));
  terminal.line(`Nothing was written. To connect, have this in that file, ${under}:`);
  sayLines(terminal, text);
  terminal.line('For another name of the entry, use `--server NAME`.');
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

/** How another program starts `countersign mcp`, wherever it is started and whatever its PATH is. */
async function ownLaunch(
  env: Environment,
  { root, config }: VaultDevice,
  client: string | undefined,
): Promise<Result<ServerLaunch>> {
  const named = client === undefined ? undefined : findAgent(config.agents ?? [], client);
  if (client !== undefined && named === undefined) {
    const { code, message } = noSuchAgent(plain(client)).error;
    return fail(code, message, 'Add it first: `countersign agent add NAME`.');
  }
  const script = await realpath(process.argv[1] ?? '');
  // Programs start servers with few variables; this one says where the device’s state is.
  const folder = process.platform === 'win32' ? undefined : env['XDG_CONFIG_HOME'];
  const variables: Record<string, string> =
    folder !== undefined && isAbsolute(folder) ? { XDG_CONFIG_HOME: folder } : {};
  const reach = await PathContainment.open(root);
  for (const file of [process.execPath, script]) {
    if (!(await reach.leads(file))) continue;
    return { ok: false, error: inVault(file) };
  }
  const args = [script, 'mcp', '--vault', root];
  const odd = [process.execPath, ...args, ...Object.values(variables)].find((word) =>
    // Some programs put a variable in place of such a word.
    /[$\p{Cc}]/u.test(word),
  );
  if (odd !== undefined) {
    return fail(
      'input_invalid',
      `The path ${odd} has a character that not every program reads as it is.`,
      'Name the vault by a path without “$”, such as a link to its folder.',
    );
  }
  return ok({
    command: process.execPath,
    args: named ? [...args, '--client', named.name] : args,
    env: variables,
  });
}

function inVault(path: string): Problem {
  return fail(
    'input_invalid',
    `${path} leads into the vault, where agents can change it.`,
    'Keep it outside the vault, then run this again.',
  ).error;
}

function noProgram(program: string): Problem {
  const names = Object.keys(clientNames).join(', ');
  const message = program === '' ? 'Which program?' : `${plain(program)} is not known.`;
  return fail('usage', message, `Use \`connect\` with one of ${names}.`).error;
}

function noEntryName(): Problem {
  return fail(
    'usage',
    'The name of --server has 1 to 32 letters (A to Z), digits or hyphens, a letter first.',
    'Give another name.',
  ).error;
}
