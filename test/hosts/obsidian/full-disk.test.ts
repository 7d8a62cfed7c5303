import { afterEach, beforeEach, expect, test } from 'vitest';
import { vaultFolder, type VaultFolder } from '../../host/device-in-folder.js';
import { memoryStorage } from '../../host/device/memory-storage.js';
import { folderDisk } from '../../host/disk/folder-disk.js';
import type { VaultDisk } from '../../host/disk/vault-disk.js';
import { openObsidianVault } from './obsidian-vault.js';

const PLAN = 'Plans/PLAN-2026-001.md';
const OLD = `- [ ] one\n${'a line of a person\n'.repeat(20)}`;
const NEW = OLD.replace('[ ] one', '[x] one, which now says more');

let folder: VaultFolder;
beforeEach(() => {
  folder = vaultFolder();
  folder.write(PLAN, OLD);
});
afterEach(() => folder.close());

/** A disk that has room for so many bytes in a file. */
function smallDisk(room: { bytes: number }): VaultDisk {
  const inner = folderDisk(folder.path);
  return {
    ...inner,
    async write(path, bytes) {
      await inner.write(path, bytes.subarray(0, room.bytes));
      if (bytes.length > room.bytes) {
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
          code: 'ENOSPC',
        });
      }
    },
  };
}

test('a note that a full disk would cut holds its old text again, and says that it was not changed', async () => {
  const room = { bytes: OLD.length };
  const { store } = await openObsidianVault(folder, { disk: smallDisk(room) });
  expect(await store.update(PLAN, () => NEW)).toMatchObject({
    error: {
      code: 'note_write_failed',
      advice: expect.stringContaining('was not changed') as string,
    },
  });
  expect(folder.text(PLAN)).toBe(OLD);
});

test('a note that stays cut is not written again until its text is back, and every start tries', async () => {
  const room = { bytes: 30 };
  const disk = smallDisk(room);
  const storage = memoryStorage();
  const first = await openObsidianVault(folder, { storage, disk });
  const cut = {
    error: {
      code: 'note_write_failed',
      message: expect.stringContaining('Only the beginning') as string,
    },
  };
  expect(await first.store.update(PLAN, () => NEW)).toMatchObject(cut);
  expect(await first.store.update(PLAN, (text) => `${text}!`)).toMatchObject(cut);
  expect(await first.store.move(PLAN, 'Done/moved.md')).toMatchObject(cut);
  await first.device.close('crash');
  first.database.close();

  const again = await openObsidianVault(folder, { storage, disk });
  expect(again.restored).toEqual([]);
  await again.device.close('crash');
  again.database.close();
  room.bytes = Infinity;
  const last = await openObsidianVault(folder, { storage, disk });
  expect([last.restored, folder.text(PLAN)]).toEqual([[PLAN], OLD]);
});

test('with room again, the next write puts the text back first', async () => {
  const room = { bytes: 30 };
  const { store } = await openObsidianVault(folder, { disk: smallDisk(room) });
  await store.update(PLAN, () => NEW);
  room.bytes = Infinity;
  expect(await store.update(PLAN, (text) => `${text}!`)).toMatchObject({ value: `${OLD}!` });
});

test('a cut note that somebody deletes keeps nothing from being written in its place', async () => {
  const room = { bytes: 30 };
  const { store, device } = await openObsidianVault(folder, { disk: smallDisk(room) });
  await store.update(PLAN, () => NEW);
  await device.vault.adapter.remove(PLAN);
  room.bytes = Infinity;
  expect(await store.create(PLAN, OLD)).toMatchObject({ ok: true });
});
