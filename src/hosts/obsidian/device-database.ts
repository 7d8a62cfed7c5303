import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { fail, ok, type Result } from '../../core/errors.js';

interface Stores extends DBSchema {
  /** This device's own key pair, which no code can read out. */
  keys: { key: string; value: CryptoKeyPair };
  /** By path: the text that a note is about to hold. */
  journal: { key: string; value: string };
}

/** What this device keeps for one vault inside the app; nothing of it is ever synced. */
export type DeviceDatabase = IDBPDatabase<Stores>;

/** How long (ms) another connection may keep the database from being opened. */
const PATIENCE_MS = 5_000;

/** Opens, or makes, this device's database for a vault. Fails with `device_database_failed`. */
export async function openDeviceDatabase(vaultId: string): Promise<Result<DeviceDatabase>> {
  const opening = open(vaultId);
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

async function open(vaultId: string): Promise<DeviceDatabase> {
  return openDB<Stores>(`countersign-${vaultId}`, 1, {
    upgrade(database) {
      database.createObjectStore('keys');
      database.createObjectStore('journal');
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
