import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ok, type Result } from '../../../../../../src/core/errors.js';
import { contractFolders } from '../../../../../../src/core/settings/folders.js';
import { restoreInterrupted } from '../../../../../../src/hosts/obsidian/storage/notes/note-journal.js';
import type { NoteStore } from '../../../../../../src/ports/note-store.js';
import { vaultFolder, type VaultFolder } from '../../../../../stand-in/device-in-folder.js';
import type { CrashMoment } from '../../../../../stand-in/disk/crash-disk.js';
import { folderDisk } from '../../../../../stand-in/disk/folder-disk.js';
import { crashIn } from './crash-in.js';
import { openNote } from '../../../../../support/obsidian/open-note.js';
import { openObsidianVault, valueOf } from '../../../../../support/obsidian/obsidian-vault.js';

const PLAN = 'Plans/PLAN-2026-001.md';
const OLD = '\uFEFF- [ ] Zażółć ✋\r\n- [ ] 🧾\r\n';
const NEW = OLD.replaceAll('[ ]', '[x]');
const LONGER = `${OLD}- a line that makes the old text the beginning of the new one\r\n`;

let folder: VaultFolder;
beforeEach(() => {
  folder = vaultFolder();
  folder.write(PLAN, OLD);
});
afterEach(() => folder.close());

type Operation = (store: NoteStore) => Promise<unknown>;
const operations: [string, Operation, string[]][] = [
  ['an update', (store) => store.update(PLAN, () => NEW), [OLD, NEW]],
  ['an update that appends', (store) => store.update(PLAN, () => LONGER), [OLD, LONGER]],
  ['an update to a shorter text', (store) => store.update(PLAN, () => '-'), [OLD, '-']],
];
/** How much of its text a torn write leaves, as a part of it; 0.1 cuts a character in two. */
const parts = [0, 0.1, 0.5, 0.9];
const moments: [CrashMoment, number][] = [
  ['before', 0],
  ...parts.map((part): [CrashMoment, number] => ['torn', part]),
  ['after', 0],
];

describe.each(operations)('after a crash in %s', (_what, operate, texts) => {
  test.each(moments)(
    'at its write (%s, %d of it) the note holds the old or the new text [HOST-4]',
    async (moment, part) => {
      const { restored } = await (await crashIn(folder, operate, moment, part))();
      expect(texts).toContain(folder.text(PLAN));
      if (moment === 'torn') expect(restored).toEqual([PLAN]);
    },
  );
});

describe('after a crash', () => {
  const made = 'Plans/PLAN-2026-002.md';

  test.each(moments)(
    'while a note is made (%s, %d of it) it is whole or not there [HOST-4]',
    async (moment, part) => {
      await (
        await crashIn(folder, (store) => store.create(made, NEW), moment, part)
      )();
      const exists = moment !== 'before';
      if (exists) expect(folder.text(made)).toBe(NEW);
      else expect(() => folder.text(made)).toThrow('ENOENT');
    },
  );

  test.each(['before', 'after'] as const)(
    '%s a move the note is whole at one place [HOST-4]',
    async (moment) => {
      folder.makeFolder('Done');
      await (
        await crashIn(folder, (store) => store.move(PLAN, 'Done/a.md'), moment, 0)
      )();
      const places = [PLAN, 'Done/a.md'].flatMap((path) => {
        try {
          return [folder.text(path)];
        } catch {
          return [];
        }
      });
      expect(places).toEqual([OLD]);
    },
  );

  test.each(moments)(
    'while an open editor saves typing and our change (%s, %d of it) nothing is torn [HOST-4]',
    async (moment, part) => {
      const text = '- [ ] one\n- [ ] two\n';
      folder.write(PLAN, text);
      const restart = await crashIn(
        folder,
        (store) => store.update(PLAN, (now) => now.replace('[ ] two', '[x] two')),
        moment,
        part,
        async (device) => (await openNote(device, PLAN)).editor.replaceSelection('typed '),
      );
      await restart();
      expect([text, 'typed - [ ] one\n- [x] two\n']).toContain(folder.text(PLAN));
    },
  );

  test('a note that somebody wrote meanwhile stays as it is', async () => {
    const restart = await crashIn(folder, (store) => store.update(PLAN, () => NEW), 'torn', 0.5);
    folder.write(PLAN, 'theirs');
    const { restored, database } = await restart();
    expect(restored).toEqual([]);
    expect(folder.text(PLAN)).toBe('theirs');
    expect(await database.getAllKeys('journal')).toEqual([]);
  });

  test.each([
    ['emptied', ''],
    ['cut', '- [ ] one\n'],
  ])(
    'a note that a person %s later stays so, and its text is kept beside it',
    async (_what, theirs) => {
      folder.write(PLAN, '- [ ] one\n- [ ] two\n');
      const append = (store: NoteStore) => store.update(PLAN, (now) => `${now}- a log line\n`);
      const restart = await crashIn(folder, append, 'after', 0);
      folder.write(PLAN, theirs);
      const later = Date.now() / 1000 + 60;
      utimesSync(join(folder.path, PLAN), later, later);
      const { restored, database } = await restart();
      expect(restored).toEqual([]);
      expect(folder.text(PLAN)).toBe(theirs);
      const beside = folder.text('Plans/PLAN-2026-001 (conflicted copy).md');
      expect(beside).toBe('- [ ] one\n- [ ] two\n- a log line\n');
      expect(await database.getAllKeys('journal')).toEqual([]);
    },
  );

  test.each([6, -30])(
    'a note that was torn on a drive whose clock is %d s off is not lost',
    async (skewS) => {
      const restart = await crashIn(folder, (store) => store.update(PLAN, () => NEW), 'torn', 0);
      const then = Date.now() / 1000 + skewS;
      utimesSync(join(folder.path, PLAN), then, then);
      await restart();
      expect(folder.text('Plans/PLAN-2026-001 (conflicted copy).md')).toBe(NEW);
    },
  );

  test('a note that was deleted meanwhile is not brought back', async () => {
    const restart = await crashIn(folder, (store) => store.update(PLAN, () => NEW), 'torn', 0.5);
    folder.remove(PLAN);
    const { restored, store } = await restart();
    expect(restored).toEqual([]);
    expect(await store.list('')).toEqual([]);
  });
});

test('a torn note that could not be read at the start is whole when it is read again', async () => {
  const restart = await crashIn(folder, (store) => store.update(PLAN, () => NEW), 'torn', 0.5);
  const torn = folder.text(PLAN);
  const disk = folderDisk(folder.path);
  let isBroken = true;
  const { restored, store, database } = await restart({
    disk: {
      ...disk,
      async read(path) {
        if (isBroken && path.endsWith(PLAN)) throw new Error('EIO');
        return disk.read(path);
      },
    },
  });
  expect(restored).toEqual([]);
  expect(folder.text(PLAN)).toBe(torn);
  isBroken = false;
  expect(await store.update(PLAN, (now) => `${now}more\n`)).toMatchObject({ ok: true });
  expect(folder.text(PLAN)).toBe(`${NEW}more\n`);
  expect(await database.getAllKeys('journal')).toEqual([]);
});

test('a write leaves nothing in the journal', async () => {
  const { store, database } = await openObsidianVault(folder);
  await store.update(PLAN, () => NEW);
  await store.create('Plans/b.md', NEW);
  await store.update(PLAN, () => null);
  expect(await database.getAllKeys('journal')).toEqual([]);
});

test('without a journal nothing is written', async () => {
  const { store, database } = await openObsidianVault(folder);
  database.close();
  const results = [await store.update(PLAN, () => NEW), await store.create('Plans/b.md', NEW)];
  expect(results.map((result) => (result.ok ? 'ok' : result.error.code))).toEqual([
    'device_database_failed',
    'device_database_failed',
  ]);
  expect(folder.text(PLAN)).toBe(OLD);
  expect((await store.list('')).map(({ path }) => path)).toEqual([PLAN]);
});

test('what others write while a start looks at a slow write is left alone', async () => {
  folder.write(PLAN, 'one\n');
  const disk = folderDisk(folder.path);
  let reads = Infinity;
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const { store, database, device } = await openObsidianVault(folder, {
    disk: {
      ...disk,
      async read(path) {
        reads += 1;
        // The second is the vault's own, a moment before it writes.
        if (reads === 2) await held;
        return disk.read(path);
      },
    },
  });
  await device.settled();
  reads = 0;
  const updating = store.update(PLAN, (now) => `${now}two\n`);
  await expect.poll(() => reads).toBe(2);
  const locate = async (): Promise<Result<void>> => ok(undefined);
  const restoring = restoreInterrupted(
    database,
    { vault: device.vault, locate },
    contractFolders(),
  );
  await expect.poll(() => reads).toBe(3);
  folder.write(PLAN, 'theirs\n');
  goOn();
  expect(valueOf(await restoring).paths).toEqual([]);
  expect(valueOf(await updating)).toBe('theirs\ntwo\n');
  expect(folder.text(PLAN)).toBe('theirs\ntwo\n');
});
