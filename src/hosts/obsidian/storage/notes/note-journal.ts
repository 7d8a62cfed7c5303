import type { DataAdapter } from 'obsidian';
import { ok, type Result } from '../../../../core/errors.js';
import { baseName, folderOf } from '../../../../core/note/file-name.js';
import { withoutStamp } from '../../../../core/request/edit-request.js';
import { withoutMark } from './note-text.js';
import { databaseFailed, type DeviceDatabase, type JournalEntry } from '../device-database.js';

type RestoreAdapter = Pick<
  DataAdapter,
  'stat' | 'readBinary' | 'process' | 'exists' | 'write' | 'remove' | 'list'
>;

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
 * is another (the clock of a network drive may be wrong), its whole text is kept beside it.
 */
export async function restoreInterrupted(
  database: DeviceDatabase,
  adapter: RestoreAdapter,
): Promise<Result<Restored>> {
  try {
    const paths: string[] = [];
    const cut = new Map<string, CutNote>();
    for (const key of await database.getAllKeys('journal')) {
      const entry = await database.get('journal', key);
      if (entry === undefined) continue;
      const path = await currentPath(adapter, key, entry);
      // Whoever mends it later crosses out the entry of the name that it has now.
      if (path !== key) await database.put('journal', entry, path);
      const end = await restore(adapter, path, entry);
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
      if (path !== key) await crossOut(database, key, entry);
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
  adapter: Pick<DataAdapter, 'stat' | 'readBinary' | 'exists' | 'write' | 'remove'>,
  path: string,
  { written, whole, mayBeCutSince }: CutNote,
  process: (change: (text: string) => string) => Promise<unknown>,
): Promise<'restored' | 'whole'> {
  const isSure = mayBeCutSince === undefined;
  const isFile = (await adapter.stat(path))?.type === 'file';
  const bytes = isFile ? new Uint8Array(await adapter.readBinary(path)) : null;
  const texts = [written, whole].map((text) => new TextEncoder().encode(text));
  if (bytes === null || !texts.some((text) => isTorn(bytes, text))) {
    const isChanged = bytes === null || !texts.some((text) => beginsWith(bytes, text));
    if (isSure && isChanged) await keepBeside(adapter, path, whole);
    return 'whole';
  }
  if (!isSure) {
    const { mtime = 0 } = (await adapter.stat(path)) ?? {};
    if (Math.abs(mtime - mayBeCutSince) > WRITE_MS) {
      await keepBeside(adapter, path, whole);
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
  adapter: Pick<DataAdapter, 'exists' | 'write' | 'remove'>,
  path: string,
  text: string,
): Promise<void> {
  for (let at = 1; ; at += 1) {
    const copy = `(conflicted copy${at === 1 ? '' : ` ${at}`}).md`;
    const beside = `${path.replace(/\.md$/u, '')} ${copy}`;
    if (await adapter.exists(beside)) continue;
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
  adapter: RestoreAdapter,
  path: string,
  { text, atMs, isCut, written = text }: JournalEntry,
): Promise<'restored' | 'whole' | 'failed' | 'unread'> {
  let isTried = false;
  try {
    // With its drive it may come back.
    if (!(await hasFolder(adapter, path))) return 'unread';
    const cut = { written, whole: text, ...(isCut ? {} : { mayBeCutSince: atMs }) };
    return await putBack(adapter, path, cut, async (change) => {
      isTried = true;
      await adapter.process(path, change);
    });
  } catch {
    return isTried ? 'failed' : 'unread';
  }
}

/** Where a note of an interrupted write is now: somebody may have moved it before this start. */
async function currentPath(
  adapter: RestoreAdapter,
  path: string,
  entry: JournalEntry,
): Promise<string> {
  try {
    if (entry.isCut || (await adapter.exists(path)) || !(await hasFolder(adapter, path)))
      return path;
    return (await findMoved(adapter, path, entry)) ?? path;
  } catch {
    return path;
  }
}

/**
 * The note that holds only the beginning of an interrupted write, wherever it is; `null`: there is none, or its whole
 * text is somewhere. A rename keeps the time of the last write. An empty note may be anybody's, unless it has the name.
 */
async function findMoved(
  adapter: RestoreAdapter,
  from: string,
  { text, atMs }: JournalEntry,
): Promise<string | null> {
  const intended = new TextEncoder().encode(text);
  const torn: string[] = [];
  const folders = ['/'];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const listed = await adapter.list(folder);
    folders.push(...listed.folders);
    for (const path of listed.files) {
      if (!path.endsWith('.md')) continue;
      const stat = await adapter.stat(path);
      if (!stat || Math.abs(stat.mtime - atMs) > WRITE_MS || stat.size > intended.length) continue;
      if (stat.size === 0 && baseName(path) !== baseName(from)) continue;
      const bytes = new Uint8Array(await adapter.readBinary(path));
      if (isTorn(bytes, intended)) torn.push(path);
      else if (beginsWith(bytes, intended)) return null;
    }
  }
  return torn.find((path) => baseName(path) === baseName(from)) ?? torn[0] ?? null;
}
