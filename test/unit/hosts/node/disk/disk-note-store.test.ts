import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import type * as nodeFs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Problem } from '../../../../../src/core/errors.js';
import {
  openDiskNoteStore,
  type DiskNoteStore,
  type DiskNoteStoreOptions,
} from '../../../../../src/hosts/node/disk/disk-note-store.js';

// What the system refuses, and what others do at a moment that no test could hit from outside.
const refuses = vi.hoisted(() => ({ link: '', watch: '', rename: '' }));
const others = vi.hoisted(() => ({
  beforeLink: () => {},
  afterLink: () => {},
  beforeRename: () => {},
}));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof nodeFs>();
  const refuse = (code: string): void => {
    if (code !== '') throw Object.assign(new Error(code), { code });
  };
  return {
    ...fs,
    linkSync(file: string, name: string) {
      others.beforeLink();
      refuse(refuses.link);
      fs.linkSync(file, name);
      if (name.endsWith('.md')) others.afterLink();
    },
    renameSync(...args: Parameters<typeof fs.renameSync>) {
      refuse(refuses.rename);
      others.beforeRename();
      fs.renameSync(...args);
    },
    watch(...args: Parameters<typeof fs.watch>) {
      refuse(refuses.watch);
      return fs.watch(...args);
    },
  };
});

let folder: string;
let root: string;
let journalFolder: string;
let stores: DiskNoteStore[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-disk-'));
  root = join(folder, 'vault');
  journalFolder = join(folder, 'device');
  mkdirSync(root);
  stores = [];
});
afterEach(async () => {
  Object.assign(refuses, { link: '', watch: '', rename: '' });
  Object.assign(others, { beforeLink: () => {}, afterLink: () => {}, beforeRename: () => {} });
  for (const store of stores) await store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(options: Partial<DiskNoteStoreOptions> = {}): Promise<DiskNoteStore> {
  const store = await openDiskNoteStore({ root, journalFolder, ...options });
  stores.push(store);
  return store;
}
function put(path: string, text: string): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

test('hidden notes are listed and read below one folder only, and never written', async () => {
  const store = await open({ hiddenIn: 'Done' });
  const hidden = ['Done/.a.md', 'Done/.b/c.md', 'Done/.b/.d/e.md'];
  for (const path of hidden) put(path, path);
  for (const path of ['.a.md', 'Plans/.a.md', 'Plans/.b/c.md', 'Done/.x', 'Done/.b/y.txt']) {
    put(path, '');
  }
  const found = await store.list('');
  expect(found.map((file) => file.path)).toEqual([...hidden].sort());
  expect((await store.list('Done/.b')).map((file) => file.path)).toHaveLength(2);
  for (const path of hidden) {
    expect(await store.read(path)).toEqual({ ok: true, value: path });
    const refused = { error: { code: 'path_not_allowed' } };
    expect(await store.update(path, () => '')).toMatchObject(refused);
    expect(await store.move(path, 'Plans/x.md')).toMatchObject(refused);
  }
  for (const path of ['Plans/.a.md', 'Done/../Plans/.a.md', 'Done/./.a.md']) {
    expect(await store.read(path)).toMatchObject({ ok: false });
  }
});

describe('opening a vault on disk', () => {
  function leaveJournal(entry: string): void {
    mkdirSync(journalFolder, { recursive: true });
    writeFileSync(join(journalFolder, 'move-0123456789abcdef.json'), entry);
  }
  const move = (claims: boolean): string =>
    JSON.stringify({ from: 'Pending/a.md', to: 'Done/a.md', claims });

  test('ends a move that was interrupted between its two names', async () => {
    const from = put('Pending/a.md', 'the note');
    mkdirSync(join(root, 'Done'));
    linkSync(from, join(root, 'Done/a.md'));
    leaveJournal(move(false));
    const store = await open();
    expect((await store.list('')).map((file) => file.path)).toEqual(['Done/a.md']);
    expect(textOf('Done/a.md')).toBe('the note');
    expect(readdirSync(journalFolder)).toEqual([]);
  });

  test('ends a move that had only claimed its new name', async () => {
    put('Pending/a.md', 'the note');
    put('Done/a.md', '');
    leaveJournal(move(true));
    const store = await open();
    expect((await store.list('')).map((file) => file.path)).toEqual(['Done/a.md']);
    expect(textOf('Done/a.md')).toBe('the note');
  });

  test.each([
    ['has not begun', move(false), { 'Pending/a.md': 'the note' }],
    ['has ended', move(false), { 'Done/a.md': 'the note' }],
    ['met another note', move(true), { 'Pending/a.md': 'the note', 'Done/a.md': 'another' }],
    ['met an empty note', move(false), { 'Pending/a.md': 'the note', 'Done/a.md': '' }],
    ['was torn in the journal', move(false).slice(0, 20), { 'Pending/a.md': 'the note' }],
    [
      'leads outside',
      JSON.stringify({ from: '../outside.md', to: 'Done/a.md', claims: true }),
      { 'Done/a.md': '' },
    ],
  ])('leaves everything as it is when the move %s', async (_what, entry, notes) => {
    writeFileSync(join(folder, 'outside.md'), 'outside');
    for (const [path, text] of Object.entries(notes)) put(path, text);
    leaveJournal(entry);
    const store = await open();
    const files = await store.list('');
    const found = files.map(({ path }) => [path, textOf(path)] as const);
    expect(Object.fromEntries(found)).toEqual(notes);
    expect(readdirSync(journalFolder)).toEqual([]);
  });

  test('removes what a crashed process left once it is a minute old, and nothing else', async () => {
    const leftOver = 'Plans/.countersign-123-0123456789ab.tmp';
    const inUse = 'Plans/.countersign-124-0123456789ab.tmp';
    const kept = ['Plans/.note.md.tmp', 'Plans/.countersign-123.tmp', 'Plans/countersign.tmp'];
    const longAgo = new Date(Date.now() - 120_000);
    for (const path of [leftOver, ...kept]) utimesSync(put(path, ''), longAgo, longAgo);
    const young = new Date(Date.now() - 59_000);
    utimesSync(put(inUse, ''), young, young);
    await open();
    expect(existsSync(join(root, leftOver))).toBe(false);
    for (const path of [inUse, ...kept]) expect(existsSync(join(root, path))).toBe(true);
    await expect.poll(() => existsSync(join(root, inUse)), { timeout: 5_000 }).toBe(false);
    for (const path of kept) expect(existsSync(join(root, path))).toBe(true);
  });
});

describe('writing on disk', () => {
  test('keeps the permissions of a note', async () => {
    chmodSync(put('Plans/a.md', 'old'), 0o662);
    const store = await open();
    expect(await store.update('Plans/a.md', () => 'new')).toHaveProperty('ok', true);
    expect(statSync(join(root, 'Plans/a.md')).mode & 0o777).toBe(0o662);
  });

  test('takes up what others write into the old file while it is being replaced', async () => {
    const file = put('Plans/a.md', 'old');
    const store = await open();
    others.beforeRename = () => {
      others.beforeRename = () => {};
      appendFileSync(file, ' theirs');
    };
    const result = await store.update('Plans/a.md', (text) => `${text}, ours`);
    expect(result).toEqual({ ok: true, value: 'old theirs, ours' });
    expect(textOf('Plans/a.md')).toBe('old theirs, ours');
  });

  test('keeps what others put in place of a note while it is moved', async () => {
    const file = put('Pending/a.md', 'old');
    const store = await open();
    others.afterLink = () => {
      rmSync(file);
      writeFileSync(file, 'theirs');
    };
    const result = await store.move('Pending/a.md', 'Done/a.md');
    expect(result).toHaveProperty('error.code', 'note_changed');
    expect((await store.list('')).map(({ path }) => path)).toEqual(['Pending/a.md']);
    expect(textOf('Pending/a.md')).toBe('theirs');
  });

  test('gives way to others who move the note at the same moment', async () => {
    const file = put('Pending/a.md', 'the note');
    mkdirSync(join(root, 'Rejected'));
    const store = await open();
    others.afterLink = () => renameSync(file, join(root, 'Rejected/a.md'));
    const result = await store.move('Pending/a.md', 'Done/a.md');
    expect(result).toHaveProperty('error.code', 'note_changed');
    expect((await store.list('')).map(({ path }) => path)).toEqual(['Rejected/a.md']);
  });

  test('leaves the old text and nothing else when the replacement fails', async () => {
    put('Plans/a.md', 'old');
    const store = await open();
    refuses.rename = 'EIO';
    const result = await store.update('Plans/a.md', () => 'new');
    expect(result).toHaveProperty('error.code', 'note_write_failed');
    expect(result).toHaveProperty('error.message', expect.stringContaining('EIO'));
    expect(textOf('Plans/a.md')).toBe('old');
    expect(readdirSync(join(root, 'Plans'))).toEqual(['a.md']);
  });

  test.skipIf(process.platform === 'win32')(
    'does not hang on a pipe in place of a note',
    async () => {
      mkdirSync(join(root, 'Plans'));
      execFileSync('/usr/bin/env', ['mkfifo', join(root, 'Plans/pipe.md')]);
      const store = await open();
      expect(await store.read('Plans/pipe.md')).toHaveProperty('error.code', 'note_not_a_file');
      expect(await store.list('')).toMatchObject([{ path: 'Plans/pipe.md' }]);
    },
  );
});

describe.each(['', 'EPERM'])('a name that others take at the last moment (%s)', (code) => {
  beforeEach(() => {
    refuses.link = code;
    others.beforeLink = () => put('Done/a.md', 'theirs');
  });

  test('is not overwritten by a new note', async () => {
    const store = await open();
    expect(await store.create('Done/a.md', 'ours')).toHaveProperty('error.code', 'note_exists');
    expect(textOf('Done/a.md')).toBe('theirs');
    expect(readdirSync(join(root, 'Done'))).toEqual(['a.md']);
  });

  test('is not overwritten by a moved note', async () => {
    put('Plans/a.md', 'ours');
    const store = await open();
    const result = await store.move('Plans/a.md', 'Done/a.md');
    expect(result).toHaveProperty('error.code', 'note_exists');
    expect([textOf('Plans/a.md'), textOf('Done/a.md')]).toEqual(['ours', 'theirs']);
  });
});

describe.each(['EPERM', 'ENOTSUP', 'EXDEV'])('a disk that refuses hard links with %s', (code) => {
  beforeEach(() => {
    refuses.link = code;
  });

  test('creates and moves notes, and still overwrites none', async () => {
    const store = await open();
    expect(await store.create('Plans/a.md', 'ours')).toHaveProperty('ok', true);
    expect(await store.create('Plans/A.md', 'again')).toHaveProperty('error.code', 'note_exists');
    expect(await store.move('Plans/a.md', 'Done/a.md')).toHaveProperty('ok', true);
    put('Plans/a.md', 'theirs');
    expect(await store.move('Done/a.md', 'Plans/a.md')).toHaveProperty('error.code', 'note_exists');
    expect([textOf('Plans/a.md'), textOf('Done/a.md')]).toEqual(['theirs', 'ours']);
    expect(readdirSync(journalFolder)).toEqual([]);
  });

  test('gives a claimed name back when the move fails', async () => {
    put('Plans/a.md', 'ours');
    const store = await open();
    refuses.rename = 'EIO';
    const result = await store.move('Plans/a.md', 'Done/a.md');
    expect(result).toHaveProperty('error.code', 'note_write_failed');
    expect(existsSync(join(root, 'Done/a.md'))).toBe(false);
    expect(textOf('Plans/a.md')).toBe('ours');
  });
});

describe('watching folders on disk', () => {
  let seen: string[];
  beforeEach(() => {
    seen = [];
  });
  const isSeen = (...paths: string[]): Promise<void> =>
    vi.waitFor(() => expect(seen).toEqual(expect.arrayContaining(paths)), {
      timeout: 5000,
      interval: 5,
    });
  async function watch(options: Partial<DiskNoteStoreOptions> = {}): Promise<void> {
    await (await open(options)).watch((path) => seen.push(path));
  }

  test('reports the notes of a folder that is moved in, moved on and taken away', async () => {
    mkdirSync(join(folder, 'elsewhere/deep'), { recursive: true });
    writeFileSync(join(folder, 'elsewhere/deep/a.md'), 'a');
    await watch();
    renameSync(join(folder, 'elsewhere'), join(root, 'Clients'));
    await isSeen('Clients/deep/a.md');
    put('Clients/deep/b.md', 'b');
    await isSeen('Clients/deep/b.md');
    seen = [];
    renameSync(join(root, 'Clients'), join(root, 'Customers'));
    await isSeen('Clients/deep/a.md', 'Clients/deep/b.md');
    await isSeen('Customers/deep/a.md', 'Customers/deep/b.md');
    seen = [];
    put('Customers/deep/c.md', 'c');
    await isSeen('Customers/deep/c.md');
    rmSync(join(root, 'Customers'), { recursive: true });
    await isSeen('Customers/deep/a.md', 'Customers/deep/b.md', 'Customers/deep/c.md');
    expect(seen.every((path) => path.startsWith('Customers/deep/'))).toBe(true);
  });

  test('watches a folder that took the name of another', async () => {
    put('Plans/old.md', 'old');
    mkdirSync(join(folder, 'elsewhere'));
    await watch();
    renameSync(join(root, 'Plans'), join(folder, 'gone'));
    renameSync(join(folder, 'elsewhere'), join(root, 'Plans'));
    await isSeen('Plans/old.md');
    put('Plans/new.md', 'new');
    await isSeen('Plans/new.md');
  });

  test('misses no second change however soon it follows the first', async () => {
    put('Plans/a.md', '0');
    let read = '';
    const store = await open();
    await store.watch(() => {
      read = textOf('Plans/a.md');
    });
    for (let change = 1; change <= 50; change += 1) {
      put('Plans/a.md', String(change));
      if (change % 3 === 0) await new Promise((resolve) => setTimeout(resolve, change % 20));
    }
    await vi.waitFor(() => expect(read).toBe('50'), { timeout: 5000 });
  });

  test.each([false, true])(
    'reports an edit of the same length whose time was put back (polling: %s) [GATE-9]',
    async (polling) => {
      const store = await open({ polling });
      expect(await store.create('a.md', '[ ]')).toMatchObject({ ok: true });
      await store.watch((path) => seen.push(path));
      const times = join(folder, 'times');
      execFileSync('cp', ['-p', join(root, 'a.md'), times]);
      execFileSync('touch', ['-r', times, put('a.md', '[-]')]);
      await isSeen('a.md');
    },
  );

  test('reports a note that is taken away at the very moment it is made', async () => {
    const store = await open();
    mkdirSync(join(root, 'Pending'));
    await store.watch((path) => seen.push(path));
    others.afterLink = () => rmSync(join(root, 'Pending/a.md'));
    expect(await store.create('Pending/a.md', 'mail')).toMatchObject({ ok: true });
    await isSeen('Pending/a.md');
  });

  test('makes one report of changes that come in one burst [LOOP-5]', async () => {
    put('Plans/a.md', '0');
    await watch();
    for (let change = 1; change <= 50; change += 1) put('Plans/a.md', String(change));
    await isSeen('Plans/a.md');
    put('Plans/last.md', '');
    await isSeen('Plans/last.md');
    expect(seen).toEqual(['Plans/a.md', 'Plans/last.md']);
  });

  test('reports an atomic write of another program once, by the name of the note [LOOP-5]', async () => {
    put('Plans/a.md', 'old');
    await watch();
    renameSync(put('Plans/.a.md.swp', 'new'), join(root, 'Plans/a.md'));
    await isSeen('Plans/a.md');
    expect(seen).toEqual(['Plans/a.md']);
  });

  test('a note is not moved to a folder that is a link to its own', async () => {
    put('Plans/a.md', 'a');
    mkdirSync(join(root, 'Done'), { recursive: true });
    symlinkSync(join(root, 'Plans'), join(root, 'Done/Plans'));
    expect(await (await open()).move('Plans/a.md', 'Done/Plans/a-2.md')).toMatchObject({
      ok: false,
      error: { message: 'The folder Done/Plans leads to Plans, where the note is already.' },
    });
    expect(readdirSync(join(root, 'Plans'))).toEqual(['a.md']);
  });

  test('sees nothing of hidden folders and of folders behind links', async () => {
    mkdirSync(join(folder, 'elsewhere'));
    symlinkSync(join(folder, 'elsewhere'), join(root, 'Linked'));
    put('.obsidian/app.json', '{}');
    await watch();
    writeFileSync(join(folder, 'elsewhere/a.md'), '');
    put('.obsidian/app.json', '{"a":1}');
    put('.hidden.md', '');
    put('.trash/old.md', '');
    put('Plans/last.md', '');
    await isSeen('Plans/last.md');
    expect(seen).toEqual(['Plans/last.md']);
  });

  test.each([
    ['ENOSPC', 'can’t watch any more folders', 'fs.inotify.max_user_watches'],
    ['EMFILE', 'limit for file watchers or open files', 'fs.inotify.max_user_instances'],
  ])(
    'polls when the system refuses with %s, and says so [LOOP-5]',
    async (code, limit, setting) => {
      put('Plans/a.md', 'old');
      const problems: Problem[] = [];
      refuses.watch = code;
      const onProblem = (problem: Problem): void => void problems.push(problem);
      await watch({ onProblem });
      put('Plans/a.md', 'changed');
      put('Plans/b.md', 'new');
      await isSeen('Plans/a.md', 'Plans/b.md');
      expect(problems.map((problem) => problem.code)).toEqual(['watch_failed']);
      expect(problems[0]?.message).toContain(limit);
      expect(problems[0]?.message).toContain('polled');
      expect(problems[0]?.message).not.toContain('disk is full');
      expect(problems[0]?.advice).toContain(setting);
    },
  );

  test('goes over to polling when the watches run out later, and reports what it may have missed [LOOP-5]', async () => {
    put('Plans/a.md', 'old');
    await watch();
    refuses.watch = 'ENOSPC';
    put('Clients/deep/a.md', 'in a new folder');
    await isSeen('Clients/deep/a.md', 'Plans/a.md');
    put('Clients/deep/a.md', 'changed');
    seen = [];
    await isSeen('Clients/deep/a.md');
  });
});
