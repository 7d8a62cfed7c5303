import type { DataAdapter } from 'obsidian';
import { fail, ok, type Result } from '../../core/errors.js';
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
