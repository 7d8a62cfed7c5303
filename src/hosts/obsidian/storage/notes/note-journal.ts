import type { DataAdapter, Vault } from 'obsidian';
import { ok, type Result } from '../../../../core/errors.js';
import { folderOf } from '../../../../core/note/file-name.js';
import { withoutStamp } from '../../../../core/request/edit-request.js';
import type { Folders } from '../../../../core/settings/device-config.js';
import { contractFolderOf } from '../../../../core/settings/folders.js';
import { withoutMark } from './note-text.js';
import { databaseFailed, type DeviceDatabase, type JournalEntry } from '../device-database.js';

export interface RestoreAccess {
  readonly vault: Pick<Vault, 'adapter' | 'getFiles'>;
  readonly locate: (path: string) => Promise<Result<unknown>>;
}

export interface Restored {
  readonly paths: readonly string[];
  readonly cut: ReadonlyMap<string, CutNote>;
}

/** A note that may have only the beginning of `written`. `whole` is the text to restore. */
export interface CutNote {
  readonly written: string;
  readonly whole: string;
  /** When the write began, in ms since 1970. Absent if the note is certainly cut. */
  readonly mayBeCutSince?: number;
}

/** A file’s time may differ this much from its write. Some disks store only even seconds. */
const WRITE_MS = 5_000;

/**
 * Stores the next text of a note before its write begins, because a crash may leave only a part of
 * the note.
 */
export interface NoteJournal {
  /** If this fails, the note must not be written. */
  begin(path: string, text: string): Promise<Result<void>>;
  keep(path: string, text: string, written: string): Promise<Result<void>>;
  end(path: string): Promise<void>;
}

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
      await database.delete('journal', path).catch(() => undefined);
    },
  };
}

/** Finishes writes that a crash or a full disk interrupted. */
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

async function crossOut(database: DeviceDatabase, path: string, entry: JournalEntry) {
  const transaction = database.transaction('journal', 'readwrite');
  const now = await transaction.store.get(path);
  if (now?.atMs === entry.atMs && now.text === entry.text) await transaction.store.delete(path);
  await transaction.done;
}

/** False if the folder of a note is missing, for example on an unplugged drive. */
export function hasFolder(adapter: Pick<DataAdapter, 'exists'>, path: string): Promise<boolean> {
  return adapter.exists(folderOf(path) || '/').catch(() => false);
}

export function isTorn(bytes: Uint8Array, intended: Uint8Array): boolean {
  return bytes.length < intended.length && beginsWith(intended, bytes);
}

function beginsWith(bytes: Uint8Array, beginning: Uint8Array): boolean {
  return (
    bytes.length >= beginning.length && beginning.every((byte, index) => byte === bytes[index])
  );
}

/** Restores the whole text of a note that has only its beginning. */
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
    isStillTorn = withoutMark(now) === torn;
    return isStillTorn ? whole : now;
  });
  if (!isStillTorn && isSure) throw new Error('It changed just now.');
  return isStillTorn ? 'restored' : 'whole';
}

/** The copy has no stamp, so that a withdrawn approval never comes back. */
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
      // Removes the failed copy, so that further tries do not leave more of them.
      await adapter.remove(beside).catch(() => undefined);
      throw error;
    }
    return;
  }
}

/** After `failed` and `unread`, keep the journal's entry for the next start. */
async function restore(
  access: RestoreAccess,
  folders: Folders,
  path: string,
  { text, atMs, isCut, written = text }: JournalEntry,
): Promise<'restored' | 'whole' | 'failed' | 'unread'> {
  const { adapter } = access.vault;
  let isTried = false;
  try {
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

/** The returned path may belong to another note with the same name, so write nothing there. */
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
