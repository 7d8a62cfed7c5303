import { constants, type Stats } from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';
import process from 'node:process';
import { systemErrorCode } from '../system/system-error.js';

export interface RegularFileOptions {
  readonly flags: number;
  readonly mode?: number;
  readonly refusesLinks?: true;
}

/** Opens a regular file. For anything else, throws an error with the code `ENOTREG`. */
export async function openRegular(
  file: string,
  { flags, mode, refusesLinks }: RegularFileOptions,
): Promise<{ readonly handle: FileHandle; readonly stats: Stats }> {
  // With `O_NONBLOCK`, opening a pipe does not block.
  const { O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;
  if (refusesLinks && process.platform === 'win32') await refuseLink(file);
  const handle = await open(file, flags | O_NONBLOCK | (refusesLinks ? O_NOFOLLOW : 0), mode).catch(
    (error: unknown) => {
      throw ['ELOOP', 'EISDIR', 'ENXIO'].includes(systemErrorCode(error))
        ? notRegular(file)
        : error;
    },
  );
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw notRegular(file);
    return { handle, stats };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

export async function readRegular(file: string): Promise<string> {
  const { handle } = await openRegular(file, { flags: constants.O_RDONLY });
  try {
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

async function refuseLink(file: string): Promise<void> {
  const found = await lstat(file).catch(() => null);
  if (found?.isSymbolicLink()) throw notRegular(file);
}

function notRegular(file: string): Error {
  return Object.assign(new Error(`${file} is not a regular file`), { code: 'ENOTREG' });
}
