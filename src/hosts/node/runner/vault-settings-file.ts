import { basename, join } from 'node:path';
import { fail, ok, type Result } from '../../../core/errors.js';
import { folderOf } from '../../../core/note/file-name.js';
import { folderDifferences, initialFolders } from '../../../core/settings/folders.js';
import { checkVaultSettings, type VaultSettings } from '../../../core/settings/vault-settings.js';
import { replaceFile } from '../../desktop/files/atomic-file.js';
import { realFolder, withOpenFolder } from '../disk/open-folder.js';
import { readRegular } from '../../desktop/files/regular-file.js';
import { describeSystemError, systemErrorCode } from '../../desktop/system/system-error.js';

/** The path in the vault of the plugin's settings file. */
export const settingsPath = '.obsidian/plugins/countersign/data.json';

/** Returns null before the vault is set up. */
export async function readVaultSettings(root: string): Promise<Result<VaultSettings | null>> {
  let text: string;
  try {
    text = await readRegular(join(root, settingsPath));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return ok(null);
    const advice = 'Fix the cause. Nothing runs until then.';
    return unreadable(describeSystemError(error), advice);
  }
  try {
    return checkVaultSettings(JSON.parse(text), settingsPath);
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : String(error));
  }
}

export interface SettingsToName {
  readonly vaultId: unknown;
  readonly folders: readonly string[];
  readonly save: (vaultId: string) => Promise<Result<void>>;
}

/** Reads a vault's settings so that a person can change the vault's id. */
export async function readSettingsToName(root: string): Promise<Result<SettingsToName>> {
  const named = await readVaultSettings(root);
  if (!named.ok && named.error.code !== 'vault_id_changed') return named;
  if (named.ok && !named.value) return notSetUp(root);
  const read = async (): Promise<VaultSettings> =>
    JSON.parse(await readRegular(join(root, settingsPath))) as VaultSettings;
  const settings = await read();
  return ok({
    vaultId: settings.vaultId,
    folders: folderDifferences(initialFolders(settings.folders), settings.folders),
    // Sync may have changed the settings since they were read.
    save: async (vaultId) => {
      const now = await read().catch(() => settings);
      return writeVaultSettings(root, { ...now, vaultId });
    },
  });
}

export function notSetUp(vault: string): ReturnType<typeof fail> {
  return fail(
    'vault_not_set_up',
    'This vault is not set up for Countersign.',
    `Run \`countersign setup --vault ${vault}\` first.`,
  );
}

export async function readVaultId(root: string): Promise<string | null> {
  try {
    const settings: unknown = JSON.parse(await readRegular(join(root, settingsPath)));
    const { vaultId } = settings as { readonly vaultId?: unknown };
    return typeof vaultId === 'string' ? vaultId : null;
  } catch {
    return null;
  }
}

/** Changes the settings of a vault, and keeps unknown keys. */
export async function editVaultSettings(
  root: string,
  edit: (settings: VaultSettings) => VaultSettings,
): Promise<Result<void>> {
  const read = await readVaultSettings(root);
  if (!read.ok) return read;
  if (!read.value) return notSetUp(root);
  const raw = JSON.parse(await readRegular(join(root, settingsPath))) as VaultSettings;
  return writeVaultSettings(root, edit(raw));
}

export async function writeVaultSettings(
  root: string,
  settings: VaultSettings,
): Promise<Result<void>> {
  const bytes = Buffer.from(`${JSON.stringify(settings, null, 2)}\n`, 'utf8');
  try {
    const { root: real } = await realFolder(root);
    return await withOpenFolder(real, folderOf(settingsPath), true, async (place) => {
      await replaceFile(join(place, basename(settingsPath)), bytes, 0o644);
      return ok(undefined);
    });
  } catch (error) {
    return fail(
      'settings_invalid',
      `Couldn’t write the vault’s settings: ${describeSystemError(error)}.`,
      'Check that the vault folder can be written to.',
      { path: settingsPath },
    );
  }
}

function unreadable(
  reason: string,
  advice = 'Fix or restore the file. Nothing runs until then.',
): ReturnType<typeof fail> {
  return fail('settings_invalid', `Can’t read the vault’s settings: ${reason}.`, advice, {
    path: settingsPath,
  });
}
