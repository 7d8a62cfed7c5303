import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../core/errors.js';
import { checkVaultSettings, type VaultSettings } from '../../core/settings/vault-settings.js';
import { replaceFile } from '../desktop/atomic-file.js';
import { describeSystemError, systemErrorCode } from '../desktop/system-error.js';

/** Where the plugin keeps its settings, below the vault; the runner reads the same file. */
export const settingsPath = '.obsidian/plugins/countersign/data.json';

/** The vault's settings; `null` before the vault was set up. A damaged file is never a default. */
export async function readVaultSettings(root: string): Promise<Result<VaultSettings | null>> {
  let text: string;
  try {
    text = await readFile(join(root, settingsPath), 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return ok(null);
    return unreadable(describeSystemError(error));
  }
  try {
    return checkVaultSettings(JSON.parse(text), settingsPath);
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : String(error));
  }
}

/** Writes the settings of a vault that has none yet. */
export async function writeVaultSettings(
  root: string,
  settings: VaultSettings,
): Promise<Result<void>> {
  const file = join(root, settingsPath);
  try {
    await mkdir(dirname(file), { recursive: true });
    await replaceFile(file, Buffer.from(`${JSON.stringify(settings, null, 2)}\n`, 'utf8'), 0o644);
    return ok(undefined);
  } catch (error) {
    return fail(
      'settings_invalid',
      `The vault's settings could not be written: ${describeSystemError(error)}.`,
      'Check that the vault folder can be written to.',
      { path: settingsPath },
    );
  }
}

function unreadable(reason: string): ReturnType<typeof fail> {
  return fail(
    'settings_invalid',
    `The vault's settings cannot be read: ${reason}.`,
    'Repair or restore the file; nothing is run until then.',
    { path: settingsPath },
  );
}
