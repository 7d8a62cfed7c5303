import type { DataAdapter } from 'obsidian';
import { ok, type Result } from '../../core/errors.js';
import { databaseFailed, type DeviceDatabase } from './device-database.js';

type RestoreAdapter = Pick<DataAdapter, 'stat' | 'readBinary' | 'writeBinary'>;

/**
 * What notes are about to hold. Obsidian writes a note in place, and nothing says that a crash cannot
 * leave part of it: so the whole text is on the disk here before a write begins.
 */
export interface NoteJournal {
  /** Resolves when the text is on the disk. Fails with `device_database_failed`: then do not write. */
  begin(path: string, text: string): Promise<Result<void>>;
  /** Crosses a write out that has ended. */
  end(path: string): Promise<void>;
}

/** The journal in this device's database. */
export function noteJournal(database: DeviceDatabase): NoteJournal {
  return {
    async begin(path, text) {
      try {
        const transaction = database.transaction('journal', 'readwrite', { durability: 'strict' });
        await Promise.all([transaction.store.put(text, path), transaction.done]);
        return ok(undefined);
      } catch (error) {
        return databaseFailed(error);
      }
    },

    async end(path) {
      // An entry that stays does no harm: it is used only for a note that is torn.
      await database.delete('journal', path).catch(() => undefined);
    },
  };
}

/**
 * Finishes the writes that a crash cut short; the value names the notes. Only a note that is empty or
 * begins what it was to hold is torn by us: any other is as somebody wants it and stays.
 */
export async function restoreInterrupted(
  database: DeviceDatabase,
  adapter: RestoreAdapter,
): Promise<Result<readonly string[]>> {
  try {
    const restored: string[] = [];
    for (const path of await database.getAllKeys('journal')) {
      const text = await database.get('journal', path);
      if (text === undefined) continue;
      const end = await restore(adapter, path, text);
      if (end === 'failed') continue;
      if (end === 'restored') restored.push(path);
      await database.delete('journal', path);
    }
    return ok(restored);
  } catch (error) {
    return databaseFailed(error);
  }
}

/** Whether a note of these bytes is what an interrupted write of `intended` leaves. */
export function isTorn(bytes: Uint8Array, intended: Uint8Array): boolean {
  return bytes.length < intended.length && bytes.every((byte, index) => byte === intended[index]);
}

/** `failed`: the entry must stay, for the next start. */
async function restore(
  adapter: RestoreAdapter,
  path: string,
  text: string,
): Promise<'restored' | 'whole' | 'failed'> {
  try {
    if ((await adapter.stat(path))?.type !== 'file') return 'whole';
    const intended = new TextEncoder().encode(text);
    if (!isTorn(new Uint8Array(await adapter.readBinary(path)), intended)) return 'whole';
    await adapter.writeBinary(path, intended.buffer);
    return 'restored';
  } catch {
    return 'failed';
  }
}
