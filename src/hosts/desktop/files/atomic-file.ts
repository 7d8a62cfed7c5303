import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { systemErrorCode } from '../system/system-error.js';

const TEMPORARY_NAME = /^\.countersign-\d+-[0-9a-f]{12}\.tmp$/;

export function isTemporaryName(name: string): boolean {
  return TEMPORARY_NAME.test(name);
}

/** Writes bytes into a new hidden file, and returns the file's path. */
export async function writeTemporary(
  folder: string,
  bytes: Uint8Array,
  mode?: number,
): Promise<string> {
  const file = join(folder, `.countersign-${process.pid}-${randomHex(6)}.tmp`);
  const handle = await open(file, 'wx', mode);
  try {
    await fill(handle, bytes, mode);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  return file;
}

/**
 * Replaces or creates a file. After a crash, it has either all its old bytes or all its new ones.
 */
export async function replaceFile(
  file: string,
  bytes: Uint8Array,
  mode: number,
  mayReplace: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  const temporary = await writeTemporary(dirname(file), bytes, mode);
  try {
    if (!(await mayReplace())) {
      await rm(temporary, { force: true });
      return false;
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(file));
  return true;
}

/** Makes new and renamed files in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, 'r');
    await handle.sync();
  } catch (error) {
    // Windows and some network drives cannot sync a folder.
    if (!['EPERM', 'EISDIR', 'EINVAL', 'EACCES', 'ENOTSUP'].includes(systemErrorCode(error))) {
      throw error;
    }
  } finally {
    await handle?.close();
  }
}

function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function fill(handle: FileHandle, bytes: Uint8Array, mode?: number): Promise<void> {
  try {
    if (mode !== undefined) await handle.chmod(mode);
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
