import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contractFolders } from '../../../../../../src/core/settings/folders.js';
import { Observer } from '../../../../../../src/engine/observer.js';
import { vaultFolder, type VaultFolder } from '../../../../../stand-in/device-in-folder.js';
import { memoryStorage } from '../../../../../stand-in/device/memory-storage.js';
import type { DeviceOptions } from '../../../../../stand-in/open-device.js';
import { requestNote } from '../../../../../support/builders/request-note.js';
import {
  openObsidianVault,
  type ObsidianVault,
} from '../../../../../support/obsidian/obsidian-vault.js';
import { renameInApp } from '../../../../../support/obsidian/rename-in-app.js';

const FROM = 'Pending_Approval/clients/mail.md';
const TO = 'Approved/clients/mail.md';

let folder: VaultFolder;
beforeEach(() => {
  folder = vaultFolder();
  folder.write(FROM, requestNote());
  folder.write('Approved/other.txt', 'no note');
});
afterEach(() => folder.close());

const start = (options?: Partial<DeviceOptions>) => openObsidianVault(folder, options);

/** What the panel's view and the store say in the end. */
async function endState({ store }: ObsidianVault, observer: Observer) {
  await observer.idle();
  const { waiting, alerts } = observer.view();
  return {
    files: (await store.list('')).map(({ path }) => path),
    waiting: waiting.map(({ path, folder }) => ({ path, folder })),
    alerts,
  };
}

const moved = {
  files: [TO, 'Approved/other.txt'],
  waiting: [{ path: TO, folder: 'approved' }],
  alerts: [],
};

describe('a request that moves to Approved ends at the same place', () => {
  test.each<[string, Partial<DeviceOptions>, (vault: ObsidianVault) => unknown]>([
    [
      'inside the app',
      {},
      async ({ device }) => {
        await device.vault.createFolder('Approved/clients');
        await renameInApp(device, FROM, TO);
      },
    ],
    [
      'inside the app, with its folder',
      {},
      ({ device }) => renameInApp(device, 'Pending_Approval/clients', 'Approved/clients'),
    ],
    ['outside, as this system tells it', {}, () => folder.move(FROM, TO)],
    ['outside, first made', { outsideMoves: 'create-first' }, () => folder.move(FROM, TO)],
    ['outside, first deleted', { outsideMoves: 'delete-first' }, () => folder.move(FROM, TO)],
    [
      'outside, first deleted, and made much later',
      { outsideMoves: 'delete-first', outsideMoveGapMs: 300 },
      () => folder.move(FROM, TO),
    ],
    [
      'outside, with its folder',
      {},
      () => folder.move('Pending_Approval/clients', 'Approved/clients'),
    ],
  ])('%s [HOST-2]', async (_how, options, move) => {
    const vault = await start(options);
    const observer = await Observer.start({ store: vault.store, folders: contractFolders() });
    expect((await endState(vault, observer)).waiting).toEqual([{ path: FROM, folder: 'pending' }]);
    await move(vault);
    await expect.poll(() => endState(vault, observer), { timeout: 5_000 }).toEqual(moved);
    await observer.stop();
  });

  test('through the store, which reports none of its own moves [HOST-2]', async () => {
    const vault = await start();
    const seen = vi.fn();
    await vault.store.watch(seen);
    await vault.store.move(FROM, TO);
    const observer = await Observer.start({ store: vault.store, folders: contractFolders() });
    expect(await endState(vault, observer)).toEqual(moved);
    expect(seen).not.toHaveBeenCalled();
    await observer.stop();
  });

  test.each(['create-first', 'delete-first'] as const)(
    'while the app was closed (%s) [HOST-2]',
    async (outsideMoves) => {
      const storage = memoryStorage();
      const before = await start({ storage, outsideMoves });
      await before.device.settled();
      await before.device.close();
      folder.move(FROM, TO);
      folder.remove('Pending_Approval/clients');
      const vault = await start({ storage, outsideMoves });
      const observer = await Observer.start({ store: vault.store, folders: contractFolders() });
      expect(await endState(vault, observer)).toEqual(moved);
      await observer.stop();
    },
  );
});

describe('watching', () => {
  test('tells of every file in a folder that moves, at its old and its new path', async () => {
    folder.write('Pending_Approval/clients/deep/b.md', 'b');
    const { store, device } = await start();
    const seen = new Set<string>();
    await store.watch((path) => seen.add(path));
    await renameInApp(device, 'Pending_Approval/clients', 'Approved/clients');
    await expect
      .poll(() => [...seen].sort())
      .toEqual(['Approved/clients/deep/b.md', TO, 'Pending_Approval/clients/deep/b.md', FROM]);
  });

  test('says nothing of what is there when it begins at layout ready', async () => {
    const { store, device } = await start();
    const onChange = vi.fn();
    await store.watch(onChange);
    await device.settled();
    expect(onChange).not.toHaveBeenCalled();
  });

  test('tells of a change that somebody makes while our own write is under way', async () => {
    const { store, device } = await start();
    const seen: string[] = [];
    await store.watch((path) => seen.push(path));
    const update = store.update(FROM, (text) => `${text}ours\n`);
    const theirs = device.vault.process(
      device.vault.getFileByPath(FROM)!,
      (text) => `${text}theirs\n`,
    );
    await Promise.all([update, theirs]);
    await expect.poll(() => seen).toContain(FROM);
    expect(folder.text(FROM)).toContain('ours');
    expect(folder.text(FROM)).toContain('theirs');
  });

  test('lets go of the vault when it stops', async () => {
    const { store, device } = await start();
    const refs = (): number => device.host.vault.refs().length;
    const before = refs();
    const stop = await store.watch(() => undefined);
    expect(refs()).toBeGreaterThan(before);
    await stop();
    expect(refs()).toBe(before);
  });
});

test('on a phone, which has no paths of its own and no links, notes are kept the same way', async () => {
  const { store } = await start({ platform: 'phone' });
  expect((await store.update(FROM, (text) => `${text}\uFEFF\r\n`)).ok).toBe(true);
  expect(folder.text(FROM)).toBe(`${requestNote()}\uFEFF\r\n`);
  expect((await store.create('Plans/a.md', 'a')).ok).toBe(true);
  expect((await store.move(FROM, TO)).ok).toBe(true);
  expect((await store.list('')).map(({ path }) => path)).toEqual([
    TO,
    'Approved/other.txt',
    'Plans/a.md',
  ]);
  expect(store.vaultPathOf(`${folder.path}/Plans/a.md`)).toBeNull();
});
