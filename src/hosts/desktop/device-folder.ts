import { mkdir, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import process from 'node:process';
import { sha256Hex } from '../../core/digest.js';
import { fail, ok, type Result } from '../../core/errors.js';
import { describeSystemError } from './system-error.js';

/** Which device state is meant. */
export interface DevicePlace {
  /** The vault's folder; it must exist. */
  readonly vaultRoot: string;
  /** From the vault's settings, hence not trusted. */
  readonly vaultId: string;
  /** The process's environment: `XDG_CONFIG_HOME`, `APPDATA`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  /** The person's home folder. */
  readonly home?: string;
}

/**
 * Makes, owner-only, the folder of this device's state for one vault and gives its path:
 * `<configuration>/countersign/<vault id>-<10 hex digits of the real vault path>`. A copy of a vault
 * in another place thus never shares a ledger with the first. Fails with `settings_invalid` for a
 * malformed vault id and with `device_state_write_failed`.
 */
export async function deviceFolder(place: DevicePlace): Promise<Result<string>> {
  const { vaultRoot, vaultId, env, platform = process.platform, home = homedir() } = place;
  if (!/^[A-Za-z0-9-]{1,64}$/.test(vaultId)) {
    return fail(
      'settings_invalid',
      'The vault id in the settings of this vault is malformed.',
      'Restore it from a backup of the settings, or set up the vault again.',
    );
  }
  try {
    const hash = sha256Hex(await realpath(vaultRoot));
    const parent = join(configurationFolder(env, platform, home), 'countersign');
    const folder = join(parent, `${vaultId}-${hash.slice(0, 10)}`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return ok(folder);
  } catch (error) {
    return fail(
      'device_state_write_failed',
      `The folder for this device's state could not be made: ${describeSystemError(error)}.`,
      'Check your configuration folder, then try again.',
    );
  }
}

function configurationFolder(
  env: DevicePlace['env'],
  platform: NodeJS.Platform,
  home: string,
): string {
  // The XDG specification has relative paths ignored.
  const absolute = (path: string | undefined): string | null =>
    path !== undefined && isAbsolute(path) ? path : null;
  if (platform === 'win32') return absolute(env['APPDATA']) ?? join(home, 'AppData', 'Roaming');
  const asked = absolute(env['XDG_CONFIG_HOME']);
  if (asked !== null) return asked;
  return platform === 'darwin'
    ? join(home, 'Library', 'Application Support')
    : join(home, '.config');
}
