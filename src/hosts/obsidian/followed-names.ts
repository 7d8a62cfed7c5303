import type { VaultSettings } from '../../core/settings/vault-settings.js';

/**
 * The settings after somebody renamed or moved a folder or note in Obsidian; the same object when no
 * name of ours is touched. Following a name widens nothing: the new names count for running actions
 * only when a person confirms them.
 */
export function followRename(settings: VaultSettings, from: string, to: string): VaultSettings {
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
