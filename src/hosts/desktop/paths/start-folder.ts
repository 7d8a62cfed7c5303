import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { systemErrorCode } from '../system/system-error.js';
import { systemIds } from '../system/system-ids.js';

/** A folder like those that servers start in, to read relative paths from. It need not exist. */
export function anyStartFolder(deviceFolder: string): string {
  return join(serversFolder(deviceFolder), 'any');
}

/** Not the device's folder itself: beside the ledger, a relative path would open the secrets. */
function serversFolder(deviceFolder: string): string {
  return join(deviceFolder, 'servers');
}

/**
 * Makes an empty folder for one start of one server: what a call had another server write, or this one earlier,
 * must not lie where a program looks for its modules and settings. Remove it when that server has ended; those
 * of processes that are gone are removed here. Throws system errors.
 */
export async function makeStartFolder(deviceFolder: string): Promise<string> {
  const all = serversFolder(deviceFolder);
  await mkdir(all, { recursive: true, mode: 0o700 });
  for (const name of await readdir(all)) {
    if (!isInUse(name)) await removeStartFolder(join(all, name));
  }
  const folder = join(all, `${process.pid}-${systemIds().random(10)}`);
  // Fails where it is there already.
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

/** Removes such a folder with all that is in it. What cannot be removed now is tried again at the next start. */
export async function removeStartFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
}

/** Whether the process that made a folder still runs. */
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
