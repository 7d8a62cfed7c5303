import { spawn, type ChildProcess } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import process from 'node:process';
import { fail, ok, type Result } from '../../core/errors.js';
import type {
  ChildProcesses,
  ChildProcessHandle,
  ChildProcessSpec,
} from '../../mcp/client/child-processes.js';
import { resolveCommand } from './processes-command.js';
import { askLoginShell, inheritedVariables, joinSearchPaths } from './processes-environment.js';
import { handleOf } from './processes-handle.js';
import { commandShellArguments, needsCommandShell } from './processes-windows.js';

/** Settings that only tests change. */
export interface NodeProcessesOptions {
  /** The person's shell, asked once for its PATH; `null`: none is asked. Default `$SHELL`. */
  readonly loginShell?: string | null;
  /** How long the shell may take. Default 5 s. */
  readonly loginShellLimitMs?: number;
  /** How long each step of ending a child may take. Default 2 s. */
  readonly graceMs?: number;
  /** Our own environment. */
  readonly environment?: NodeJS.ProcessEnv;
}

/** `ChildProcesses` on Node. Nothing is started, no shell asked, before the first `spawn`. */
export function nodeProcesses(options: NodeProcessesOptions = {}): ChildProcesses {
  const environment = options.environment ?? process.env;
  let searchPath: Promise<string> | null = null;
  return {
    spawn: async (spec) => {
      const path =
        spec.env['PATH'] ?? (await (searchPath ??= findSearchPath(environment, options)));
      return spawnProcess(spec, path, environment, options.graceMs ?? 2_000);
    },
  };
}

async function findSearchPath(
  environment: NodeJS.ProcessEnv,
  options: NodeProcessesOptions,
): Promise<string> {
  const own = environment['PATH'] ?? '';
  const shell =
    options.loginShell === undefined ? (environment['SHELL'] ?? null) : options.loginShell;
  if (shell === null || shell === '' || process.platform === 'win32') return own;
  const limitMs = options.loginShellLimitMs ?? 5_000;
  return joinSearchPaths((await askLoginShell(shell, environment, limitMs)) ?? '', own);
}

async function spawnProcess(
  spec: ChildProcessSpec,
  searchPath: string,
  environment: NodeJS.ProcessEnv,
  graceMs: number,
): Promise<Result<ChildProcessHandle>> {
  const cwd = spec.cwd ?? process.cwd();
  const resolved = await resolveCommand(spec.command, searchPath, cwd, environment);
  if (!resolved.ok) return resolved;
  const file = resolved.value;
  const throughShell = process.platform === 'win32' && needsCommandShell(file);
  const args = throughShell ? commandShellArguments(file, spec.args) : ok(spec.args);
  if (!args.ok) return args;
  const env = {
    ...inheritedVariables(environment),
    ...spec.env,
    PATH: withFolder(searchPath, dirname(file)),
  };
  try {
    const child = spawn(
      throughShell ? (environment['COMSPEC'] ?? 'cmd.exe') : file,
      [...args.value],
      {
        cwd,
        env,
        shell: false,
        stdio: 'pipe',
        detached: process.platform !== 'win32',
        windowsHide: true,
        windowsVerbatimArguments: throughShell,
      },
    );
    await spawned(child);
    if (child.pid === undefined) throw new Error('it has no process id');
    return ok(handleOf(child, child.pid, graceMs));
  } catch (error) {
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

/** `npx` needs the `node` that lies beside it: its folder comes first unless it is there already. */
function withFolder(searchPath: string, folder: string): string {
  return searchPath.split(delimiter).includes(folder)
    ? searchPath
    : joinSearchPaths(folder, searchPath);
}
