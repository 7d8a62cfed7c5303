import { realpath } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import process from 'node:process';
import { fail, ok, type Problem, type Result } from '../../../../../core/errors.js';
import type {
  ClientEntry,
  KnownClient,
  ServerLaunch,
} from '../../../../../core/views/client-entry.js';
import type { Environment } from '../../../../desktop/device/device.js';
import { PathContainment } from '../../../../desktop/paths/path-containment.js';

/** Our entry in the file of a program: how it starts us for a vault, as one of its clients. */
export function ownEntry(
  { args, ...launch }: ServerLaunch,
  {
    program,
    server,
    root,
    client,
  }: {
    readonly program: KnownClient;
    /** What the program calls us. */
    readonly server: string;
    /** The vault’s folder. */
    readonly root: string;
    /** Absent: logs call it `Outside`. */
    readonly client: string | undefined;
  },
): ClientEntry {
  const words = ['mcp', '--vault', root, ...(client === undefined ? [] : ['--client', client])];
  const ours = { ...launch, args: [...args, ...words] };
  return { client: program, name: server, vault: root, launch: ours };
}

/** How another program starts this command line, wherever it is started and whatever its PATH is. */
export async function ownLaunch(env: Environment, root: string): Promise<Result<ServerLaunch>> {
  const command = process.execPath;
  const script = await realpath(process.argv[1] ?? '');
  // Programs start servers with few variables; this one says where the device’s state is.
  const folder = process.platform === 'win32' ? undefined : env['XDG_CONFIG_HOME'];
  const variables: Record<string, string> =
    folder !== undefined && isAbsolute(folder) ? { XDG_CONFIG_HOME: folder } : {};
  const reach = await PathContainment.open(root);
  for (const file of [command, script]) {
    if (await reach.leads(file)) return { ok: false, error: inVault(file) };
  }
  const odd = [command, script, root, ...Object.values(variables)].find((word) =>
    // Some programs put a variable in place of such a word.
    /[$\p{Cc}]/u.test(word),
  );
  if (odd === undefined) return ok({ command, args: [script], env: variables });
  return fail(
    'input_invalid',
    `The path ${odd} has a character that some programs interpret.`,
    'Name the vault by a path without “$”, such as a link to its folder.',
  );
}

/** That a file is where agents can change it. */
export function inVault(path: string): Problem {
  return fail(
    'input_invalid',
    `${path} leads into the vault, where agents can change it.`,
    'Keep it outside the vault, then run this again.',
  ).error;
}
