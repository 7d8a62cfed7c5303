import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import { openDeviceDatabase } from '../../../src/hosts/obsidian/device-database.js';
import { valueOf } from './obsidian-vault.js';

const VAULT = 'v-abcdefghij';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

test('keeps apart what belongs to two vaults, and keeps it', async () => {
  const one = valueOf(await openDeviceDatabase(VAULT));
  const other = valueOf(await openDeviceDatabase('v-klmnopqrst'));
  await one.put('journal', 'a text', 'a.md');
  expect(await other.count('journal')).toBe(0);
  one.close();
  const again = valueOf(await openDeviceDatabase(VAULT));
  expect(await again.get('journal', 'a.md')).toBe('a text');
  again.close();
  other.close();
});

test('makes way for a newer version of the plugin', async () => {
  const database = valueOf(await openDeviceDatabase(VAULT));
  const newer = await openDB(database.name, 2);
  await expect(database.count('journal')).rejects.toThrow();
  newer.close();
});

test('is a problem, not a crash, when a newer version was here', async () => {
  const { name } = valueOf(await openDeviceDatabase(VAULT));
  (await openDB(name, 2)).close();
  const opened = await openDeviceDatabase(VAULT);
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
  const opening = openDeviceDatabase(VAULT);
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  const opened = await opening;
  expect(opened.ok ? null : opened.error.code).toBe('device_database_failed');
});
