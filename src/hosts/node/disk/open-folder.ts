import { constants } from 'node:fs';
import { mkdir, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import process from 'node:process';
import { ok, type Result } from '../../../core/errors.js';
import { folderOf } from '../../../core/note/file-name.js';
import { systemErrorCode } from '../../desktop/system/system-error.js';
import {
  contains,
  inNamedFolder,
  outsideVault,
  type InFolder,
} from '../../desktop/paths/vault-folder.js';

/**
 * Opens a folder of the vault for what is written into it, and closes it afterwards. On Linux `place` names the open
 * folder itself: what is done below it is done in that folder, also when somebody meanwhile puts a link in its place.
 * Elsewhere it is the folder's path. `root` is the vault's real path. Fails with `path_outside_vault` when a link
 * leads out of the vault, and with `note_not_a_file` when a file is in a folder's place; throws system errors, `ENOENT`
 * for a folder that is missing unless it is to be made.
 */
export const withOpenFolder: InFolder = async (root, folder, makes, use) => {
  if (process.platform !== 'linux') return inNamedFolder(root, folder, makes, use);
  const handle = await openFolder(root, folder, makes);
  if (!handle.ok) return handle;
  try {
    const isNamed = (await openedPath(handle.value)) !== null;
    return await (isNamed ? use(nameOf(handle.value)) : inNamedFolder(root, folder, makes, use));
  } finally {
    await handle.value.close();
  }
};

/** The real path of a folder that exists, spelled as the system spells what is open in it. */
export async function realFolder(folder: string): Promise<string> {
  const real = await realpath(folder);
  if (process.platform !== 'linux') return real;
  const handle = await open(real);
  try {
    return (await openedPath(handle)) ?? real;
  } finally {
    await handle.close();
  }
}

/** Linux names the files and folders that a process has open here, wherever they are by now. */
function nameOf({ fd }: FileHandle): string {
  return `/proc/self/fd/${fd}`;
}

/** The real path of what is open; `null` where the system does not say. */
async function openedPath(handle: FileHandle): Promise<string | null> {
  return readlink(nameOf(handle)).catch(() => null);
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
    const above =
      (await openedPath(parent.value)) === null
        ? join(root, folderOf(folder))
        : nameOf(parent.value);
    const place = join(above, basename(folder));
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
  const path = await openedPath(handle);
  if (path === null || contains(root, path)) return ok(handle);
  await handle.close();
  return outsideVault(folder);
}
