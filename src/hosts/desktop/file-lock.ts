import { readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import lockfile from 'proper-lockfile';
import { CountersignError, fail, ok, type Result } from '../../core/errors.js';
import type { Lock } from '../../ports/lock.js';
import { describeSystemError, systemErrorCode } from './system-error.js';

const STALE_AFTER_MS = 10_000;
const RENEW_EVERY_MS = 2_000;

/** Who holds the lock, as written beside it. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** The lock folder this was written for: it tells a holder from the one before. */
  readonly lock: string;
}

/**
 * The lock of a device folder. A lock whose process is dead is taken at once, one that has not been
 * renewed for ten seconds as well. `onLost` is called when a living process took ours, as after a long
 * sleep of the computer; by default that ends this process, for two must never run at once.
 */
export function fileLock(folder: string, onLost: (error: Error) => void = end): Lock {
  const path = join(folder, 'lock');
  const holderFile = join(folder, 'lock.json');

  const acquire = async (): Promise<() => Promise<void>> => {
    const release = await lockfile.lock(folder, {
      lockfilePath: path,
      realpath: false,
      stale: STALE_AFTER_MS,
      update: RENEW_EVERY_MS,
      onCompromised: onLost,
    });
    try {
      const holder = { pid: process.pid, host: hostname(), lock: (await identityOf(path)) ?? '' };
      await writeFile(holderFile, JSON.stringify(holder), { mode: 0o600 });
    } catch (error) {
      await release();
      throw error;
    }
    return async () => {
      await rm(holderFile, { force: true });
      await release();
    };
  };

  return {
    async acquire() {
      try {
        return ok(await acquire());
      } catch (error) {
        if (systemErrorCode(error) !== 'ELOCKED') return lockFailed(error);
      }
      const holder = await readHolder(holderFile);
      if (holder === null || isAlive(holder)) return heldBy(holder);
      try {
        // Only the very lock of the dead process may go, never one that somebody took since.
        if ((await identityOf(path)) === holder.lock) await rmdir(path);
        return ok(await acquire());
      } catch (error) {
        if (systemErrorCode(error) !== 'ELOCKED') return lockFailed(error);
        return heldBy(await readHolder(holderFile));
      }
    },
  };
}

function end(error: Error): never {
  throw new CountersignError(lockFailed(error).error);
}

async function identityOf(path: string): Promise<string | null> {
  try {
    const { ino, birthtimeNs } = await stat(path, { bigint: true });
    return `${ino}:${birthtimeNs}`;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

async function readHolder(file: string): Promise<Holder | null> {
  try {
    const value = JSON.parse(await readFile(file, 'utf8')) as Partial<Holder> | null;
    const { pid, host, lock } = value ?? {};
    return typeof pid === 'number' && typeof host === 'string' && typeof lock === 'string'
      ? { pid, host, lock }
      : null;
  } catch {
    return null;
  }
}

/** A process of another computer counts as alive: only the ten seconds can tell. */
function isAlive(holder: Holder): boolean {
  if (holder.host !== hostname()) return true;
  try {
    process.kill(holder.pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) !== 'ESRCH';
  }
}

function heldBy(holder: Holder | null): Result<never> {
  const who = holder === null ? 'Another process' : `Process ${holder.pid} on ${holder.host}`;
  return fail(
    'locked',
    `${who} already runs the actions of this vault.`,
    'Stop it first. If it has crashed, wait ten seconds and try again.',
  );
}

function lockFailed(error: unknown): ReturnType<typeof fail> {
  return fail(
    'locked',
    `The lock of this vault could not be kept: ${describeSystemError(error)}.`,
    'Repair the cause, then restart.',
  );
}
