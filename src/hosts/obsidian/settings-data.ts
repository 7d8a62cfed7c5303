import type { DataAdapter } from 'obsidian';
import { fail, ok, type Result } from '../../core/errors.js';
import { withSharedKey } from '../../core/settings/device-keys.js';
import type { PinnedKey } from '../../core/settings/device-config.js';
import { checkVaultSettings, type VaultSettings } from '../../core/settings/vault-settings.js';

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
      `The vault's settings cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
      'Repair or restore the file; nothing is run until then.',
      { path: file },
    );
  }
}

/**
 * The settings as they lie there now, with this device's key among what others wrote, and nothing else
 * changed. Fails as {@link readVaultSettings} does, and where there are none.
 */
export async function settingsWithKey(
  adapter: Pick<DataAdapter, 'exists' | 'read'>,
  file: string,
  key: PinnedKey,
): Promise<Result<{ readonly data: unknown; readonly settings: VaultSettings }>> {
  const read = await readVaultSettings(adapter, file);
  if (!read.ok) return read;
  if (!read.value) {
    return fail('vault_not_set_up', 'This vault is not set up.', 'Set it up first.', {
      path: file,
    });
  }
  const keys = withSharedKey(read.value.keys, key);
  const raw = JSON.parse(await adapter.read(file)) as object;
  return ok({ data: { ...raw, keys }, settings: { ...read.value, keys } });
}
