import type { FolderStorage } from '../../../../../src/hosts/obsidian/storage/device-database.js';

/** What the app keeps for one folder, in memory. */
export function folderStorage(): FolderStorage {
  const values = new Map<string, unknown>();
  return {
    loadLocalStorage: (key) => values.get(key) ?? null,
    saveLocalStorage: (key, value) => void values.set(key, value),
  };
}
