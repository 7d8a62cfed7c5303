import { realpath } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import process from 'node:process';
import { fail, ok, type Problem, type Result } from '../../../../../core/errors.js';
import type { DeviceConfig } from '../../../../../core/settings/device-config.js';
import type {
  ClientEntry,
  KnownClient,
  ServerLaunch,
} from '../../../../../core/views/client-entry.js';
import type { OwnReach } from '../../../../../mcp/client/own-entry.js';
import type { Environment } from '../../../../desktop/device/device.js';
import { PathContainment } from '../../../../desktop/paths/path-containment.js';

/** Returns the entry that makes a program start `countersign mcp` for a vault. */
export function ownEntry(
  { args, ...launch }: ServerLaunch,
  {
    program,
    server,
    root,
    real,
    client,
  }: {
    readonly program: KnownClient;
    readonly server: string;
    readonly root: string;
    readonly real: string;
    readonly client: string | undefined;
  },
): ClientEntry {
  const words = ['mcp', '--vault', root, ...(client === undefined ? [] : ['--client', client])];
  const ours = { ...launch, args: [...args, ...words] };
  return { client: program, name: server, vault: real, launch: ours };
}

export async function ownReach({ agentPort }: DeviceConfig): Promise<OwnReach> {
  const script = await realpath(process.argv[1] ?? '');
  return { script, ...(agentPort !== undefined && { agentPort }) };
}

/** Returns the command with which other programs start Countersign. */
export async function ownLaunch(env: Environment, root: string): Promise<Result<ServerLaunch>> {
  const command = process.execPath;
  const script = await realpath(process.argv[1] ?? '');
  // Programs pass few variables on to the servers that they start.
  const folder = process.platform === 'win32' ? undefined : env['XDG_CONFIG_HOME'];
  const variables: Record<string, string> =
    folder !== undefined && isAbsolute(folder) ? { XDG_CONFIG_HOME: folder } : {};
  const reach = await PathContainment.open(root);
  for (const file of [command, script]) {
    if (await reach.leads(file)) return { ok: false, error: inVault(file) };
  }
  const odd = [command, script, root, ...Object.values(variables)].find((word) =>
    // Some programs read `$` as the beginning of a variable.
    /[$\p{Cc}]/u.test(word),
  );
  if (odd === undefined) return ok({ command, args: [script], env: variables });
  return fail(
    'input_invalid',
    `The path ${odd} has a character that some programs interpret.`,
    'Name the vault by a path without “$”, such as a link to its folder.',
  );
}

export function inVault(path: string): Problem {
  return fail(
    'input_invalid',
    `${path} leads into the vault, where agents can change it.`,
    'Keep it outside the vault, then run this again.',
  ).error;
}
