import { lstat, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { noteMissing, notAFile } from '../../../core/note/note-problems.js';
import type { Result } from '../../../core/errors.js';
import { systemErrorCode } from '../system/system-error.js';
import { locateNote } from './vault-folder.js';

/** Like {@link locateNote}, but refuses a path that is a link. */
export async function locateOwnNote(root: string, path: string): Promise<Result<string>> {
  const place = await locateNote(root, path);
  if (!place.ok) return place;
  try {
    return (await lstat(place.value)).isSymbolicLink() ? notAFile(path) : place;
  } catch (error) {
    switch (systemErrorCode(error)) {
      case 'ENOENT':
        return place;
      case 'ENOTDIR':
        return notAFile(path);
      default:
        throw error;
    }
  }
}

/** Returns the path on disk of a file that a request attaches. Refuses links. */
export async function locateRealFile(root: string, path: string): Promise<Result<string>> {
  const place = await locateNote(root, path);
  if (!place.ok) return place.error.code === 'note_not_a_file' ? noteMissing(path) : place;
  try {
    const isReal = (await realpath(place.value)) === place.value;
    return isReal && (await lstat(place.value)).isFile() ? place : notAFile(path);
  } catch (error) {
    switch (systemErrorCode(error)) {
      case 'ENOENT':
      case 'ENOTDIR':
        return noteMissing(path);
      case 'ELOOP':
      case 'ENAMETOOLONG':
        return notAFile(path);
      default:
        throw error;
    }
  }
}

/** Returns the names of the links in a folder of the vault. */
export async function linksIn(root: string, folder: string): Promise<ReadonlySet<string>> {
  try {
    const entries = await readdir(join(root, folder), { withFileTypes: true });
    return new Set(entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name));
  } catch (error) {
    if (systemErrorCode(error) === '') throw error;
    return new Set();
  }
}
