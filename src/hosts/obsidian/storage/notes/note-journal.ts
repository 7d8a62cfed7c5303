import type { DataAdapter, Vault } from 'obsidian';
import { ok, type Result } from '../../../../core/errors.js';
import { folderOf } from '../../../../core/note/file-name.js';
import { withoutStamp } from '../../../../core/request/edit-request.js';
import type { Folders } from '../../../../core/settings/device-config.js';
import { contractFolderOf } from '../../../../core/settings/folders.js';
import { withoutMark } from './note-text.js';
import { databaseFailed, type DeviceDatabase, type JournalEntry } from '../device-database.js';

/** Access for restoring whole texts. */
export interface RestoreAccess {
  readonly vault: Pick<Vault, 'adapter' | 'getFiles'>;
  /** Refuses links that lead out of the vault, where there are links. */
  readonly locate: (path: string) => Promise<Result<unknown>>;
}

/** The results for interrupted writes. */
export interface Restored {
  /** The restored notes. */
  readonly paths: readonly string[];
  /** By path: the notes that still have only their beginning, or could not be read. */
  readonly cut: ReadonlyMap<string, CutNote>;
}

/** A note that has only the beginning of what was written. */
export interface CutNote {
  readonly written: string;
  readonly whole: string;
  /** The note could not be read at the start; it may be cut if it was last written at this time (ms since 1970). */
  readonly mayBeCutSince?: number;
}

/** How far (ms) a write's time on the disk may be from its beginning; some disks store only even seconds. */
const WRITE_MS = 5_000;

/**
 * The next content of notes. Obsidian writes a note in place, so a crash may leave only a part; therefore
 * the whole text is saved here before a write begins.
 */
export interface NoteJournal {
  /** Resolves when the text is on disk. Fails with `device_database_failed`: then do not write. */
  begin(path: string, text: string): Promise<Result<void>>;
  /** Keeps the text to restore after a failed write that left only the beginning of `written`. */
  keep(path: string, text: string, written: string): Promise<Result<void>>;
  /** Removes the entry of a finished write. */
  end(path: string): Promise<void>;
}

/** The journal in this device's database. */
export function noteJournal(database: DeviceDatabase): NoteJournal {
  const put = async (path: string, entry: JournalEntry): Promise<Result<void>> => {
    try {
      const transaction = database.transaction('journal', 'readwrite', { durability: 'strict' });
      await Promise.all([transaction.store.put(entry, path), transaction.done]);
      return ok(undefined);
    } catch (error) {
      return databaseFailed(error);
    }
  };
  return {
    begin: (path, text) => put(path, { text, atMs: Date.now() }),

    keep: (path, text, written) => put(path, { text, written, atMs: Date.now(), isCut: true }),

    async end(path) {
      // A remaining entry is harmless: it is used only for a torn note.
      await database.delete('journal', path).catch(() => undefined);
    },
  };
}

/**
 * Finishes writes that a crash or a full disk interrupted. A note is torn by us only if it is empty or a
 * prefix of the intended text, and was last written at that time; any other stays as it is. If only its
 * time or folder differs, the whole text is saved beside it.
 */
export async function restoreInterrupted(
  database: DeviceDatabase,
  access: RestoreAccess,
  folders: Folders,
): Promise<Result<Restored>> {
  try {
    const paths: string[] = [];
    const cut = new Map<string, CutNote>();
    for (const path of await database.getAllKeys('journal')) {
      const entry = await database.get('journal', path);
      if (entry === undefined) continue;
      const end = await restore(access, folders, path, entry);
      const { text, atMs, isCut, written = text } = entry;
      if (end === 'unread' && !isCut) {
        cut.set(path, { written: text, whole: text, mayBeCutSince: atMs });
        continue;
      }
      if (end === 'failed' || end === 'unread') {
        await database.put('journal', { ...entry, isCut: true }, path);
        cut.set(path, { written, whole: text });
        continue;
      }
      if (end === 'restored') paths.push(path);
      await crossOut(database, path, entry);
    }
    return ok({ paths, cut });
  } catch (error) {
    return databaseFailed(error);
  }
}

/** But not the entry of a write that has begun since. */
async function crossOut(database: DeviceDatabase, path: string, entry: JournalEntry) {
  const transaction = database.transaction('journal', 'readwrite');
  const now = await transaction.store.get(path);
  if (now?.atMs === entry.atMs && now.text === entry.text) await transaction.store.delete(path);
  await transaction.done;
}

/** Whether a note's folder exists; its drive may have been unplugged. */
export function hasFolder(adapter: Pick<DataAdapter, 'exists'>, path: string): Promise<boolean> {
  return adapter.exists(folderOf(path) || '/').catch(() => false);
}

/** Whether these bytes are what an interrupted write of `intended` leaves. */
export function isTorn(bytes: Uint8Array, intended: Uint8Array): boolean {
  return bytes.length < intended.length && beginsWith(intended, bytes);
}

/** Whether the first of two byte sequences begins with the second. */
function beginsWith(bytes: Uint8Array, beginning: Uint8Array): boolean {
  return (
    bytes.length >= beginning.length && beginning.every((byte, index) => byte === bytes[index])
  );
}

/**
 * Restores the whole text of a note that has only the beginning, or saves it beside the note if somebody
 * changed, moved or deleted that. Throws on failure.
 * @param process writes the result of editing the note's text
 */
export async function putBack(
  access: RestoreAccess,
  path: string,
  { written, whole, mayBeCutSince }: CutNote,
  process: (change: (text: string) => string) => Promise<unknown>,
): Promise<'restored' | 'whole'> {
  const { adapter } = access.vault;
  const isSure = mayBeCutSince === undefined;
  const isFile = (await adapter.stat(path))?.type === 'file';
  const bytes = isFile ? new Uint8Array(await adapter.readBinary(path)) : null;
  const texts = [written, whole].map((text) => new TextEncoder().encode(text));
  if (bytes === null || !texts.some((text) => isTorn(bytes, text))) {
    const isChanged = bytes === null || !texts.some((text) => beginsWith(bytes, text));
    if (isSure && isChanged) await keepBeside(access, path, whole);
    return 'whole';
  }
  if (!isSure) {
    const { mtime = 0 } = (await adapter.stat(path)) ?? {};
    if (Math.abs(mtime - mayBeCutSince) > WRITE_MS) {
      await keepBeside(access, path, whole);
      return 'whole';
    }
  }
  const torn = withoutMark(new TextDecoder().decode(bytes));
  let isStillTorn = false;
  await process((now) => {
    // A slow write has finished in the meantime, or somebody else wrote.
    isStillTorn = withoutMark(now) === torn;
    return isStillTorn ? whole : now;
  });
  if (!isStillTorn && isSure) throw new Error('It changed just now.');
  return isStillTorn ? 'restored' : 'whole';
}

/**
 * Saves the whole text of a note beside it, as sync services do with conflicts: somebody may have changed
 * what a failed write left, and both are kept. Without a stamp, so that a withdrawn approval never comes
 * back.
 */
async function keepBeside(
  { vault: { adapter }, locate }: RestoreAccess,
  path: string,
  text: string,
): Promise<void> {
  for (let at = 1; ; at += 1) {
    const copy = `(conflicted copy${at === 1 ? '' : ` ${at}`}).md`;
    const beside = `${path.replace(/\.md$/u, '')} ${copy}`;
    if (await adapter.exists(beside)) continue;
    const place = await locate(beside);
    if (!place.ok) throw new Error(place.error.message);
    try {
      await adapter.write(beside, withoutStamp(text));
    } catch (error) {
      // Otherwise each further try would leave one more.
      await adapter.remove(beside).catch(() => undefined);
      throw error;
    }
    return;
  }
}

/** `failed` and `unread`: the entry must stay, for the next start. */
async function restore(
  access: RestoreAccess,
  folders: Folders,
  path: string,
  { text, atMs, isCut, written = text }: JournalEntry,
): Promise<'restored' | 'whole' | 'failed' | 'unread'> {
  const { adapter } = access.vault;
  let isTried = false;
  try {
    // It may come back with its drive.
    if (!(await hasFolder(adapter, path)) || !(await access.locate(path)).ok) return 'unread';
    if (!isCut && !(await adapter.exists(path))) {
      const moved = await findMoved(access, folders, path, text);
      isTried = true;
      if (moved !== undefined) await keepBeside(access, moved, text);
      return 'whole';
    }
    const cut = { written, whole: text, ...(isCut ? {} : { mayBeCutSince: atMs }) };
    return await putBack(access, path, cut, async (change) => {
      isTried = true;
      await adapter.process(path, change);
    });
  } catch {
    return isTried ? 'failed' : 'unread';
  }
}

/**
 * A note with the name of a torn note and only the beginning of its text: somebody may have moved it there
 * before this start. It may also be somebody else's, so nothing is written into it.
 */
async function findMoved(
  { vault, locate }: RestoreAccess,
  folders: Folders,
  from: string,
  text: string,
): Promise<string | undefined> {
  const intended = new TextEncoder().encode(text);
  for (const { path, name } of vault.getFiles()) {
    if (name !== from.slice(from.lastIndexOf('/') + 1)) continue;
    if (contractFolderOf(folders, path) === null) continue;
    if (!(await locate(path)).ok) continue;
    if (isTorn(new Uint8Array(await vault.adapter.readBinary(path)), intended)) return path;
  }
  return undefined;
}
