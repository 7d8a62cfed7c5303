import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { systemErrorCode } from '../system/system-error.js';

const othersMayReadOrWrite = 0o066;
const TEMPORARY_NAME = /^\.countersign-\d+-[0-9a-f]{12}\.tmp$/;

export function isTemporaryName(name: string): boolean {
  return TEMPORARY_NAME.test(name);
}

export function temporaryName(): string {
  return `.countersign-${process.pid}-${randomHex(6)}.tmp`;
}

export interface Access {
  readonly mode: number;
  /** The id of the file's group. By default, the system chooses it. */
  readonly group?: number;
}

/** Writes bytes into a new hidden file, and returns the file's path. */
export async function writeTemporary(
  folder: string,
  bytes: Uint8Array,
  access?: Access,
): Promise<string> {
  const file = join(folder, temporaryName());
  const handle = await open(file, 'wx', access?.mode);
  try {
    await fill(handle, bytes, access);
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
  const temporary = await writeTemporary(dirname(file), bytes, { mode });
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

async function fill(handle: FileHandle, bytes: Uint8Array, access?: Access): Promise<void> {
  try {
    if (access !== undefined) await setAccess(handle, access);
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function setAccess(handle: FileHandle, { mode, group }: Access): Promise<void> {
  const isOther = group !== undefined && group !== (await handle.stat()).gid;
  const isKept = !isOther || (await handle.chown(-1, group).then(() => true, isRefused));
  // Another group must not get more than everybody has.
  const wanted = isKept ? mode : (mode & ~0o070) | (mode & ((mode & 0o007) << 3));
  try {
    await handle.chmod(wanted);
  } catch (error) {
    // Some network drives have one owner and mode for all files. A secret must not be readable there.
    const isSecret = group === undefined && (mode & othersMayReadOrWrite) === 0;
    const isOpen = ((await handle.stat()).mode & othersMayReadOrWrite) !== 0;
    if (isRefused(error) || (isSecret && isOpen)) throw error;
  }
}

function isRefused(error: unknown): false {
  if (['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL'].includes(systemErrorCode(error))) {
    return false;
  }
  throw error;
}
