import 'fake-indexeddb/auto';
import { onTestFinished, vi } from 'vitest';
import { ok, type Result } from '../../../src/core/errors.js';
import { contractFolders } from '../../../src/core/settings/folders.js';
import {
  linksIn,
  locateOwnNote,
  locateRealFile,
} from '../../../src/hosts/desktop/paths/vault-links.js';
import {
  openDeviceDatabase,
  type DeviceDatabase,
} from '../../../src/hosts/obsidian/storage/device-database.js';
import {
  noteJournal,
  restoreInterrupted,
} from '../../../src/hosts/obsidian/storage/notes/note-journal.js';
import { vaultNoteStore } from '../../../src/hosts/obsidian/storage/notes/vault-note-store.js';
import type { NoteStore } from '../../../src/ports/note-store.js';
import type { VaultFolder } from '../../stand-in/device-in-folder.js';
import { memoryStorage } from '../../stand-in/device/memory-storage.js';
import type { Device, DeviceOptions } from '../../stand-in/open-device.js';

/** The plugin's own parts on one running device. */
export interface ObsidianVault {
  readonly device: Device;
  readonly database: DeviceDatabase;
  readonly store: NoteStore;
  /** Notes whose interrupted write was finished at this start. */
  readonly restored: readonly string[];
}

/**
 * Starts a device and puts the note store on it, as the plugin does when the layout is ready. Its
 * database is closed when the test ends.
 */
export async function openObsidianVault(
  folder: VaultFolder,
  options: Partial<DeviceOptions> = {},
): Promise<ObsidianVault> {
  const storage = options.storage ?? memoryStorage();
  const device = await folder.device({ ...options, storage });
  await device.start();
  vi.stubGlobal('indexedDB', storage.indexedDB);
  const database = valueOf(await openDeviceDatabase('v-abcdefghij', device.app));
  onTestFinished(() => database.close());
  const isPhone = options.platform === 'phone';
  const locate = async (path: string): Promise<Result<unknown>> =>
    isPhone ? ok(undefined) : locateOwnNote(folder.path, path);
  const restored = valueOf(
    await restoreInterrupted(database, { vault: device.vault, locate }, contractFolders()),
  );
  const store = vaultNoteStore(device.app, {
    journal: noteJournal(database),
    cut: restored.cut,
    ...(isPhone
      ? {}
      : {
          root: folder.path,
          locate,
          locateFile: (path) => locateRealFile(folder.path, path),
          linksIn: (path) => linksIn(folder.path, path),
        }),
  });
  return { device, database, store, restored: restored.paths };
}

/** The value of a success; fails the test otherwise. */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}
