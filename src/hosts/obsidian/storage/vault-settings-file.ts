import type { DataAdapter } from 'obsidian';
import { fail, ok, type Result } from '../../../core/errors.js';
import { withSharedKey } from '../../../core/settings/device-keys.js';
import type { PinnedKey } from '../../../core/settings/device-config.js';
import type { ChosenPlanning } from '../../../core/settings/planning.js';
import { checkVaultSettings, type VaultSettings } from '../../../core/settings/vault-settings.js';

/** Unlike `loadData`, fails if the file is damaged. Null before the vault is set up. */
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

/**
 * `current` is the id in the settings file, unchecked. `named` returns the settings with another
 * id.
 */
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

export interface EditedSettings {
  readonly data: unknown;
  readonly settings: VaultSettings;
}

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
