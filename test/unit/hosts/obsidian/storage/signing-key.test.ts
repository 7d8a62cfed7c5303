import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { witnessGesture } from '../../../../../src/core/request/approval/gesture.js';
import { webKeys } from '../../../../../src/hosts/desktop/system/web-keys.js';
import {
  openDeviceDatabase,
  type DeviceDatabase,
} from '../../../../../src/hosts/obsidian/storage/device-database.js';
import { signingKey } from '../../../../../src/hosts/obsidian/storage/signing-key.js';
import { folderStorage } from './folder-storage.js';
import { valueOf } from '../../../../support/obsidian/obsidian-vault.js';

const gesture = witnessGesture('press', 0);
const storage = folderStorage();
let database: DeviceDatabase;
const open = async (of = storage): Promise<DeviceDatabase> =>
  valueOf(await openDeviceDatabase('v-abcdefghij', of));

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  database = await open();
});
afterEach(() => database.close());

test('signs what the public key verifies, and nothing else', async () => {
  const signer = signingKey(database);
  const publicKey = valueOf(await signer.publicKey());
  const signature = valueOf(await signer.sign('v1~d-a~✋', gesture));
  expect(signature).toMatch(/^[\w-]{86}$/);
  expect(await webKeys().verify(publicKey, 'v1~d-a~✋', signature)).toBe(true);
  expect(await webKeys().verify(publicKey, 'v1~d-b~✋', signature)).toBe(false);
});

test('is made once, and is the same after a restart', async () => {
  const asked = [signingKey(database), signingKey(database)].map((signer) => signer.publicKey());
  const [first, second] = (await Promise.all(asked)).map(valueOf);
  expect(second).toBe(first);
  database.close();
  database = await open();
  expect(valueOf(await signingKey(database).publicKey())).toBe(first);
});

test('cannot be read out', async () => {
  valueOf(await signingKey(database).publicKey());
  const [key] = await database.getAll('keys');
  expect(key?.privateKey.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('pkcs8', key!.privateKey)).rejects.toThrow();
});

test('is another one for a copy of the vault', async () => {
  const other = await open(folderStorage());
  const keys = [await signingKey(database).publicKey(), await signingKey(other).publicKey()];
  expect(new Set(keys.map(valueOf)).size).toBe(2);
  other.close();
});

test('says so when the database is gone', async () => {
  database.close();
  const result = await signingKey(database).sign('x', gesture);
  expect(result.ok ? 'ok' : result.error.code).toBe('device_database_failed');
});
