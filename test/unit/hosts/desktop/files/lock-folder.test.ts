import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import type * as fsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  takeLockFolder,
  type HeldLockFolder,
  type LockFolderOptions,
} from '../../../../../src/hosts/desktop/files/lock-folder.js';
import { virtualClock, type VirtualClock } from '../../../../support/memory/virtual-clock.js';

/** What happens right before a system call on a folder of this name. */
const disk = vi.hoisted(() => ({ before: new Map<string, () => void>() }));
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof fsPromises>();
  const hooked =
    <Rest extends unknown[], T>(name: string, call: (path: string, ...rest: Rest) => Promise<T>) =>
    async (path: string, ...rest: Rest): Promise<T> => {
      disk.before.get(`${name} ${path.split('/').at(-1)}`)?.();
      return call(path, ...rest);
    };
  return {
    ...fs,
    mkdir: hooked('mkdir', (path: string) => fs.mkdir(path)),
    rmdir: hooked('rmdir', (path: string) => fs.rmdir(path)),
    stat: hooked('stat', (path: string) => fs.stat(path, { bigint: true })),
    utimes: hooked('utimes', (path: string, at: Date) => fs.utimes(path, at, at)),
  };
});

let folder: string;
let path: string;
let clock: VirtualClock;
let lost: Error[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-lock-'));
  path = join(folder, 'lock');
  clock = virtualClock(Date.now());
  lost = [];
  disk.before.clear();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function take(more: Partial<LockFolderOptions> = {}): Promise<HeldLockFolder | null> {
  const onLost = (error: Error): void => void lost.push(error);
  return takeLockFolder(path, { clock, isDead: async () => false, onLost, ...more });
}

async function mustTake(): Promise<HeldLockFolder> {
  const held = await take();
  if (held === null) throw new Error('The lock is another’s');
  return held;
}

/** A lock of somebody else, renewed `ageMs` ago. */
function leaveLock(ageMs: number, name = 'lock'): void {
  mkdirSync(join(folder, name), { recursive: true });
  const renewed = new Date(clock.now() - ageMs);
  utimesSync(join(folder, name), renewed, renewed);
}

/** What another process does between two of our steps, once. */
function once(call: string, action: () => void): void {
  disk.before.set(call, () => {
    disk.before.delete(call);
    action();
  });
}

/** Lets time pass and waits until the next renewal is planned, or none is any more. */
async function pass(ms: number): Promise<void> {
  await clock.advance(ms);
  await vi.waitFor(() => expect(clock.waiting + lost.length).toBe(1));
}

const broken = Object.assign(new Error('broken'), { code: 'EIO' });

describe('a lock folder', () => {
  test('is empty and lies beside nothing else, so that every version can take it over', async () => {
    await mustTake();
    expect(readdirSync(folder)).toEqual(['lock']);
    expect(readdirSync(path)).toEqual([]);
  });

  test('is renewed every two seconds, and so never becomes free', async () => {
    await mustTake();
    for (let renewal = 1; renewal <= 10; renewal += 1) {
      await pass(2_000);
      expect(Math.round(statSync(path).mtimeMs)).toBe(clock.now());
    }
    expect(await take()).toBeNull();
    expect(lost).toEqual([]);
  });

  test('is gone after its release, which leaves no timer', async () => {
    const held = await mustTake();
    await held.release();
    await held.release();
    expect(readdirSync(folder)).toEqual([]);
    expect(clock.waiting).toBe(0);
  });

  test('is gone after a release in the middle of a renewal', async () => {
    const held = await mustTake();
    let releasing: Promise<void> | undefined;
    once('utimes lock', () =>
      once('stat lock', () => {
        releasing = held.release();
      }),
    );
    await clock.advance(2_000);
    await vi.waitFor(() => expect(releasing).toBeDefined());
    await releasing;
    expect(readdirSync(folder)).toEqual([]);
    expect([clock.waiting, lost]).toEqual([0, []]);
  });

  test('stays when it is released after another took it unnoticed', async () => {
    const held = await mustTake();
    rmdirSync(path);
    leaveLock(0);
    await held.release();
    expect(existsSync(path)).toBe(true);
  });

  test('leaves nothing behind when it cannot be renewed from the start', async () => {
    once('utimes lock', () => {
      throw broken;
    });
    await expect(take()).rejects.toBe(broken);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('of those who find a lock', () => {
  test('one gets it when its holder lets go at that moment', async () => {
    leaveLock(0);
    once('stat lock', () => rmdirSync(path));
    expect(await take()).not.toBeNull();
  });

  test('exactly one gets it when it is stale, however many there are', async () => {
    for (let round = 0; round < 25; round += 1) {
      leaveLock(11_000);
      const takers = await Promise.all(Array.from({ length: 8 }, () => take()));
      const [winner, ...others] = takers.filter((held) => held !== null);
      expect([winner === undefined, others]).toEqual([false, []]);
      expect(readdirSync(folder)).toEqual(['lock']);
      await winner?.release();
    }
    expect(lost).toEqual([]);
  });

  test('exactly one gets it when its holder is dead, however many there are', async () => {
    leaveLock(1_000);
    const dead = statSync(path, { bigint: true }).ino;
    const isDead: LockFolderOptions['isDead'] = async ({ ino }) => ino === dead;
    const takers = await Promise.all(Array.from({ length: 8 }, () => take({ isDead })));
    expect(takers.filter((held) => held !== null)).toHaveLength(1);
  });

  test.each([
    ['was taken by another since', () => (rmdirSync(path), leaveLock(0))],
    ['was renewed by its holder since', () => leaveLock(0)],
  ])('nobody gets one that was stale and %s', async (_what, meanwhile) => {
    leaveLock(11_000);
    once('mkdir lock.taking', meanwhile);
    expect(await take()).toBeNull();
    expect(readdirSync(folder)).toEqual(['lock']);
  });

  test('nobody gets a stale one while another is taking it, unless that one crashed', async () => {
    leaveLock(20_000);
    leaveLock(1_000, 'lock.taking');
    expect(await take()).toBeNull();
    leaveLock(11_000, 'lock.taking');
    expect(await take()).not.toBeNull();
    expect(readdirSync(folder)).toEqual(['lock']);
  });
});

describe('a holder is told, once, that its lock', () => {
  test.each<[string, () => void, boolean]>([
    ['was removed', () => rmdirSync(path), false],
    ['is another’s', () => (rmdirSync(path), leaveLock(0)), true],
    ['was renewed by another', () => leaveLock(1), true],
  ])('%s, and leaves it as it is', async (_what, change, remains) => {
    const held = await mustTake();
    change();
    await pass(2_000);
    expect(lost).toEqual([
      expect.objectContaining({ code: 'ECOMPROMISED', message: 'The lock was lost.' }),
    ]);
    await held.release();
    await clock.advance(60_000);
    expect(lost).toHaveLength(1);
    expect(existsSync(path)).toBe(remains);
  });

  test('was taken while it was being renewed', async () => {
    await mustTake();
    once('utimes lock', () => rmdirSync(path));
    await pass(2_000);
    expect(lost).toHaveLength(1);
  });

  test('could not be renewed for ten seconds, but not before', async () => {
    await mustTake();
    disk.before.set('stat lock', () => {
      throw broken;
    });
    await pass(2_000);
    for (let second = 0; second < 8; second += 1) await pass(1_000);
    expect(lost).toEqual([]);
    await pass(1_000);
    expect(lost).toMatchObject([{ code: 'ECOMPROMISED', cause: broken }]);
  });

  test('is lost no more once the disk works again', async () => {
    await mustTake();
    disk.before.set('utimes lock', () => {
      throw broken;
    });
    await pass(2_000);
    await pass(1_000);
    disk.before.clear();
    for (let renewal = 0; renewal < 8; renewal += 1) await pass(2_000);
    expect(lost).toEqual([]);
  });

  test('is not lost if the disk fails right after a renewal', async () => {
    await mustTake();
    once('utimes lock', () =>
      disk.before.set('stat lock', () => {
        throw broken;
      }),
    );
    await pass(2_000);
    disk.before.clear();
    for (let renewal = 0; renewal < 3; renewal += 1) await pass(2_000);
    expect(lost).toEqual([]);
    expect(await take()).toBeNull();
  });

  test('is kept over a long sleep in which nobody took it', async () => {
    await mustTake();
    clock.jumpTo(clock.now() + 3_600_000);
    await pass(2_000);
    expect(lost).toEqual([]);
    expect(await take()).toBeNull();
  });
});
