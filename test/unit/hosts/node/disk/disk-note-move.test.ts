import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type * as nodeFs from 'node:fs';
import type * as fsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openDiskNoteStore } from '../../../../../src/hosts/node/disk/disk-note-store.js';
import { moveFile, type MoveEnd } from '../../../../../src/hosts/node/disk/disk-note-move.js';

// What the disk refuses, what others do between the two names of a move, and who watches.
const disk = vi.hoisted(() => ({
  refuses: '',
  beforeLink: () => {},
  afterLink: () => {},
  beforeOpen: async () => {},
  watches: [] as nodeFs.FSWatcher[],
  kept: '',
  /** On such a disk, two names of one file look like two files. */
  hidesLinks: false,
}));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof nodeFs>();
  const refuseToRemove = (path: string): void => {
    if (disk.kept !== '' && path.endsWith(disk.kept))
      throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
  };
  return {
    ...fs,
    linkSync(file: string, name: string) {
      const isMove = name.endsWith('.md');
      if (isMove) disk.beforeLink();
      fs.linkSync(file, name);
      if (isMove) disk.afterLink();
    },
    lstatSync(path: string, options: nodeFs.StatSyncOptions & { bigint: true }) {
      const stats = fs.lstatSync(path, options);
      if (!disk.hidesLinks || !stats) return stats;
      return Object.assign(stats, { ino: BigInt(`0x${Buffer.from(path).toString('hex')}`) });
    },
    unlinkSync(path: string) {
      refuseToRemove(path);
      fs.unlinkSync(path);
    },
    rmSync(path: string, options: nodeFs.RmOptions) {
      if (fs.existsSync(path)) refuseToRemove(path);
      fs.rmSync(path, options);
    },
    watch(path: string) {
      const watch = fs.watch(path);
      disk.watches.push(watch);
      return watch;
    },
  };
});
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof fsPromises>();
  return {
    ...fs,
    async open(...args: Parameters<typeof fs.open>) {
      await disk.beforeOpen();
      const code = disk.refuses;
      if (code !== '') throw Object.assign(new Error(code), { code });
      return fs.open(...args);
    },
  };
});

let folder: string;
let from: string;
let to: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-move-'));
  from = join(folder, 'Pending.md');
  to = join(folder, 'Done.md');
  writeFileSync(from, 'ours');
});
afterEach(() => {
  Object.assign(disk, {
    refuses: '',
    beforeLink: () => {},
    afterLink: () => {},
    beforeOpen: async () => {},
    watches: [],
    kept: '',
    hidesLinks: false,
  });
  rmSync(folder, { recursive: true, force: true });
});

function move(): Promise<MoveEnd> {
  return moveFile(from, to, {
    staysInside: () => true,
    journal: () => Promise.resolve(() => Promise.resolve()),
    onMoved: () => undefined,
    onWithdrawn: () => undefined,
  });
}

function othersReplaceNewName(): void {
  const theirs = join(folder, 'theirs.md');
  writeFileSync(theirs, 'theirs');
  renameSync(theirs, to);
}

test('what others put at the new name meanwhile is kept, and so is the note', async () => {
  disk.afterLink = othersReplaceNewName;
  expect(await move()).toBe('changed');
  expect([from, to].map((file) => readFileSync(file, 'utf8'))).toEqual(['ours', 'theirs']);
});

test('what others put at the new name is kept when the disk fails, too', async () => {
  disk.refuses = 'EIO';
  disk.afterLink = othersReplaceNewName;
  await expect(move()).rejects.toThrow('EIO');
  expect([from, to].map((file) => readFileSync(file, 'utf8'))).toEqual(['ours', 'theirs']);
});

test('the new name is given back when the disk does not keep it', async () => {
  disk.refuses = 'EIO';
  await expect(move()).rejects.toThrow('EIO');
  expect(existsSync(to)).toBe(false);
  expect(readFileSync(from, 'utf8')).toBe('ours');
});

test('a note that kept both names, because neither could be given back, has the new one after the next try', async () => {
  disk.kept = '.md';
  await expect(move()).rejects.toThrow('EACCES');
  expect([from, to].map((file) => existsSync(file))).toEqual([true, true]);
  disk.kept = '';
  expect(await move()).toBe('moved');
  expect(existsSync(from)).toBe(false);
  expect(readFileSync(to, 'utf8')).toBe('ours');
});

test('a note moves where the disk shows two names of one file as two files', async () => {
  disk.hidesLinks = true;
  expect(await move()).toBe('moved');
  expect(readdirSync(folder)).toEqual(['Done.md']);
  expect(readFileSync(to, 'utf8')).toBe('ours');
});

test('on such a disk, what others put at the new name is kept, and so is the note', async () => {
  disk.hidesLinks = true;
  writeFileSync(to, 'theirs');
  expect(await move()).toBe('taken');
  expect([from, to].map((file) => readFileSync(file, 'utf8'))).toEqual(['ours', 'theirs']);
  expect(readdirSync(folder)).toHaveLength(2);
});

test.each([false, true])(
  'a disk where no name can be removed has no more names after each try (hides links: %s)',
  async (hidesLinks) => {
    Object.assign(disk, { hidesLinks, kept: '.tmp' });
    for (let tries = 0; tries < 3; tries++) await expect(move()).rejects.toThrow('EACCES');
    expect(existsSync(to)).toBe(false);
    const names = readdirSync(folder).sort();
    expect(names).toEqual([expect.stringMatching(/^\.countersign-.*\.tmp$/), 'Pending.md']);
    disk.kept = '';
    expect(await move()).toBe('moved');
    expect(readdirSync(folder)).toEqual(['Done.md']);
  },
);

test('a file of others is not taken for the note that was moved', async () => {
  disk.afterLink = () => {
    rmSync(from);
    othersReplaceNewName();
  };
  expect(await move()).toBe('changed');
  expect(readFileSync(to, 'utf8')).toBe('theirs');
});

test.each([false, true])(
  'a note stays where a link out of the vault takes the place of the new folder (without hard links: %s)',
  async (withoutLinks) => {
    const vault = join(folder, 'vault');
    const [done, outside] = [join(vault, 'Done'), join(folder, 'outside')];
    for (const made of [done, outside]) mkdirSync(made, { recursive: true });
    writeFileSync(join(vault, 'a.md'), 'ours');
    const store = await openDiskNoteStore({ root: vault, journalFolder: join(folder, 'journal') });
    disk.beforeLink = () => {
      renameSync(done, join(folder, 'away'));
      symlinkSync(outside, done);
      if (withoutLinks) throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
    };
    expect(await store.move('a.md', 'Done/a.md')).toMatchObject({
      error: { code: 'note_changed' },
    });
    expect(readFileSync(join(vault, 'a.md'), 'utf8')).toBe('ours');
    expect(readdirSync(outside)).toEqual([]);
  },
);

test('a watcher is told what others do during a move, and nothing that the move does', async () => {
  const vault = join(folder, 'vault');
  mkdirSync(vault);
  const store = await openDiskNoteStore({ root: vault, journalFolder: join(folder, 'journal') });
  onTestFinished(() => store.close());
  const seen: string[] = [];
  await store.watch((path) => seen.push(path));
  for (const name of ['a.md', 'b.md']) await store.create(name, 'ours');

  const whileSyncing = (act: () => Promise<void> | void): void => {
    disk.afterLink = () => {
      disk.beforeOpen = async () => {
        disk.beforeOpen = async () => {};
        await act();
      };
    };
  };
  whileSyncing(async () => {
    // Of an earlier change of the store, told late.
    disk.watches[0]?.emit('change', 'change', 'a.md');
    writeFileSync(join(vault, 'theirs.md'), 'theirs');
    await expect.poll(() => seen, { interval: 5 }).toContain('theirs.md');
  });
  expect(await store.move('a.md', 'Done/a.md')).toMatchObject({ ok: true });
  expect(new Set(seen)).toEqual(new Set(['theirs.md']));

  seen.length = 0;
  whileSyncing(() => {
    // The system tells too late, when the note has its new name.
    disk.watches[0]?.close();
    writeFileSync(join(vault, 'b.md'), 'changed');
  });
  expect(await store.move('b.md', 'Done/b.md')).toMatchObject({ ok: true });
  expect(seen).toContain('Done/b.md');
});
