import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { deleteDB, openDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import { openDeviceDatabase } from '../../../../../src/hosts/obsidian/storage/device-database.js';
import { folderStorage } from './folder-storage.js';
import { valueOf } from '../../../../support/obsidian/obsidian-vault.js';

const VAULT = 'v-abcdefghij';
const storage = folderStorage();
const entry = { text: 'a text', atMs: 0 };

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

test.each([
  ['two vaults', 'v-klmnopqrst', storage],
  ['a vault and its copy', VAULT, folderStorage()],
])('keeps apart what belongs to %s, and keeps it', async (_what, id, itsStorage) => {
  const one = valueOf(await openDeviceDatabase(VAULT, storage));
  const other = valueOf(await openDeviceDatabase(id, itsStorage));
  await one.put('journal', entry, 'a.md');
  expect(await other.count('journal')).toBe(0);
  one.close();
  const again = valueOf(await openDeviceDatabase(VAULT, storage));
  expect(await again.get('journal', 'a.md')).toEqual(entry);
  again.close();
  other.close();
});

test('keeps what an earlier version of the plugin laid into it', async () => {
  const made = valueOf(await openDeviceDatabase(VAULT, storage));
  const { name } = made;
  made.close();
  await deleteDB(name);
  const earlier = await openDB(name, 1, {
    upgrade(database) {
      database.createObjectStore('keys');
      database.createObjectStore('journal');
    },
  });
  await earlier.put('journal', entry, 'a.md');
  earlier.close();
  const database = valueOf(await openDeviceDatabase(VAULT, storage));
  expect(await database.get('journal', 'a.md')).toEqual(entry);
  expect(await database.count('drafts')).toBe(0);
  database.close();
});

test('makes way for a newer version of the plugin', async () => {
  const database = valueOf(await openDeviceDatabase(VAULT, storage));
  const newer = await openDB(database.name, 3);
  await expect(database.count('journal')).rejects.toThrow();
  newer.close();
});

test('is a problem, not a crash, when a newer version was here', async () => {
  const { name } = valueOf(await openDeviceDatabase(VAULT, storage));
  (await openDB(name, 3)).close();
  const opened = await openDeviceDatabase(VAULT, storage);
  expect(opened.ok ? null : opened.error).toMatchObject({ code: 'device_database_failed' });
});

test.each<[string, () => IDBOpenDBRequest]>([
  [
    'refuses',
    () => {
      throw new DOMException('A mutation operation was attempted', 'InvalidStateError');
    },
  ],
  ['never answers', () => new IDBOpenDBRequest()],
])('is a problem when the app %s', async (_what, open) => {
  vi.useFakeTimers();
  vi.spyOn(indexedDB, 'open').mockImplementation(open);
  const opening = openDeviceDatabase(VAULT, storage);
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  const opened = await opening;
  expect(opened.ok ? null : opened.error.code).toBe('device_database_failed');
});

test('is a problem when the app has no room for its name', async () => {
  const full = {
    loadLocalStorage: () => null,
    saveLocalStorage() {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  const opened = await openDeviceDatabase(VAULT, full);
  expect(opened.ok ? null : opened.error.code).toBe('device_database_failed');
});
