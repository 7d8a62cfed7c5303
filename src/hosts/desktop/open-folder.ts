import { constants, existsSync, readlinkSync, realpathSync } from 'node:fs';
import { mkdir, open, realpath, type FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import process from 'node:process';
import { ok, type Result } from '../../core/errors.js';
import { folderOf } from '../../core/note/file-name.js';
import { systemErrorCode } from './system-error.js';
import { contains, locateFolder, outsideVault } from './vault-folder.js';

/** Linux names the files and folders that a process has open here, wherever they are by now. */
const OPEN_FILES = '/proc/self/fd';
const knowsOpenFiles = process.platform === 'linux' && existsSync(OPEN_FILES);

/** A folder of the vault that is held open. */
export interface OpenFolder {
  /**
   * Where it is on the disk. On Linux this names the open folder itself: what is done below it is done in that
   * folder, also when somebody meanwhile puts a link in its place. Elsewhere it is the folder's path.
   */
  readonly place: string;
  /** Whether it is in the vault now. */
  readonly isInside: () => boolean;
}

/**
 * Opens a folder of the vault for what is written into it, and closes it afterwards. `root` is the vault's real
 * path. Fails with `path_outside_vault` when a link leads out of the vault, and with `note_not_a_file` when a file
 * is in a folder's place; throws system errors, `ENOENT` for a folder that is missing unless it is to be made.
 */
export async function withOpenFolder<T>(
  root: string,
  folder: string,
  makes: boolean,
  use: (folder: OpenFolder) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (!knowsOpenFiles) return withNamedFolder(root, folder, makes, use);
  const handle = await openFolder(root, folder, makes);
  if (!handle.ok) return handle;
  const { fd } = handle.value;
  try {
    return await use({
      place: `${OPEN_FILES}/${fd}`,
      isInside: () => contains(root, openedPath(fd) ?? ''),
    });
  } finally {
    await handle.value.close();
  }
}

/** The real path of a folder that exists, spelled as the system spells what is open in it. */
export async function realFolder(folder: string): Promise<string> {
  const real = await realpath(folder);
  const handle = await open(real);
  try {
    return openedPath(handle.fd) ?? real;
  } finally {
    await handle.close();
  }
}

/** Whether an open file is known to be outside of the vault: a folder on its way was replaced by a link. */
export function isOpenedOutside(root: string, fd: number): boolean {
  const path = openedPath(fd);
  return path !== null && !contains(root, path);
}

/** The real path of what is open; `null` where the system does not say. */
function openedPath(fd: number): string | null {
  return knowsOpenFiles ? readlinkSync(`${OPEN_FILES}/${fd}`) : null;
}

async function openFolder(
  root: string,
  folder: string,
  makes: boolean,
): Promise<Result<FileHandle>> {
  try {
    return await openInside(root, folder, join(root, folder));
  } catch (error) {
    if (!makes || folder === '' || systemErrorCode(error) !== 'ENOENT') throw error;
  }
  // Each missing folder is made in the open one above it, so that none is ever made elsewhere.
  const parent = await openFolder(root, folderOf(folder), makes);
  if (!parent.ok) return parent;
  try {
    const place = `${OPEN_FILES}/${parent.value.fd}/${basename(folder)}`;
    await mkdir(place).catch((error: unknown) => {
      if (systemErrorCode(error) !== 'EEXIST') throw error;
    });
    return await openInside(root, folder, place);
  } finally {
    await parent.value.close();
  }
}

async function openInside(
  root: string,
  folder: string,
  place: string,
): Promise<Result<FileHandle>> {
  const handle = await open(place, constants.O_RDONLY | constants.O_DIRECTORY);
  if (!isOpenedOutside(root, handle.fd)) return ok(handle);
  await handle.close();
  return outsideVault(folder);
}

/** For systems that cannot name what is open: the folder is looked at before, and once more where it matters. */
async function withNamedFolder<T>(
  root: string,
  folder: string,
  makes: boolean,
  use: (folder: OpenFolder) => Promise<Result<T>>,
): Promise<Result<T>> {
  const place = await locateFolder(root, folder);
  if (!place.ok) return place;
  if (makes) await mkdir(place.value, { recursive: true });
  return use({
    place: place.value,
    isInside: () => contains(root, realpathSync(place.value)),
  });
}
