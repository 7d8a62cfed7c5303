import { fail, ok, type Result } from '../../../core/errors.js';
import { checkVaultSettings, type VaultSettings } from '../../../core/settings/vault-settings.js';

export interface Rename {
  readonly from: string;
  readonly to: string;
}

/** Returns the settings after a rename, or the same object if nothing changes. */
export function followRename(settings: VaultSettings, { from, to }: Rename): VaultSettings {
  const follow = (path: string): string =>
    path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
  const entries = Object.entries(settings.folders) as [keyof VaultSettings['folders'], string][];
  const dashboard = follow(settings.dashboard);
  const isTouched = entries.some(([, folder]) => follow(folder) !== folder);
  if (!isTouched && dashboard === settings.dashboard) return settings;
  const folders = { ...settings.folders };
  for (const [place, folder] of entries) Object.assign(folders, { [place]: follow(folder) });
  return { ...settings, folders, dashboard };
}

export function followRenames(
  settings: VaultSettings,
  renames: readonly Rename[],
  file: string,
): Result<VaultSettings> {
  let now = settings;
  let culprit: Rename | null = null;
  let usable = checkVaultSettings(now, file);
  for (const rename of renames) {
    const was = usable;
    now = followRename(now, rename);
    usable = checkVaultSettings(now, file);
    if (was.ok && !usable.ok) culprit = rename;
  }
  if (usable.ok) return ok(now);
  const { message } = usable.error;
  return fail(
    'settings_invalid',
    culprit ? `“${culprit.from}” was renamed to “${culprit.to}”. ${message}` : message,
    'Rename it back or choose another name. Nothing runs until then.',
    { path: file },
  );
}
