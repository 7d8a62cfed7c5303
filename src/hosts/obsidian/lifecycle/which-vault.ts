import type { App } from 'obsidian';
import { fail, ok, type Result } from '../../../core/errors.js';
import type { WhichVault } from '../../desktop/device/which-vault.js';
import { answerWhichVault } from './desktop-access.js';
import { settingsToName } from '../storage/vault-settings-file.js';

interface SettingsFile {
  readonly app: App;
  readonly settingsFile: string;
  saveData(data: unknown): Promise<void>;
}

/**
 * Applies a person's answer to “Is this the same vault as before?”, and returns the vault's id.
 * CALL ONLY ON A PERSON'S GESTURE.
 */
export async function sayWhichVault(
  host: SettingsFile,
  answer: WhichVault,
): Promise<Result<string>> {
  const { app, settingsFile: path } = host;
  const settings = await settingsToName(app.vault.adapter, path);
  if (!settings.ok) return settings;
  const { current, named } = settings.value;
  const save = async (vaultId: string): Promise<Result<void>> => {
    try {
      await host.saveData(named(vaultId));
      return ok(undefined);
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      const what = `This vault’s id couldn’t be saved: ${cause}.`;
      return fail('settings_invalid', what, 'Fix the cause, then answer again.', { path });
    }
  };
  return answerWhichVault(app.vault, { answer, current, save });
}
