import { renameSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { vaultFolder, type VaultFolder } from '../../../../../stand-in/device-in-folder.js';
import { memoryStorage } from '../../../../../stand-in/device/memory-storage.js';
import { folderDisk } from '../../../../../stand-in/disk/folder-disk.js';
import type { VaultDisk } from '../../../../../stand-in/disk/vault-disk.js';
import { openObsidianVault } from '../../../../../support/obsidian/obsidian-vault.js';
import { smallDisk } from './small-disk.js';

const PLAN = 'Plans/PLAN-2026-001.md';
const OLD = `- [ ] one\n${'a line of a person\n'.repeat(20)}`;
const NEW = OLD.replace('[ ] one', '[x] one, which now says more');

let folder: VaultFolder;
beforeEach(() => {
  folder = vaultFolder();
  folder.write(PLAN, OLD);
});
afterEach(() => folder.close());

test('a note that a full disk would cut holds its old text again, and says that it was not changed', async () => {
  const room = { bytes: OLD.length };
  const { store } = await openObsidianVault(folder, { disk: smallDisk(folder.path, room) });
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
  const disk = smallDisk(folder.path, room);
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
  // Nor does anybody take its beginning for the note.
  expect(await again.store.read(PLAN)).toMatchObject(cut);
  expect(await again.store.update(PLAN, (text) => `${text}!`)).toMatchObject(cut);
  await again.device.close('crash');
  again.database.close();
  const later = Date.now() / 1000 + 60;
  utimesSync(join(folder.path, PLAN), later, later);
  room.bytes = Infinity;
  const last = await openObsidianVault(folder, { storage, disk });
  expect([last.restored, folder.text(PLAN)]).toEqual([[PLAN], OLD]);
});

test('a note that was cut before the start gets its text back with the first look after there is room', async () => {
  const room = { bytes: 30 };
  const disk = smallDisk(folder.path, room);
  const storage = memoryStorage();
  const first = await openObsidianVault(folder, { storage, disk });
  await first.store.update(PLAN, () => NEW);
  await first.device.close('crash');
  first.database.close();
  const { store } = await openObsidianVault(folder, { storage, disk });
  room.bytes = Infinity;
  expect(await store.read(PLAN)).toEqual({ ok: true, value: OLD });
});

test('a note that was cut and is renamed in Obsidian is whole under its new name', async () => {
  const room = { bytes: 30 };
  const storage = memoryStorage();
  const disk = smallDisk(folder.path, room);
  const { store, device, database } = await openObsidianVault(folder, { storage, disk });
  const stop = await store.watch(() => undefined);
  await store.update(PLAN, () => NEW);
  const to = 'Plans/mine.md';
  await device.vault.rename(device.vault.getFileByPath(PLAN)!, to);
  await expect.poll(() => database.getAllKeys('journal')).toEqual([to]);
  await stop();
  await device.close('crash');
  database.close();
  room.bytes = Infinity;
  const again = await openObsidianVault(folder, { storage, disk });
  expect([again.restored, folder.text(to)]).toEqual([[to], OLD]);
  expect(await again.store.read(PLAN)).toMatchObject({ error: { code: 'note_missing' } });
});

test('a note that was cut and is renamed while the database is full, too, keeps its text', async () => {
  const room = { bytes: 30 };
  const disk = smallDisk(folder.path, room);
  const storage = memoryStorage();
  const { store, device, database } = await openObsidianVault(folder, { storage, disk });
  const stop = await store.watch(() => undefined);
  expect(await store.update(PLAN, () => NEW)).toMatchObject({ ok: false });
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room.', 'QuotaExceededError');
  });
  const file = device.vault.getFileByPath(PLAN);
  if (!file) throw new Error('It is not there.');
  await device.vault.rename(file, 'Plans/mine.md');
  await expect.poll(() => full.mock.calls.length).toBeGreaterThan(0);
  full.mockRestore();
  await stop();
  await device.close('crash');
  database.close();
  room.bytes = Infinity;
  const again = await openObsidianVault(folder, { storage, disk });
  expect(again.restored).toEqual([]);
  expect(folder.text('Plans/PLAN-2026-001 (conflicted copy).md')).toBe(OLD);
});

test('what a broken drive cut is whole after a restart, also where the old text is written first', async () => {
  const inner = folderDisk(folder.path);
  let writes = 0;
  const disk: VaultDisk = {
    ...inner,
    async write(path, bytes) {
      writes += 1;
      if (writes === 1) await inner.write(path, bytes.subarray(0, 30));
      throw Object.assign(new Error('EIO: i/o error, write'), { code: 'EIO' });
    },
  };
  const storage = memoryStorage();
  const { store, device, database } = await openObsidianVault(folder, { storage, disk });
  expect(await store.update(PLAN, () => NEW)).toMatchObject({ ok: false });
  expect(folder.text(PLAN)).toBe(NEW.slice(0, 30));
  await device.close('crash');
  database.close();
  const again = await openObsidianVault(folder, { storage });
  expect(again.restored).toEqual([PLAN]);
  expect(folder.text(PLAN)).toBe(OLD);
});

test('a note that cannot be read after its write failed may be cut: its text is kept until it can be', async () => {
  const disk = smallDisk(folder.path, { bytes: 30 });
  let isAway = false;
  const away: VaultDisk = {
    ...disk,
    async read(path) {
      if (isAway) throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
      return disk.read(path);
    },
    async write(path, bytes) {
      isAway = path === PLAN;
      await disk.write(path, bytes);
    },
  };
  const { store, database } = await openObsidianVault(folder, { disk: away });
  expect(await store.update(PLAN, () => NEW)).toMatchObject({ ok: false });
  expect(await database.getAllKeys('journal')).toEqual([PLAN]);
  expect(await store.read(PLAN)).toMatchObject({ ok: false });
});

test('a drive that is unplugged during a write, and is back: the note is whole, also after a restart in between', async () => {
  const inner = folderDisk(folder.path);
  const plans = join(folder.path, 'Plans');
  const away = `${folder.path}-away`;
  const unplugged: VaultDisk = {
    ...inner,
    async write(path, bytes) {
      await inner.write(path, bytes.subarray(0, 30));
      renameSync(plans, away);
      throw Object.assign(new Error('EIO: i/o error, write'), { code: 'EIO' });
    },
  };
  const storage = memoryStorage();
  const first = await openObsidianVault(folder, { storage, disk: unplugged });
  expect(await first.store.update(PLAN, () => NEW)).toMatchObject({ ok: false });
  await first.device.close('crash');
  first.database.close();
  const second = await openObsidianVault(folder, { storage });
  expect(await second.store.read(PLAN)).toMatchObject({ ok: false });
  renameSync(away, plans);
  expect(await second.store.read(PLAN)).toEqual({ ok: true, value: NEW });
  expect(await second.database.getAllKeys('journal')).toEqual([]);
});

test('with room again, the next write puts the text back first', async () => {
  const room = { bytes: 30 };
  const { store } = await openObsidianVault(folder, { disk: smallDisk(folder.path, room) });
  await store.update(PLAN, () => NEW);
  room.bytes = Infinity;
  expect(await store.update(PLAN, (text) => `${text}!`)).toMatchObject({ value: `${OLD}!` });
});

test.each([
  ['while Obsidian runs', false],
  ['while nothing runs', true],
])(
  'a cut note that another program takes away %s leaves its whole text beside',
  async (_when, isOff) => {
    const room = { bytes: 30 };
    const storage = memoryStorage();
    const disk = smallDisk(folder.path, room);
    const { store, device, database } = await openObsidianVault(folder, { storage, disk });
    await store.update(PLAN, () => NEW);
    if (isOff) {
      await device.close('crash');
      database.close();
    }
    folder.remove(PLAN);
    room.bytes = Infinity;
    const now = isOff ? (await openObsidianVault(folder, { storage, disk })).store : store;
    expect(await now.read(PLAN)).toMatchObject({ error: { code: 'note_missing' } });
    expect(folder.text(PLAN.replace('.md', ' (conflicted copy).md'))).toBe(OLD);
  },
);

test.each([
  ['while Obsidian runs', false],
  ['while nothing runs', true],
])(
  'a cut note that somebody writes to %s stays so, with its whole text beside it',
  async (_when, isOff) => {
    const room = { bytes: 30 };
    const storage = memoryStorage();
    const disk = smallDisk(folder.path, room);
    const { store, device, database } = await openObsidianVault(folder, { storage, disk });
    await store.update(PLAN, () => NEW);
    if (isOff) {
      await device.close('crash');
      database.close();
    }
    const theirs = `${folder.text(PLAN)}\n- a log line\n`;
    folder.write(PLAN, theirs);
    room.bytes = Infinity;
    const now = isOff ? (await openObsidianVault(folder, { storage, disk })).store : store;
    expect(await now.read(PLAN)).toEqual({ ok: true, value: theirs });
    expect(folder.text(PLAN.replace('.md', ' (conflicted copy).md'))).toBe(OLD);
  },
);
