import { lstatSync, type Dirent, type Stats } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { NoteFile } from '../../../ports/note-store.js';
import { isTemporaryName } from '../../desktop/files/atomic-file.js';
import { systemErrorCode } from '../../desktop/system/system-error.js';
import { folderOf } from '../../../core/note/file-name.js';
import { isBelow, isLeftOut } from './hidden-notes.js';
import { refuseOutside } from '../../desktop/paths/vault-folder.js';

const LOOK_UPS_AT_ONCE = 32;
const LOOK_UPS_IN_A_ROW = 256;
const SLOW_MS = 5;
/**
 * A file has no version until its last change is this old. Some disks round file times to two
 * seconds, so two quick changes can have the same time.
 */
const SETTLED_MS = 5_000;
const LEFT_OVER_AFTER_MS = 60_000;

const MOST_LEVELS = 32;

export function tooDeep(folder: string): Error | null {
  if (folder.split('/').length <= MOST_LEVELS) return null;
  return Object.assign(new Error(`${folder} is nested too deep`), { code: 'ETOODEEP' });
}

/** Node cannot open a file whose name is not UTF-8. */
export function notUtf8(path: string): Error | null {
  if (!path.includes('\ufffd')) return null;
  return Object.assign(new Error(`${path} has a name that is not UTF-8`), { code: 'EILSEQ' });
}

export interface ListedFile extends NoteFile {
  readonly ino: number;
  /** In milliseconds since 1970. Programs cannot set this time. */
  readonly ctimeMs: number;
}

type OnUnreadable = (error: unknown, folder: string) => void;

export async function listFiles(
  root: string,
  folder: string,
  onUnreadable: OnUnreadable,
  hiddenIn?: string,
): Promise<ListedFile[]> {
  await refuseOutside(root, folder, hiddenIn);
  const paths: string[] = [];
  const visit = (path: string, entry: Dirent): void => {
    const isLike = entry.isFile() || (entry.name.endsWith('.md') && !entry.isDirectory());
    if (isLike && !isLeftOut(path, false, hiddenIn)) paths.push(path);
  };
  await walk(root, folder, onUnreadable, visit, hiddenIn);
  paths.sort();
  const statsOf = lookUpQuickly();
  const files = await lookUpAll(paths, async (path): Promise<ListedFile | null> => {
    try {
      const stats = await statsOf(join(root, path));
      // This file could be the note of an executed action, so the caller must know that it can't be
      // read.
      const matters = path.endsWith('.md') || isBelow(path, hiddenIn);
      const misnamed = stats === null && matters ? notUtf8(path) : null;
      if (misnamed) onUnreadable(misnamed, folderOf(path));
      if (!stats || stats.isDirectory()) return null;
      const { ino, size, mtimeMs, ctimeMs } = stats;
      const file = { path, ino, size, mtimeMs, ctimeMs };
      const isSettled = stats.isFile() && Date.now() - Math.max(ctimeMs, mtimeMs) > SETTLED_MS;
      return isSettled ? { ...file, version: stampOf(file) } : file;
    } catch (error) {
      if (systemErrorCode(error) === '') throw error;
      onUnreadable(error, folderOf(path));
      return null;
    }
  });
  return files.filter((file) => file !== null);
}

/** On a slow disk, synchronous calls would block this process. */
function lookUpQuickly(): (file: string) => Promise<Stats | null> {
  let isSlow = false;
  let looked = 0;
  return async (file) => {
    try {
      if (isSlow) return await lstat(file);
      looked += 1;
      if (looked % LOOK_UPS_IN_A_ROW === 0) await setImmediate();
      const begun = performance.now();
      const stats = lstatSync(file);
      isSlow = performance.now() - begun > SLOW_MS;
      return stats;
    } catch (error) {
      return absent(error);
    }
  };
}

/**
 * Removes temporary files that a crashed process left. Tries again later if some files are too
 * new. The returned function stops that.
 */
export async function removeLeftOvers(root: string): Promise<() => void> {
  const paths: string[] = [];
  await walk(
    root,
    '',
    () => undefined,
    (path, entry) => {
      if (entry.isFile() && isTemporaryName(entry.name)) paths.push(path);
    },
  );
  const young = await removeOld(root, paths);
  if (young.length === 0) return () => undefined;
  const newestMs = Math.max(...young.map(({ mtimeMs }) => mtimeMs));
  const inMs = Math.min(newestMs + LEFT_OVER_AFTER_MS - Date.now(), LEFT_OVER_AFTER_MS);
  const again = (): void => {
    void removeOld(
      root,
      young.map(({ path }) => path),
    ).catch(() => undefined);
  };
  const timer = setTimeout(again, inMs + 100).unref();
  return () => clearTimeout(timer);
}

async function removeOld(
  root: string,
  paths: readonly string[],
): Promise<readonly { readonly path: string; readonly mtimeMs: number }[]> {
  const left = await lookUpAll(paths, async (path) => {
    const stats = await lstat(join(root, path)).catch(() => null);
    if (stats === null) return [];
    const { mtimeMs } = stats;
    if (Date.now() - mtimeMs <= LEFT_OVER_AFTER_MS) return [{ path, mtimeMs }];
    await rm(join(root, path), { force: true });
    return [];
  });
  return left.flat();
}

async function walk(
  root: string,
  folder: string,
  onUnreadable: OnUnreadable,
  visit: (path: string, entry: Dirent) => void,
  hiddenIn?: string,
): Promise<void> {
  const deep = tooDeep(folder);
  if (deep) {
    onUnreadable(deep, folder);
    return;
  }
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(
    (error: unknown) => {
      const misnamed = notUtf8(folder);
      if (systemErrorCode(error) !== 'ENOENT') onUnreadable(error, folder);
      else if (misnamed) onUnreadable(misnamed, folderOf(folder));
      return [];
    },
  );
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    visit(path, entry);
    if (entry.isDirectory() && !isLeftOut(path, true, hiddenIn)) {
      await walk(root, path, onUnreadable, visit, hiddenIn);
    }
  }
}

export async function lookUpAll<T>(
  paths: readonly string[],
  lookUp: (path: string) => Promise<T>,
): Promise<T[]> {
  const found: T[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < paths.length; index = next++) {
      found[index] = await lookUp(paths[index] as string);
    }
  };
  await Promise.all(Array.from({ length: LOOK_UPS_AT_ONCE }, worker));
  return found;
}

function absent(error: unknown): null {
  if (systemErrorCode(error) === 'ENOENT') return null;
  throw error;
}

/** `ctimeMs` is included because programs cannot set it. */
export function stampOf({ ino, size, mtimeMs, ctimeMs }: Omit<ListedFile, 'path'>): string {
  return `${ino}:${size}:${mtimeMs}:${ctimeMs}`;
}
