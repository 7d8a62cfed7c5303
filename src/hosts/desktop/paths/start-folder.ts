import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { systemErrorCode } from '../system/system-error.js';
import { systemIds } from '../system/system-ids.js';

/** The path of a folder beside those in which servers start, to resolve their relative paths. It need not exist. */
export function anyStartFolder(deviceFolder: string): string {
  return join(serversFolder(deviceFolder), 'any');
}

/** The parent of the folders in which servers start. They do not start in the device's folder, because its files contain secrets. */
function serversFolder(deviceFolder: string): string {
  return join(deviceFolder, 'servers');
}

/**
 * Creates an empty folder for one start of one server, so that the server finds no modules or settings that another start left there. The
 * caller removes it when the server has ended; folders of dead processes are removed here. Throws system errors.
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

/** Removes the start folder of a server with its content. What cannot be removed is tried again at the next start. */
export async function removeStartFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
}

/** True when the process that created the start folder of this name is still running. */
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
