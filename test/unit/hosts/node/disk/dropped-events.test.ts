import { spawnSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type * as nodeFs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  openDiskNoteStore,
  type DiskNoteStore,
} from '../../../../../src/hosts/node/disk/disk-note-store.js';

/** Whether the system tells of nothing, and the watches that it was then asked for. */
const system = vi.hoisted(() => ({ isSilent: false, watches: [] as EventEmitter[] }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof nodeFs>();
  return {
    ...fs,
    watch(...args: Parameters<typeof fs.watch>) {
      if (!system.isSilent) return fs.watch(...args);
      const silent = Object.assign(new EventEmitter(), { close: () => undefined });
      system.watches.push(silent);
      return silent;
    },
  };
});

const realTimeout = setTimeout;
let folder: string;
let root: string;
let store: DiskNoteStore;
let seen: string[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dropped-events-'));
  root = join(folder, 'vault');
  for (const name of ['Inbox', 'Pending', 'Approved']) {
    mkdirSync(join(root, name), { recursive: true });
  }
  put('Pending/mail.md', 'mail');
  put('Pending/other.md', 'other');
  store = await openDiskNoteStore({ root, journalFolder: join(folder, 'device') });
  seen = [];
});
afterEach(async () => {
  vi.useRealTimers();
  system.isSilent = false;
  system.watches = [];
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function move(from: string, to: string): void {
  renameSync(join(root, from), join(root, to));
}

/** Renames a file of Inbox more often than the system keeps events, and only then moves the note. */
const flood = `
  const { renameSync, writeFileSync } = require('node:fs');
  const [root, times] = process.argv.slice(1);
  process.chdir(root);
  writeFileSync('Inbox/0', '');
  for (let n = 0; n < Number(times); n += 1) renameSync('Inbox/' + n % 8, 'Inbox/' + (n + 1) % 8);
  renameSync('Pending/mail.md', 'Approved/mail.md');
`;

function mostEvents(): number {
  try {
    return Number(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8'));
  } catch {
    return 16_384;
  }
}

test('a note that was moved while the system dropped events is seen soon [LOOP-5]', async () => {
  await store.watch((path) => seen.push(path));
  // Nothing takes events from the system meanwhile.
  const times = String(Math.min(mostEvents(), 200_000));
  expect(spawnSync(process.execPath, ['-e', flood, root, times]).status).toBe(0);
  await expect
    .poll(() => seen, { timeout: 30_000 })
    .toEqual(expect.arrayContaining(['Pending/mail.md', 'Approved/mail.md']));
  expect(seen).not.toContain('Pending/other.md');
}, 60_000);

describe('where the system tells of nothing', () => {
  beforeEach(async () => {
    system.isSilent = true;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    await store.watch((path) => seen.push(path));
  });

  /** Lets time pass, a second at a time, and the disk do its work in between. */
  async function passSeconds(count: number): Promise<void> {
    for (let second = 0; second < count; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      await new Promise((resolve) => realTimeout(resolve, 5));
    }
  }
  /** Generous, as the disk takes its own time. */
  async function isSeenWithin(seconds: number, paths: readonly string[]): Promise<void> {
    for (let second = 0; second < seconds && seen.length < paths.length; second += 1) {
      await passSeconds(1);
    }
    expect([...seen].sort()).toEqual([...paths].sort());
    seen = [];
  }

  test('what changed is seen by and by, once, and nothing else is [LOOP-5]', async () => {
    move('Pending/mail.md', 'Approved/mail.md');
    put('Approved/deep/a.md', 'in a new folder');
    await isSeenWithin(600, ['Pending/mail.md', 'Approved/mail.md', 'Approved/deep/a.md']);
    put('Approved/deep/a.md', 'changed');
    put('Approved/deep/b.md', 'new');
    await isSeenWithin(600, ['Approved/deep/a.md', 'Approved/deep/b.md']);
    rmSync(join(root, 'Approved/deep'), { recursive: true });
    await isSeenWithin(600, ['Approved/deep/a.md', 'Approved/deep/b.md']);
    await passSeconds(180);
    expect(seen).toEqual([]);
  });

  test('a folder that another took the place of is seen, with what is in it then', async () => {
    mkdirSync(join(root, 'Pending/deep'));
    put('Pending/deep/a.md', 'a');
    await isSeenWithin(600, ['Pending/deep/a.md']);
    mkdirSync(join(root, 'Inbox/deep'));
    put('Inbox/deep/a.md', 'another');
    move('Pending/deep', 'Approved/deep');
    move('Inbox/deep', 'Pending/deep');
    // Of a note that may be another one it is told that it is gone, and that it is there.
    const twice = ['Pending/deep/a.md', 'Pending/deep/a.md'];
    await isSeenWithin(600, ['Approved/deep/a.md', ...twice]);
  });

  test('a vault that is away for a while has lost nothing', async () => {
    put('Pending/deep/a.md', 'a');
    await isSeenWithin(600, ['Pending/deep/a.md']);
    renameSync(root, join(folder, 'away'));
    await passSeconds(120);
    renameSync(join(folder, 'away'), root);
    await passSeconds(120);
    expect(seen).toEqual([]);
  });

  test('it is looked within seconds when it says that it dropped events [LOOP-5]', async () => {
    move('Pending/mail.md', 'Approved/mail.md');
    for (const watch of system.watches) watch.emit('change', 'change', null);
    await isSeenWithin(50, ['Pending/mail.md', 'Approved/mail.md']);
  });
});
