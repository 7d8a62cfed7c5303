import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { systemErrorCode } from '../system/system-error.js';
import { systemIds } from '../system/system-ids.js';

/**
 * Returns an example of a server’s start folder, to check relative paths. This folder is never
 * created.
 */
export function anyStartFolder(deviceFolder: string): string {
  return join(serversFolder(deviceFolder), 'any');
}

/** A server must not start in the device's folder itself, because that folder contains secrets. */
function serversFolder(deviceFolder: string): string {
  return join(deviceFolder, 'servers');
}

/**
 * Creates an empty folder for one start of a server. The caller removes the folder when the server
 * has ended.
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

/** Removes a start folder. Ignores errors, because a later start of a server tries again. */
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
