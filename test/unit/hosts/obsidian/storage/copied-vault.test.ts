import { afterEach, beforeEach, expect, test } from 'vitest';
import { signingKey } from '../../../../../src/hosts/obsidian/storage/signing-key.js';
import { vaultFolder, type VaultFolder } from '../../../../stand-in/device-in-folder.js';
import type { DeviceStorage } from '../../../../stand-in/device/device-storage.js';
import { memoryStorage } from '../../../../stand-in/device/memory-storage.js';
import { crashDisk } from '../../../../stand-in/disk/crash-disk.js';
import { folderDisk } from '../../../../stand-in/disk/folder-disk.js';
import { openObsidianVault, valueOf } from '../../../../support/obsidian/obsidian-vault.js';

const PLAN = 'Plans/PLAN-2026-001.md';
const OLD = '- [ ] one\n- [ ] two\n';
const NEW = `${OLD}- a log line\n`;

/** Two folders with one vault id in one app, whose databases are one. */
let original: VaultFolder;
let copy: VaultFolder;
let storage: DeviceStorage;
beforeEach(() => {
  [original, copy] = [vaultFolder(), vaultFolder()];
  storage = memoryStorage();
  original.write(PLAN, OLD);
  copy.write(PLAN, OLD);
});
afterEach(async () => {
  await original.close();
  await copy.close();
});
const open = (folder: VaultFolder) => openObsidianVault(folder, { storage });

/** The app dies as it has emptied the original's note to write it. */
async function tearOriginal(): Promise<void> {
  const crash = crashDisk(folderDisk(original.path));
  const { device, database, store } = await openObsidianVault(original, {
    storage,
    disk: crash.disk,
  });
  crash.crashAt(crash.changes() + 1, 'torn', () => 0);
  void store.update(PLAN, () => NEW);
  await crash.crashed;
  await device.close('crash');
  database.close();
}

test('a note torn in the original is mended though the copy was opened in between', async () => {
  await tearOriginal();
  copy.write(PLAN, 'something else\n');
  await open(copy);
  await open(original);
  expect(original.text(PLAN)).toBe(NEW);
});

test('what was torn in the original is not written into the copy', async () => {
  await tearOriginal();
  expect((await open(copy)).restored).toEqual([]);
  expect(copy.text(PLAN)).toBe(OLD);
});

test('a copy makes its own key, and each finds its own again', async () => {
  const keyIn = async (folder: VaultFolder): Promise<string> =>
    valueOf(await signingKey((await open(folder)).database).publicKey());
  const [first, second] = [await keyIn(original), await keyIn(copy)];
  expect(second).not.toBe(first);
  expect([await keyIn(original), await keyIn(copy)]).toEqual([first, second]);
});
