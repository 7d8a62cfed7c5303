import type { App } from 'obsidian';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { fail, ok, type Result } from '../../../core/errors.js';
import type { ProposedCall } from '../../../core/request/action/proposed-call.js';

/** A write of a note that has begun. */
export interface JournalEntry {
  readonly text: string;
  /** When it began, in milliseconds since 1970. */
  readonly atMs: number;
  /** The write failed and left only the beginning, which is nobody's text, however late it is found. */
  readonly isCut?: true;
  /** The text that was being written; absent if it is `text`. */
  readonly written?: string;
}

/** The first version of a request that this device read. */
export interface FirstDraft {
  readonly requestId: string;
  /** When, in milliseconds since 1970. */
  readonly readMs: number;
  /** `null` if it was too long to be kept. */
  readonly call: ProposedCall | null;
  /** SHA-256 (hex) of the call as canonical JSON. */
  readonly digest: string;
}

interface Stores extends DBSchema {
  /** This device's own key pair, which no code can export. */
  keys: { key: string; value: CryptoKeyPair };
  /** By path: the next content of a note. */
  journal: { key: string; value: JournalEntry };
  /** By request id: the first version of each waiting request. */
  drafts: { key: string; value: FirstDraft };
}

/** This device's data for one vault inside the app; never synced. */
export type DeviceDatabase = IDBPDatabase<Stores>;

/** How long (ms) another connection may delay opening the database. */
const PATIENCE_MS = 5_000;

const FOLDER_ID = 'countersign-database';

/** Obsidian's storage for one folder on one device. */
export type FolderStorage = Pick<App, 'loadLocalStorage' | 'saveLocalStorage'>;

/**
 * Opens or creates this device's database for a vault. All vaults of an app share their databases, and a
 * copied folder has the vault id of its original; `storage` tells the two apart. Fails with
 * `device_database_failed`.
 */
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
    // If it still opens later, nobody waits for it any more.
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
    // A newer version of the plugin that changes the database must not have to wait for this one.
    blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
  });
}

/** A database error as a problem. */
export function databaseFailed(error: unknown): ReturnType<typeof fail> {
  const said = error instanceof Error ? error.message : String(error);
  return fail(
    'device_database_failed',
    `This app's own database cannot be used: ${said}.`,
    'Close other windows of this vault, make sure that the disk is not full, and restart Obsidian.',
  );
}
