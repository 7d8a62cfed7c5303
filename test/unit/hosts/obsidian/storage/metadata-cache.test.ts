import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { metadataOfText } from '../../../../../src/core/note/note-metadata.js';
import { contractFolders } from '../../../../../src/core/settings/folders.js';
import { Observer } from '../../../../../src/engine/observer.js';
import { obsidianMetadataCache } from '../../../../../src/hosts/obsidian/storage/metadata-cache.js';
import { planNote } from '../../../../support/builders/plan-note.js';
import { vaultFolder, type VaultFolder } from '../../../../stand-in/device-in-folder.js';
import { memoryStorage } from '../../../../stand-in/device/memory-storage.js';
import type { DeviceOptions } from '../../../../stand-in/open-device.js';
import {
  openObsidianVault,
  type ObsidianVault,
} from '../../../../support/obsidian/obsidian-vault.js';

const PLAN = 'Plans/PLAN-2026-001.md';
const DONE = 'Plans/PLAN-2026-002.md';

let folder: VaultFolder;
beforeEach(() => {
  folder = vaultFolder();
  folder.write(PLAN, planNote());
  folder.write(DONE, planNote({ task_id: 'PLAN-2026-002', status: 'Done' }));
  folder.write('Inbox/mail.md', 'An item');
});
afterEach(() => folder.close());
const start = (options?: Partial<DeviceOptions>) => openObsidianVault(folder, options);
function observe({ device, store }: ObsidianVault): Promise<Observer> {
  const metadataCache = obsidianMetadataCache(device.app);
  return Observer.start({ store, metadataCache, folders: contractFolders() });
}

describe('the outlines that Obsidian has', () => {
  test('are those of the texts, once they are indexed [HOST-9]', async () => {
    const { device } = await start();
    await device.settled();
    const metadataCache = obsidianMetadataCache(device.app);
    expect(metadataCache.metadataOf(PLAN)).toEqual(metadataOfText(planNote()));
    expect(metadataCache.metadataOf('Plans/none.md')).toBeNull();
  });

  test('give the same index as the texts, whether they are ready, late or never there [HOST-9]', async () => {
    const fromText = await start({ indexDelay: 'never' });
    const whole = await Observer.start({ store: fromText.store, folders: contractFolders() });
    for (const indexDelay of [0, 300, 'never'] as const) {
      const vault = await start({ indexDelay });
      if (indexDelay === 0) await vault.device.settled();
      const observer = await observe(vault);
      expect(observer.view()).toEqual(whole.view());
      await observer.stop();
    }
    await whole.stop();
  });

  test('spare reading what is finished and what is an item', async () => {
    const vault = await start();
    await vault.device.settled();
    const read = vi.spyOn(vault.store, 'read');
    const observer = await observe(vault);
    expect(read.mock.calls).toEqual([[PLAN]]);
    expect(observer.view().counts).toMatchObject({ active: 1, steps: 4 });
    await observer.stop();
  });

  test('of a text that changed while the app was closed are looked at again [HOST-9]', async () => {
    const storage = memoryStorage();
    const before = await start({ storage });
    await before.device.settled();
    await before.device.close();
    folder.write(DONE, planNote({ task_id: 'PLAN-2026-002', objective: null }));
    const vault = await start({ storage, indexDelay: 'manual' });
    const observer = await observe(vault);
    await vault.device.index.step();
    await expect.poll(() => observer.view().missionCount).toBe(2);
    await observer.stop();
  });

  test('let go of the cache when nobody needs them', async () => {
    const vault = await start();
    const refs = (): number => vault.device.host.metadataCache.refs().length;
    const before = refs();
    const observer = await observe(vault);
    await observer.stop();
    expect(refs()).toBe(before);
  });
});
