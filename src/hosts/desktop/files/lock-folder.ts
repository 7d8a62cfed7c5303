import { mkdir, rmdir, stat, utimes } from 'node:fs/promises';
import type { Clock } from '../../../ports/clock.js';
import { systemErrorCode } from '../system/system-error.js';

const STALE_AFTER_MS = 10_000;
const RENEW_EVERY_MS = 2_000;
const RETRY_AFTER_MS = 1_000;
const msInNs = 1_000_000n;
/** A time is written as a number of seconds, which is rounded by less than this. */
const roundedNs = 10_000n;

export interface LockSight {
  readonly identity: string;
  readonly ino: bigint;
  readonly mtimeNs: bigint;
}

export interface HeldLockFolder {
  readonly identity: string;
  isOurs(): Promise<boolean>;
  release(): Promise<void>;
}

export interface LockFolderOptions {
  readonly clock: Clock;
  readonly isDead: (seen: LockSight) => Promise<boolean>;
  readonly onLost: (error: Error) => void;
}

/** Takes a lock by creating a folder. Returns `null` while another process holds the lock. */
export async function takeLockFolder(
  path: string,
  options: LockFolderOptions,
): Promise<HeldLockFolder | null> {
  if (!(await makeFolder(path))) {
    const seen = await lookAtLock(path);
    if (seen === null) {
      if (!(await makeFolder(path))) return null;
    } else {
      const isFree = isStale(seen, options.clock) || (await options.isDead(seen));
      if (!isFree || !(await replaceLock(path, seen, options.clock))) return null;
    }
  }
  try {
    const first = await renew(path, options.clock);
    return first === null ? null : keep(path, first, options);
  } catch (error) {
    await removeFolder(path);
    throw error;
  }
}

/** The folder `.taking` lets only one process at a time replace the lock. */
async function replaceLock(path: string, seen: LockSight, clock: Clock): Promise<boolean> {
  const turn = `${path}.taking`;
  if (!(await makeFolder(turn))) {
    const other = await lookAtLock(turn);
    if (other !== null && !isStale(other, clock)) return false;
    await removeFolder(turn);
    if (!(await makeFolder(turn))) return false;
  }
  try {
    const now = await lookAtLock(path);
    // If the lock has changed since `seen`, another process renewed or took it.
    if (now !== null && !isSame(now, seen)) return false;
    if (now !== null) await removeFolder(path);
    return await makeFolder(path);
  } finally {
    await removeFolder(turn);
  }
}

async function lookAtLock(path: string): Promise<LockSight | null> {
  try {
    const { ino, birthtimeNs, mtimeNs } = await stat(path, { bigint: true });
    return { identity: `${ino}:${birthtimeNs}`, ino, mtimeNs };
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function keep(path: string, first: LockSight, options: LockFolderOptions): HeldLockFolder {
  const { clock, onLost } = options;
  let ours = first;
  let renewedAt = clock.now();
  let over = false;
  let cancelTimer = (): void => undefined;
  let renewing: Promise<void> = Promise.resolve();

  const lose = (cause: unknown): void => {
    over = true;
    const lost = Object.assign(new Error('The lock was lost.', { cause }), {
      code: 'ECOMPROMISED',
    });
    queueMicrotask(() => onLost(lost));
  };
  const renewOnce = async (): Promise<void> => {
    try {
      const seen = await lookAtLock(path);
      if (over) return;
      const renewed = seen !== null && isSame(seen, ours) ? await renew(path, clock, ours) : null;
      if (renewed?.ino === ours.ino) {
        ours = renewed;
        renewedAt = clock.now();
        renewAfter(RENEW_EVERY_MS);
      } else if (!over) lose(undefined);
    } catch (error) {
      if (over) return;
      if (clock.now() > renewedAt + STALE_AFTER_MS) lose(error);
      else renewAfter(RETRY_AFTER_MS);
    }
  };
  const renewAfter = (delayMs: number): void => {
    if (over) return;
    cancelTimer = clock.setTimer(delayMs, () => void (renewing = renewOnce()));
  };
  const release = async (): Promise<void> => {
    if (over) return;
    over = true;
    cancelTimer();
    await renewing;
    const seen = await lookAtLock(path);
    if (seen !== null && isSame(seen, ours)) await removeFolder(path);
  };

  const isOurs = async (): Promise<boolean> => {
    await renewing;
    const seen = await lookAtLock(path);
    return !over && seen !== null && isSame(seen, ours);
  };

  renewAfter(RENEW_EVERY_MS);
  return { identity: first.identity, isOurs, release };
}

async function renew(path: string, clock: Clock, ours?: LockSight): Promise<LockSight | null> {
  const now = new Date(clock.now());
  try {
    await utimes(path, now, now);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
  // The time is written, even if the disk fails now. The next look would take it for another's.
  return lookAtLock(path).catch((error: unknown) => {
    if (!ours) throw error;
    return { ...ours, mtimeNs: BigInt(now.getTime()) * msInNs };
  });
}

function isStale({ mtimeNs }: LockSight, clock: Clock): boolean {
  return Number(mtimeNs / msInNs) < clock.now() - STALE_AFTER_MS;
}

function isSame(one: LockSight, other: LockSight): boolean {
  const apart = one.mtimeNs - other.mtimeNs;
  return one.identity === other.identity && apart < roundedNs && -apart < roundedNs;
}

async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function removeFolder(path: string): Promise<void> {
  try {
    await rmdir(path);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
}
