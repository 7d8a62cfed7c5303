import * as fake from 'fake-indexeddb';
import { memoryMetadataStore, type MetadataStore } from '../metadata/metadata-store.js';
import type { DeviceStorage } from './device-storage.js';

/** A device of a test in Node: lives as long as the object. */
export function memoryStorage(): DeviceStorage {
  const values = new Map<string, string>();
  const metadata = new Map<string, MetadataStore>();
  const indexedDB = new fake.IDBFactory();
  return {
    values: {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
      removeItem: (key) => void values.delete(key),
      keys: () => [...values.keys()],
    },
    indexedDB,
    metadataOf(folder) {
      const store = metadata.get(folder) ?? memoryMetadataStore();
      metadata.set(folder, store);
      return store;
    },
    globals: {
      indexedDB,
      IDBCursor: fake.IDBCursor,
      IDBDatabase: fake.IDBDatabase,
      IDBIndex: fake.IDBIndex,
      IDBKeyRange: fake.IDBKeyRange,
      IDBObjectStore: fake.IDBObjectStore,
      IDBRequest: fake.IDBRequest,
      IDBTransaction: fake.IDBTransaction,
    },
  };
}
