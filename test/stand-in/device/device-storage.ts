import type { MetadataStore } from '../metadata/metadata-store.js';

/** What a browser's `localStorage` does for the app. */
export interface ValueStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  /** Every key there is. */
  keys(): string[];
}

/**
 * What one device keeps outside its vaults, whose IndexedDB and values all of them share. It outlives
 * the app: open a device on it again.
 */
export interface DeviceStorage {
  readonly values: ValueStorage;
  readonly indexedDB: IDBFactory;
  /** The metadata index of the vault in that folder. */
  readonly metadataOf: (folder: string) => MetadataStore;
  /** What a plugin's code finds under these names in place of the host's own globals. */
  readonly globals: Readonly<Record<string, unknown>>;
}
