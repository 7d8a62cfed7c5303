import { closeSync, linkSync, openSync, renameSync, rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder, writeTemporary } from '../../desktop/files/atomic-file.js';
import { systemErrorCode } from '../../desktop/system/system-error.js';
import { isInside } from './disk-note-file.js';
import { foldName } from '../../../core/note/vault-path.js';

/** Creates a file completely or not at all. */
export async function createFile(
  root: string,
  folder: string,
  name: string,
  bytes: Uint8Array,
  onMade: () => void,
): Promise<'made' | 'taken' | 'outside'> {
  const file = join(folder, name);
  if (await isNameTaken(file)) return 'taken';
  const temporary = await writeTemporary(folder, bytes);
  let isLeft = true;
  try {
    if (!isInside(root, folder)) return 'outside';
    if (linkExclusively(temporary, file)) {
      rmSync(temporary, { force: true });
    } else {
      renameExclusively(temporary, file);
    }
    isLeft = false;
    onMade();
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return 'taken';
    throw error;
  } finally {
    if (isLeft) await rm(temporary, { force: true });
  }
  await syncFolder(folder);
  return 'made';
}

/** True when the name is taken in the file's folder, ignoring upper and lower case. */
export async function isNameTaken(file: string): Promise<boolean> {
  const wanted = foldName(basename(file));
  try {
    return (await readdir(dirname(file))).some((name) => foldName(name) === wanted);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Makes a hard link. Returns false if the disk does not support it. */
export function linkExclusively(file: string, name: string): boolean {
  try {
    linkSync(file, name);
    return true;
  } catch (error) {
    const unsupported = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK'];
    if (unsupported.includes(systemErrorCode(error))) return false;
    throw error;
  }
}

export function renameExclusively(file: string, name: string): void {
  closeSync(openSync(name, 'wx'));
  try {
    renameSync(file, name);
  } catch (error) {
    rmSync(name);
    throw error;
  }
}
