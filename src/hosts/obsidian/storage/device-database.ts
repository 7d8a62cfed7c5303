import type { App } from 'obsidian';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { fail, ok, type Result } from '../../../core/errors.js';
import type { ProposedCall } from '../../../core/request/action/proposed-call.js';

/** A write of a note that has begun. */
export interface JournalEntry {
  readonly text: string;
  /** When it began, in milliseconds since 1970. */
  readonly atMs: number;
  /** It failed and left only the beginning there: that is no text of anybody, however late it is found. */
  readonly isCut?: true;
  /** What was being written then; absent: `text`. */
  readonly written?: string;
}

/** What this device read first of a request. */
export interface FirstDraft {
  readonly requestId: string;
  /** When, in milliseconds since 1970. */
  readonly readMs: number;
  /** `null`: it was too long to be kept. */
  readonly call: ProposedCall | null;
  /** SHA-256 (hex) of the call as canonical JSON. */
  readonly digest: string;
}

interface Stores extends DBSchema {
  /** This device's own key pair, which no code can read out. */
  keys: { key: string; value: CryptoKeyPair };
  /** By path: what a note is about to hold. */
  journal: { key: string; value: JournalEntry };
  /** By request id: how each waiting request read at first. */
  drafts: { key: string; value: FirstDraft };
}

/** What this device keeps for one vault inside the app; nothing of it is ever synced. */
export type DeviceDatabase = IDBPDatabase<Stores>;

/** How long (ms) another connection may keep the database from being opened. */
const PATIENCE_MS = 5_000;

const FOLDER_ID = 'countersign-database';

/** What Obsidian keeps for one folder on one device. */
export type FolderStorage = Pick<App, 'loadLocalStorage' | 'saveLocalStorage'>;

/**
 * Opens, or makes, this device's database for a vault. All vaults of an app share their databases,
 * and a copied folder has the vault id of its original: `storage` tells the two apart. Fails with
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
    // It may still open one day, when nobody waits for it any more.
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
    // A newer version of the plugin wants to change the database: it must not wait for us.
    blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
  });
}

/** Turns what the database said into a problem. */
export function databaseFailed(error: unknown): ReturnType<typeof fail> {
  const said = error instanceof Error ? error.message : String(error);
  return fail(
    'device_database_failed',
    `This app's own database cannot be used: ${said}.`,
    'Close other windows of this vault, see that the disk is not full, and restart Obsidian.',
  );
}
