import { chmod, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import process from 'node:process';
import { sha256Hex } from '../../../core/digest.js';
import { fail, ok, type Result } from '../../../core/errors.js';
import { whichVaultAdvice } from '../../../core/settings/vault-settings.js';
import { describeSystemError, systemErrorCode } from '../system/system-error.js';
import { PathContainment } from '../paths/path-containment.js';

export interface VaultLocation {
  readonly vaultRoot: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  readonly home?: string;
}

export interface DeviceLocation extends VaultLocation {
  /** Agents can change this id, because it is in the vault's settings. */
  readonly vaultId: string;
  /** Set this to only read. Then no file or folder is created. */
  readonly isReader?: true;
}

export interface KnownStates {
  readonly parent: string;
  readonly suffix: string;
  readonly vaultIds: readonly string[];
}

export async function deviceFolder(place: DeviceLocation): Promise<Result<string>> {
  const { vaultId } = place;
  if (!/^[A-Za-z0-9-]{1,64}$/.test(vaultId)) {
    return fail(
      'settings_invalid',
      'The vault id in the settings of this vault is malformed.',
      'Restore it from a backup of the settings, or set up the vault again.',
    );
  }
  try {
    const { parent, suffix, vaultIds } = await statesOf(place);
    if (!isAbsolute(parent)) return noHome(parent);
    const others = vaultIds.filter((id) => id !== vaultId);
    if (others.length > 0) return anotherId(vaultId, others);
    const folder = join(parent, `${vaultId}${suffix}`);
    if (await (await PathContainment.open(place.vaultRoot)).leads(folder))
      return insideVault(folder);
    if (!place.isReader) await mkdir(folder, { recursive: true, mode: 0o700 });
    else if ((await namesIn(folder)).length === 0) return ok(folder);
    const problem = (await fileProblem(folder)) ?? (await ownerProblem(folder));
    if (problem === null && !place.isReader) await chmod(folder, 0o700);
    return problem === null ? ok(folder) : notOnlyOurs(problem);
  } catch (error) {
    return fail(
      'device_state_write_failed',
      `The folder for this device's state could not be made: ${describeSystemError(error)}.`,
      'Check your configuration folder, then try again.',
    );
  }
}

/** Finds the vault ids that this computer has used for a vault's folder. */
export async function statesOf(place: VaultLocation): Promise<KnownStates> {
  const { vaultRoot, env, platform = process.platform, home = homedir() } = place;
  const suffix = `-${sha256Hex(await realpath(vaultRoot)).slice(0, 10)}`;
  const parent = join(configurationFolder(env, platform, home), 'countersign');
  const names = isAbsolute(parent) ? await namesIn(parent) : [];
  const vaultIds: string[] = [];
  for (const name of names.filter((one) => one.endsWith(suffix))) {
    if ((await namesIn(join(parent, name))).length > 0)
      vaultIds.push(name.slice(0, -suffix.length));
  }
  return { parent, suffix, vaultIds };
}

/** Appears in the name of each device folder that a person set aside. */
export const setAsideMark = '-until-';

function anotherId(vaultId: string, others: readonly string[]): Result<never> {
  const known = others.length === 1 ? others.join('') : `one of ${others.join(', ')}`;
  return fail(
    'vault_id_changed',
    `The settings of this vault call it ${vaultId}, but this computer knows the vault in this folder as ${known}.`,
    whichVaultAdvice,
  );
}

export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Returns the folder in which programs store their configuration. */
export function configurationFolder(
  env: DeviceLocation['env'],
  platform: NodeJS.Platform,
  home: string,
): string {
  // The XDG specification says to ignore relative paths.
  const absolute = (path: string | undefined): string | null =>
    path !== undefined && isAbsolute(path) ? path : null;
  if (platform === 'win32') return absolute(env['APPDATA']) ?? join(home, 'AppData', 'Roaming');
  const asked = absolute(env['XDG_CONFIG_HOME']);
  if (asked !== null) return asked;
  return platform === 'darwin'
    ? join(home, 'Library', 'Application Support')
    : join(home, '.config');
}

async function ownerProblem(folder: string): Promise<string | null> {
  // Windows has neither Unix owners nor modes.
  const user = process.getuid?.();
  if (user === undefined) return null;
  for (const own of [folder, dirname(folder)]) {
    const real = await realpath(own);
    const { uid, mode } = await stat(real);
    if (uid !== user) return `${real} belongs to another user`;
    if ((mode & 0o022) !== 0) return `other users may write into ${real}`;
    for (let above = dirname(real); ; above = dirname(above)) {
      const { mode: modeAbove } = await stat(above);
      // In a folder with the sticky bit, like /tmp, only a file's owner can rename or delete it.
      if ((modeAbove & 0o1002) === 0o002) return `every user may write into ${above}`;
      if (above === dirname(above)) break;
    }
  }
  return null;
}

async function fileProblem(folder: string): Promise<string | null> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) return `${path} is a link`;
    if (!entry.isFile() || process.getuid === undefined) continue;
    const { mode } = await stat(path).catch(() => ({ mode: 0 }));
    if ((mode & 0o022) !== 0) return `other users may write ${path}`;
  }
  return null;
}

function noHome(configuration: string): Result<never> {
  return fail(
    'device_state_invalid',
    `The home folder of this account is not known, so the state of this device would be kept in ${configuration} below the current folder, where agents may write.`,
    'Set HOME, or XDG_CONFIG_HOME, to a full path, then start again.',
  );
}

function insideVault(folder: string): Result<never> {
  return fail(
    'device_state_invalid',
    `The state of this device would be kept in ${folder}, which leads into this vault, where agents can write and sync can read.`,
    'Set XDG_CONFIG_HOME to a folder outside the vault, or open a vault that does not contain your configuration folder, then start again.',
  );
}

function notOnlyOurs(problem: string): Result<never> {
  return fail(
    'device_state_invalid',
    `The state of this device is not safe: ${problem}.`,
    'Check that folder. Replace links by the files themselves, make the folder and its files your own and writable only by you (chown, chmod go-w), then start again.',
  );
}
