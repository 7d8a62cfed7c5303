import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { systemErrorCode } from '../system/system-error.js';
import { systemIds } from '../system/system-ids.js';

/** A folder like those in which servers start, for reading relative paths. It need not exist. */
export function anyStartFolder(deviceFolder: string): string {
  return join(serversFolder(deviceFolder), 'any');
}

/** Not the device's folder itself: beside the ledger, a relative path would reach the secrets. */
function serversFolder(deviceFolder: string): string {
  return join(deviceFolder, 'servers');
}

/**
 * Creates an empty folder for one start of one server, so that files written by another server, or by an
 * earlier start, are not where a program looks for its modules and settings. Remove it when that server has
 * ended; folders of dead processes are removed here. Throws system errors.
 */
export async function makeStartFolder(deviceFolder: string): Promise<string> {
  const all = serversFolder(deviceFolder);
  await mkdir(all, { recursive: true, mode: 0o700 });
  for (const name of await readdir(all)) {
    if (!isInUse(name)) await removeStartFolder(join(all, name));
  }
  const folder = join(all, `${process.pid}-${systemIds().random(10)}`);
  // Fails if it already exists.
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

/** Removes such a folder with its content. What cannot be removed now is tried again at the next start. */
export async function removeStartFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
}

/** Whether the process that created a folder is still running. */
function isInUse(name: string): boolean {
  const pid = Number(/^([1-9]\d*)-/.exec(name)?.[1]);
  if (Number.isNaN(pid)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) !== 'ESRCH';
  }
}
