import { constants, readlinkSync } from 'node:fs';
import { mkdir, open, realpath, type FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import process from 'node:process';
import { ok, type Result } from '../../../core/errors.js';
import { belowFile } from '../../../core/note/note-problems.js';
import { folderOf } from '../../../core/note/file-name.js';
import { systemErrorCode } from '../../desktop/system/system-error.js';
import {
  contains,
  inNamedFolder,
  outsideVault,
  type InFolder,
} from '../../desktop/paths/vault-folder.js';

/**
 * Calls `use` with the path on disk of a vault folder. On Linux, keeps the folder open, so that no
 * other folder can take its place.
 */
export const withOpenFolder: InFolder = async (root, folder, makes, use) => {
  if (process.platform !== 'linux') return inNamedFolder(root, folder, makes, use);
  const opened = await openFolder(root, folder, makes);
  if (!opened.ok) return opened;
  const { handle, isNamed } = opened.value;
  try {
    return await (isNamed ? use(nameOf(handle)) : inNamedFolder(root, folder, makes, use));
  } finally {
    await handle.close();
  }
};

interface OpenFolder {
  readonly handle: FileHandle;
  readonly isNamed: boolean;
}

/**
 * Returns the real path of an existing folder. `saysWhatIsOpen` is true when the system reports the
 * paths of open files.
 */
export async function realFolder(
  folder: string,
): Promise<{ readonly root: string; readonly saysWhatIsOpen: boolean }> {
  const real = await realpath(folder);
  if (process.platform !== 'linux') return { root: real, saysWhatIsOpen: false };
  const handle = await open(real);
  try {
    const opened = openedPath(handle);
    return { root: opened ?? real, saysWhatIsOpen: opened !== null };
  } finally {
    await handle.close();
  }
}

function nameOf({ fd }: FileHandle): string {
  return `/proc/self/fd/${fd}`;
}

function openedPath(handle: FileHandle): string | null {
  try {
    return readlinkSync(nameOf(handle));
  } catch {
    return null;
  }
}

async function openFolder(
  root: string,
  folder: string,
  makes: boolean,
): Promise<Result<OpenFolder>> {
  try {
    return await openInside(root, folder, join(root, folder));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOTDIR') return belowFile(folder);
    if (!makes || folder === '' || systemErrorCode(error) !== 'ENOENT') throw error;
  }
  const parent = await openFolder(root, folderOf(folder), makes);
  if (!parent.ok) return parent;
  const { handle, isNamed } = parent.value;
  let isTaken = false;
  try {
    const above = isNamed ? nameOf(handle) : join(root, folderOf(folder));
    const place = join(above, basename(folder));
    await mkdir(place).catch((error: unknown) => {
      if (systemErrorCode(error) !== 'EEXIST') throw error;
      isTaken = true;
    });
    return await openInside(root, folder, place);
  } catch (error) {
    if (isTaken && systemErrorCode(error) === 'ENOENT') return belowFile(folder);
    throw error;
  } finally {
    await handle.close();
  }
}

async function openInside(
  root: string,
  folder: string,
  place: string,
): Promise<Result<OpenFolder>> {
  const handle = await open(place, constants.O_RDONLY | constants.O_DIRECTORY);
  const path = openedPath(handle);
  if (path === null || contains(root, path)) return ok({ handle, isNamed: path !== null });
  await handle.close();
  return outsideVault(folder);
}
