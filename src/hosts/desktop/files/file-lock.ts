import { readlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { CountersignError, fail, ok, type Result } from '../../../core/errors.js';
import type { Clock } from '../../../ports/clock.js';
import type { Lock } from '../../../ports/lock.js';
import { takeLockFolder, type HeldLockFolder, type LockSight } from './lock-folder.js';
import { readRegular } from './regular-file.js';
import { steadyClock } from '../system/steady-clock.js';
import { describeSystemError, systemErrorCode } from '../system/system-error.js';

interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly lock: string;
  readonly pidSpace?: string;
}

export function fileLock(
  folder: string,
  onLost: (error: Error) => void = end,
  clock: Clock = steadyClock(),
): Lock {
  return {
    async acquire() {
      try {
        const held = await takeFileLock(folder, 'lock', onLost, clock);
        return held === null
          ? heldBy(await readHolder(holderFileOf(folder, 'lock')))
          : ok(() => held.release());
      } catch (error) {
        return lockFailed(error);
      }
    },
  };
}

export async function takeFileLock(
  folder: string,
  name: string,
  onLost: (error: Error) => void,
  clock: Clock = steadyClock(),
): Promise<HeldLockFolder | null> {
  const holderFile = holderFileOf(folder, name);
  const isDead = async ({ identity }: LockSight): Promise<boolean> => {
    const holder = await readHolder(holderFile);
    return holder !== null && holder.lock === identity && (await isSeenDead(holder));
  };
  const held = await takeLockFolder(join(folder, name), { clock, isDead, onLost });
  if (held === null) return null;
  try {
    const pidSpace = await readPidSpace();
    const holder: Holder = {
      ...{ pid: process.pid, host: hostname(), lock: held.identity },
      ...(pidSpace !== null && { pidSpace }),
    };
    await writeFile(holderFile, JSON.stringify(holder), { mode: 0o600 });
  } catch (error) {
    await held.release();
    throw error;
  }
  return held;
}

function holderFileOf(folder: string, name: string): string {
  return join(folder, `${name}.json`);
}

function end(error: Error): never {
  throw new CountersignError(lockFailed(error).error);
}

async function readHolder(file: string): Promise<Holder | null> {
  try {
    const value = JSON.parse(await readRegular(file)) as Partial<Holder> | null;
    const { pid, host, lock, pidSpace } = value ?? {};
    return typeof pid === 'number' && typeof host === 'string' && typeof lock === 'string'
      ? { pid, host, lock, ...(typeof pidSpace === 'string' && { pidSpace }) }
      : null;
  } catch {
    return null;
  }
}

async function isSeenDead({ pid, host, pidSpace }: Holder): Promise<boolean> {
  if (host !== hostname()) return false;
  const ours = await readPidSpace();
  if ((pidSpace ?? null) !== ours) return false;
  // On Linux, a process of another container is not seen, though it lives.
  if (ours === null && process.platform === 'linux') return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return systemErrorCode(error) === 'ESRCH';
  }
}

/** Names the processes that are seen here: on Linux those of one PID namespace. */
async function readPidSpace(): Promise<string | null> {
  try {
    return await readlink('/proc/self/ns/pid');
  } catch {
    return null;
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
    'Fix the cause, then restart.',
  );
}
