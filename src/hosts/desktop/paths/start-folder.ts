import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { systemErrorCode } from '../system/system-error.js';
import { systemIds } from '../system/system-ids.js';

/**
 * Returns a folder like those in which servers start, for resolving their relative paths. The
 * folder need not exist.
 */
export function anyStartFolder(deviceFolder: string): string {
  return join(serversFolder(deviceFolder), 'any');
}

/** Servers do not start in the device's folder itself, because its files contain secrets. */
function serversFolder(deviceFolder: string): string {
  return join(deviceFolder, 'servers');
}

/**
 * Creates an empty folder for one start of a server, and removes the folders of ended processes. The caller
 * removes the new folder when the server has ended. Throws system errors.
 */
export async function makeStartFolder(deviceFolder: string): Promise<string> {
  const all = serversFolder(deviceFolder);
  await mkdir(all, { recursive: true, mode: 0o700 });
  for (const name of await readdir(all)) {
    if (!isInUse(name)) await removeStartFolder(join(all, name));
  }
  const folder = join(all, `${process.pid}-${systemIds().random(10)}`);
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

/** Removes the start folder of a server with its content. Errors are ignored. */
export async function removeStartFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
}

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
