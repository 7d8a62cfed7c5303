import { openDB, type DBSchema } from 'idb';
import type { KeptMetadata, MetadataStore } from '../metadata/metadata-store.js';
import type { DeviceStorage, ValueStorage } from './device-storage.js';

interface MetadataSchema extends DBSchema {
  notes: { key: string; value: KeptMetadata };
}

/** A device of a page: its names in the browser's storage begin with `prefix`. */
export function browserStorage(prefix: string, window: Window): DeviceStorage {
  const factory = prefixed(prefix, window.indexedDB);
  return {
    values: valuesIn(prefix, window.localStorage),
    indexedDB: factory,
    metadataOf: (folder) => metadataIn(`${prefix}stand-in metadata ${folder}`),
    globals: { indexedDB: factory },
  };
}

function valuesIn(prefix: string, storage: Storage): ValueStorage {
  return {
    getItem: (key) => storage.getItem(prefix + key),
    setItem: (key, value) => storage.setItem(prefix + key, value),
    removeItem: (key) => storage.removeItem(prefix + key),
    keys: () =>
      Object.keys(storage)
        .filter((key) => key.startsWith(prefix))
        .map((key) => key.slice(prefix.length)),
  };
}

function prefixed(prefix: string, inner: IDBFactory): IDBFactory {
  return {
    open: (name, version) => inner.open(prefix + name, version),
    deleteDatabase: (name) => inner.deleteDatabase(prefix + name),
    cmp: (first, second) => inner.cmp(first, second),
    async databases() {
      const all = await inner.databases();
      return all
        .filter(({ name }) => name?.startsWith(prefix))
        .map(({ name = '', ...rest }) => ({ ...rest, name: name.slice(prefix.length) }));
    },
  };
}

function metadataIn(name: string): MetadataStore {
  const database = openDB<MetadataSchema>(name, 1, {
    upgrade: (created) => void created.createObjectStore('notes'),
  });
  return {
    async load() {
      const notes = (await database).transaction('notes').store;
      const [paths, kept] = await Promise.all([notes.getAllKeys(), notes.getAll()]);
      const entries = paths.map((path, n) => [path, kept[n]] as const);
      return new Map(entries.filter((entry): entry is [string, KeptMetadata] => !!entry[1]));
    },
    async save(changes) {
      const transaction = (await database).transaction('notes', 'readwrite');
      for (const [path, kept] of changes) {
        void (kept === null ? transaction.store.delete(path) : transaction.store.put(kept, path));
      }
      await transaction.done;
    },
  };
}
