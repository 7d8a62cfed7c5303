import type { DataAdapter, Vault } from 'obsidian';
import { ok, type Result } from '../../../../core/errors.js';
import { folderOf } from '../../../../core/note/file-name.js';
import { withoutStamp } from '../../../../core/request/edit-request.js';
import type { Folders } from '../../../../core/settings/device-config.js';
import { contractFolderOf } from '../../../../core/settings/folders.js';
import { withoutMark } from './note-text.js';
import { databaseFailed, type DeviceDatabase, type JournalEntry } from '../device-database.js';

/** Where whole texts are put back. */
export interface RestoreAccess {
  readonly vault: Pick<Vault, 'adapter' | 'getFiles'>;
  /** Refuses links that lead out of the vault, where there are links. */
  readonly locate: (path: string) => Promise<Result<unknown>>;
}

/** What was done about interrupted writes. */
export interface Restored {
  /** The notes that are whole again. */
  readonly paths: readonly string[];
  /** By path: the notes that still hold only their beginning, or could not be read. */
  readonly cut: ReadonlyMap<string, CutNote>;
}

/** A note that holds only the beginning of what was written. */
export interface CutNote {
  readonly written: string;
  readonly whole: string;
  /** The note could not be read at the start: it may be cut if this (ms since 1970) is when it was last written. */
  readonly mayBeCutSince?: number;
}

/** How far (ms) a write's time on the disk may lie from its begin; some disks keep even seconds. */
const WRITE_MS = 5_000;

/**
 * What notes are about to hold. Obsidian writes a note in place, and nothing says that a crash cannot
 * leave part of it: so the whole text is on the disk here before a write begins.
 */
export interface NoteJournal {
  /** Resolves when the text is on the disk. Fails with `device_database_failed`: then do not write. */
  begin(path: string, text: string): Promise<Result<void>>;
  /** Keeps the text that a note is to hold again after a failed write left only the beginning of `written`. */
  keep(path: string, text: string, written: string): Promise<Result<void>>;
  /** Crosses a write out that has ended. */
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
      // An entry that stays does no harm: it is used only for a note that is torn.
      await database.delete('journal', path).catch(() => undefined);
    },
  };
}

/**
 * Finishes the writes that a crash or a full disk cut short. Only a note that is empty or begins what it
 * was to hold, and was last written then, is torn by us: any other is as somebody wants it and stays. If only its time
 * or its folder is another (the clock of a network drive may be wrong), its whole text is kept beside it.
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

/** Not an entry of a write that has begun since. */
async function crossOut(database: DeviceDatabase, path: string, entry: JournalEntry) {
  const transaction = database.transaction('journal', 'readwrite');
  const now = await transaction.store.get(path);
  if (now?.atMs === entry.atMs && now.text === entry.text) await transaction.store.delete(path);
  await transaction.done;
}

/** Whether the folder of a note is there: its drive may have been unplugged. */
export function hasFolder(adapter: Pick<DataAdapter, 'exists'>, path: string): Promise<boolean> {
  return adapter.exists(folderOf(path) || '/').catch(() => false);
}

/** Whether a note of these bytes is what an interrupted write of `intended` leaves. */
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
 * Puts its whole text back into a note that holds only the beginning, or beside it if somebody changed, moved or
 * deleted that. Throws if that failed.
 *
 * @param process writes what comes of the note's text
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
    // A write that was only slow has ended by now, or somebody else wrote.
    isStillTorn = withoutMark(now) === torn;
    return isStillTorn ? whole : now;
  });
  if (!isStillTorn && isSure) throw new Error('It changed just now.');
  return isStillTorn ? 'restored' : 'whole';
}

/**
 * Puts the whole text of a note beside it, as a sync service does with a conflict: somebody may have changed what a
 * failed write had left of it, and both are kept. Without a stamp: what a person took away never comes back approved.
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
      // Tried again at each look, it would leave one more each time.
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
    // With its drive it may come back.
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
 * A note of ours that has the name of a torn note and holds only the beginning of its text: somebody may have moved it
 * there before this start. It may also be another's, so nothing is written into it.
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
