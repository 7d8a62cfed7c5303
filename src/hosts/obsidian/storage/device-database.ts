import type { App } from 'obsidian';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { fail, ok, type Result } from '../../../core/errors.js';
import type { ProposedCall } from '../../../core/request/action/proposed-call.js';

export interface JournalEntry {
  readonly text: string;
  readonly atMs: number;
  /** True when the write failed and left only the beginning of the text. */
  readonly isCut?: true;
  readonly written?: string;
}

export interface FirstDraft {
  readonly requestId: string;
  readonly readMs: number;
  readonly call: ProposedCall | null;
  /** SHA-256 (hex) of the call as canonical JSON. */
  readonly digest: string;
}

interface Stores extends DBSchema {
  /** The private key cannot be exported. */
  keys: { key: string; value: CryptoKeyPair };
  journal: { key: string; value: JournalEntry };
  drafts: { key: string; value: FirstDraft };
}

export type DeviceDatabase = IDBPDatabase<Stores>;

const PATIENCE_MS = 5_000;

const FOLDER_ID = 'countersign-database';

export type FolderStorage = Pick<App, 'loadLocalStorage' | 'saveLocalStorage'>;

export async function openDeviceDatabase(
  vaultId: string,
  storage: FolderStorage,
): Promise<Result<DeviceDatabase>> {
  const opening = open(vaultId, storage);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('another window keeps it closed')), PATIENCE_MS);
  });
  try {
    return ok(await Promise.race([opening, patience]));
  } catch (error) {
    opening.then((database) => database.close()).catch(() => undefined);
    return databaseFailed(error);
  } finally {
    clearTimeout(timer);
  }
}

function folderId(storage: FolderStorage): string {
  const known: unknown = storage.loadLocalStorage(FOLDER_ID);
  if (typeof known === 'string' && known !== '') return known;
  const made = crypto.randomUUID();
  storage.saveLocalStorage(FOLDER_ID, made);
  return made;
}

async function open(vaultId: string, storage: FolderStorage): Promise<DeviceDatabase> {
  return openDB<Stores>(`countersign-${vaultId}-${folderId(storage)}`, 2, {
    upgrade(database, before) {
      if (before < 1) {
        database.createObjectStore('keys');
        database.createObjectStore('journal');
      }
      database.createObjectStore('drafts');
    },
    // Closes the database, because a newer version of the plugin may want to change it.
    blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
  });
}

export function databaseFailed(error: unknown): ReturnType<typeof fail> {
  const said = error instanceof Error ? error.message : String(error);
  return fail(
    'device_database_failed',
    `This app's own database cannot be used: ${said}.`,
    'Close other windows of this vault, make sure that the disk is not full, and restart Obsidian.',
  );
}
