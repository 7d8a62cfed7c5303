import type { DataAdapter } from 'obsidian';
import { fail, ok, type Result } from '../../../core/errors.js';
import { withSharedKey } from '../../../core/settings/device-keys.js';
import type { PinnedKey } from '../../../core/settings/device-config.js';
import type { ChosenPlanning } from '../../../core/settings/planning.js';
import { checkVaultSettings, type VaultSettings } from '../../../core/settings/vault-settings.js';

/**
 * The vault's settings; `null` before the vault was set up. Read without `loadData`, which cannot
 * tell a damaged file from none: a damaged one is never a default, and never written over.
 */
export async function readVaultSettings(
  adapter: Pick<DataAdapter, 'exists' | 'read'>,
  file: string,
): Promise<Result<VaultSettings | null>> {
  try {
    if (!(await adapter.exists(file))) return ok(null);
    return checkVaultSettings(JSON.parse(await adapter.read(file)), file);
  } catch (error) {
    return fail(
      'settings_invalid',
      `The vault's settings can’t be read: ${error instanceof Error ? error.message : String(error)}.`,
      'Fix or restore the file. Nothing runs until then.',
      { path: file },
    );
  }
}

/** The id in the settings as they are now, whatever it is, and the same settings under another one. */
export async function settingsToName(
  adapter: Pick<DataAdapter, 'exists' | 'read'>,
  file: string,
): Promise<Result<{ readonly current: unknown; readonly named: (vaultId: string) => unknown }>> {
  const read = await readVaultSettings(adapter, file);
  if (!read.ok && read.error.code !== 'vault_id_changed') return read;
  if (read.ok && !read.value) return notSetUp(file);
  const raw = JSON.parse(await adapter.read(file)) as Partial<VaultSettings>;
  return ok({ current: raw.vaultId, named: (vaultId) => ({ ...raw, vaultId }) });
}

/** What is to be saved, and how it is read. */
export interface EditedSettings {
  readonly data: unknown;
  readonly settings: VaultSettings;
}

/** The settings as they lie there now, with this device's key among what others wrote; see {@link editSettings}. */
export function settingsWithKey(
  adapter: Pick<DataAdapter, 'exists' | 'read'>,
  file: string,
  key: PinnedKey,
): Promise<Result<EditedSettings>> {
  return editSettings(adapter, file, (settings) => ({
    ...settings,
    keys: withSharedKey(settings.keys, key),
  }));
}

/** The same with other words, hours and choices for tasks. */
export function settingsWithPlanning(
  adapter: Pick<DataAdapter, 'exists' | 'read'>,
  file: string,
  edit: (chosen: ChosenPlanning) => ChosenPlanning,
): Promise<Result<EditedSettings>> {
  return editSettings(adapter, file, ({ words, blockedHours, loop, reasoning, ...others }) => ({
    ...others,
    ...edit({
      ...(words ? { words } : {}),
      ...(blockedHours ? { blockedHours } : {}),
      ...(loop ? { loop } : {}),
      ...(reasoning ? { reasoning } : {}),
    }),
  }));
}

/**
 * The settings as they lie there now, edited; what a later version wrote beside them stays. Fails as
 * {@link readVaultSettings} does, where there are none, and where what came of it could not be read.
 */
async function editSettings(
  adapter: Pick<DataAdapter, 'exists' | 'read'>,
  file: string,
  edit: (settings: VaultSettings) => VaultSettings,
): Promise<Result<EditedSettings>> {
  const read = await readVaultSettings(adapter, file);
  if (!read.ok) return read;
  if (!read.value) return notSetUp(file);
  const settings = checkVaultSettings(edit(read.value), file);
  if (!settings.ok) return settings;
  const raw = JSON.parse(await adapter.read(file)) as Partial<VaultSettings>;
  const { words: _, blockedHours: __, loop: ___, reasoning: ____, ...others } = raw;
  return ok({ data: { ...others, ...settings.value }, settings: settings.value });
}

function notSetUp(path: string): Result<never> {
  return fail('vault_not_set_up', 'This vault is not set up.', 'Set it up first.', { path });
}
