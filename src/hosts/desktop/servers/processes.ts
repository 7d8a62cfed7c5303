import { spawn, type ChildProcess } from 'node:child_process';
import { userInfo } from 'node:os';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import process from 'node:process';
import { fail, ok, type Result } from '../../../core/errors.js';
import type {
  ChildProcesses,
  ChildProcessHandle,
  ChildProcessSpec,
} from '../../../mcp/client/transport/child-processes.js';
import { fileVersion } from '../files/file-version.js';
import { deviceStateProblem } from '../paths/device-state-paths.js';
import { isPathCommand, resolveCommand } from './processes-command.js';
import { askLoginShell, inheritedVariables, joinSearchPaths } from './processes-environment.js';
import { RunningGroups } from './processes-group.js';
import { handleOf } from './processes-handle.js';
import { commandShellArguments, needsCommandShell, systemProgram } from './processes-windows.js';
import { describeSystemError } from '../system/system-error.js';
import { anyStartFolder, makeStartFolder, removeStartFolder } from '../paths/start-folder.js';
import { PathContainment, spellings } from '../paths/path-containment.js';

export interface NodeProcessesOptions {
  readonly folder: string;
  readonly vaultRoot: string;
  /** The shell that is asked for its PATH. Null means that none is asked. Default: `$SHELL`. */
  readonly loginShell?: string | null;
  readonly loginShellLimitMs?: number;
  readonly graceMs?: number;
  readonly environment?: NodeJS.ProcessEnv;
  readonly accountHome?: string;
}

export function nodeProcesses(options: NodeProcessesOptions): ChildProcesses {
  const environment = options.environment ?? process.env;
  const running = new RunningGroups();
  let searchPath: Promise<string> | null = null;
  return {
    spawn: async (spec) => {
      let reach: PathContainment;
      try {
        reach = await PathContainment.open(options.vaultRoot, environment, options.folder);
      } catch (error) {
        return fail(
          'bridge_unreachable',
          `The command ${spec.command} was not started: the vault could not be opened: ${describeSystemError(error)}.`,
          'Check that the vault is still in its place, then try again.',
        );
      }
      const parts = spec.mayUseVault ? [] : await reach.partsOf(spec);
      if (parts.length > 0) return usesVault(spec.command, parts);
      const path =
        spec.env['PATH'] ?? (await (searchPath ??= findSearchPath(environment, reach, options)));
      return spawnProcess(spec, joinSearchPaths(path), environment, reach, options, running);
    },
    deviceStateProblem: (texts) =>
      deviceStateProblem(texts, {
        parent: dirname(options.folder),
        startIn: anyStartFolder(options.folder),
        env: environment,
      }),
    namesVault: async (texts, hidden) => {
      try {
        for (const path of hidden) {
          if ((await fileVersion(join(options.vaultRoot, path))) !== null) return true;
        }
        const own = `${basename(options.vaultRoot)}/`.toLowerCase();
        const isBelow = (text: string): boolean => text.toLowerCase().includes(own);
        if (texts.flatMap((text) => [...spellings(text, {})]).some(isBelow)) return true;
        const reach = await PathContainment.open(options.vaultRoot, environment, options.folder);
        for (const text of texts) if (await reach.isNamedIn(text)) return true;
        return false;
      } catch {
        return true;
      }
    },
  };
}

function usesVault(command: string, parts: readonly string[]): Result<never> {
  return fail(
    'bridge_unreachable',
    `The command ${command} was not started: it uses this vault, where agents can write (${parts.join('; ')}).`,
    'If that is meant, confirm it: edit and save the bridge in the settings of the plugin, or run `countersign bridge confirm` in a terminal.',
  );
}

async function findSearchPath(
  environment: NodeJS.ProcessEnv,
  reach: PathContainment,
  options: NodeProcessesOptions,
): Promise<string> {
  const own = await outsideVault(environment['PATH'] ?? '', reach);
  const shell = options.loginShell === undefined ? environment['SHELL'] : options.loginShell;
  const asks = shell && isAbsolute(shell) && process.platform !== 'win32';
  if (!asks || (await reach.leads(shell))) return own;
  const limitMs = options.loginShellLimitMs ?? 5_000;
  // A variable that names the vault could make the shell's profile load files from there.
  const env: Record<string, string> = { ...(await inherited(environment, reach)), PATH: own };
  if (await findsHomeInVault(env, reach, options)) return own;
  const asked = (await askLoginShell(shell, env, options.folder, limitMs)) ?? '';
  return joinSearchPaths(await outsideVault(asked, reach), own);
}

async function findsHomeInVault(
  env: Readonly<Record<string, string>>,
  reach: PathContainment,
  options: NodeProcessesOptions,
): Promise<boolean> {
  const isNamed = [env['HOME'], env['USERPROFILE']].some((home) => home !== undefined);
  return !isNamed && reach.leads(options.accountHome ?? accountHome());
}

function accountHome(): string {
  try {
    return userInfo().homedir;
  } catch {
    return '/';
  }
}

/** Leaves out folders of the vault, because an agent could put a program there. */
async function outsideVault(searchPath: string, reach: PathContainment): Promise<string> {
  const folders: string[] = [];
  for (const folder of joinSearchPaths(searchPath).split(delimiter)) {
    if (folder !== '' && !(await reach.leads(folder))) folders.push(folder);
  }
  return folders.join(delimiter);
}

/**
 * Leaves out variables that name the vault. They could make a program load files that agents wrote.
 */
async function inherited(
  environment: NodeJS.ProcessEnv,
  reach: PathContainment,
): Promise<Record<string, string>> {
  const kept: [string, string][] = [];
  for (const [name, value] of Object.entries(inheritedVariables(environment))) {
    if (!(await reach.isNamedIn(value))) kept.push([name, value]);
  }
  return Object.fromEntries(kept);
}

async function spawnProcess(
  spec: ChildProcessSpec,
  searchPath: string,
  environment: NodeJS.ProcessEnv,
  reach: PathContainment,
  options: NodeProcessesOptions,
  running: RunningGroups,
): Promise<Result<ChildProcessHandle>> {
  const { folder, graceMs = 2_000 } = options;
  const resolved = await resolveCommand(spec.command, searchPath, environment);
  if (!resolved.ok) return resolved;
  const file = resolved.value;
  if (!isPathCommand(spec.command) && (await reach.leads(file))) {
    return fail(
      'bridge_unreachable',
      `The command ${spec.command} was not started: ${file} leads into this vault, where agents can write.`,
      'Write the full path of the program into the server’s settings. If that is in the vault, confirm it there.',
    );
  }
  const throughShell = process.platform === 'win32' && needsCommandShell(file);
  const args = throughShell ? commandShellArguments(file, spec.args) : ok(spec.args);
  if (!args.ok) return args;
  const env = {
    ...(await inherited(environment, reach)),
    ...spec.env,
    PATH: withFolder(searchPath, dirname(file)),
  };
  let startIn: string | null = null;
  try {
    startIn = await makeStartFolder(folder);
    // In an empty home, the server finds no settings that an agent wrote.
    const home = (await findsHomeInVault(env, reach, options))
      ? { HOME: startIn, USERPROFILE: startIn }
      : {};
    const child = spawn(
      throughShell ? systemProgram('cmd.exe', environment) : file,
      [...args.value],
      {
        cwd: startIn,
        env: { NODE_V8_COVERAGE: undefined, ...env, ...home },
        shell: false,
        stdio: 'pipe',
        detached: process.platform !== 'win32',
        windowsHide: true,
        windowsVerbatimArguments: throughShell,
      },
    );
    await spawned(child);
    if (child.pid === undefined) throw new Error('it has no process id');
    const used = startIn;
    child.once('exit', () => void removeStartFolder(used));
    return ok(handleOf(child, child.pid, graceMs, running));
  } catch (error) {
    if (startIn !== null) await removeStartFolder(startIn);
    return fail(
      'bridge_unreachable',
      `The command ${spec.command} could not be started: ${error instanceof Error ? error.message : String(error)}.`,
      'Correct the command of the bridge.',
    );
  }
}

function spawned(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
}

function withFolder(searchPath: string, folder: string): string {
  return searchPath.split(delimiter).includes(folder)
    ? searchPath
    : joinSearchPaths(folder, searchPath);
}
