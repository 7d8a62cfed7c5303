import type { NoteStore } from '../../../../../../src/ports/note-store.js';
import type { VaultFolder } from '../../../../../stand-in/device-in-folder.js';
import { memoryStorage } from '../../../../../stand-in/device/memory-storage.js';
import { crashDisk, type CrashMoment } from '../../../../../stand-in/disk/crash-disk.js';
import { folderDisk } from '../../../../../stand-in/disk/folder-disk.js';
import type { Device, DeviceOptions } from '../../../../../stand-in/open-device.js';
import {
  openObsidianVault,
  type ObsidianVault,
} from '../../../../../support/obsidian/obsidian-vault.js';

/** Runs an operation on a device whose app dies at its next change of the disk; the value starts it again. */
export async function crashIn(
  folder: VaultFolder,
  operate: (store: NoteStore) => Promise<unknown>,
  moment: CrashMoment,
  part: number,
  prepare: (device: Device) => Promise<unknown> = async () => undefined,
): Promise<(options?: Partial<DeviceOptions>) => Promise<ObsidianVault>> {
  const storage = memoryStorage();
  const crash = crashDisk(folderDisk(folder.path));
  const { device, database, store } = await openObsidianVault(folder, {
    storage,
    disk: crash.disk,
  });
  await prepare(device);
  crash.crashAt(crash.changes() + 1, moment, (bytes) => Math.floor(bytes.length * part));
  void operate(store);
  await crash.crashed;
  await device.close('crash');
  database.close();
  return (options = {}) => openObsidianVault(folder, { storage, ...options });
}
