import {
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
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { vaultFolder, type VaultFolder } from '../../../../../stand-in/device-in-folder.js';
import { memoryStorage } from '../../../../../stand-in/device/memory-storage.js';
import { crashIn } from './crash-in.js';
import { openObsidianVault } from '../../../../../support/obsidian/obsidian-vault.js';
import { smallDisk } from './small-disk.js';

const NAME = 'mail.md';
const NOTE = `Approved/${NAME}`;
const OLD = '---\nstatus: pending\n---\nText of a person.\n\n%% countersign {"epoch":"e-1"} %%\n';
const STAMPED = OLD.replace('"}', '","stamp":"v1~signed"}');
const beside = (path: string): string => path.replace('.md', ' (conflicted copy).md');

let folder: VaultFolder;
let outside: string;
beforeEach(() => {
  folder = vaultFolder();
  folder.write(NOTE, OLD);
  outside = mkdtempSync(join(tmpdir(), 'outside-'));
});
afterEach(async () => {
  await folder.close();
  rmSync(outside, { recursive: true });
});

const at = (path: string): string => join(folder.path, path);
const outsideNow = (): [string, string][] =>
  readdirSync(outside).map((name) => [name, readFileSync(join(outside, name), 'utf8')]);
/** All notes of the vault and their texts. */
const notesNow = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder.path, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .map((path) => [path, folder.text(path)]),
  );

/** A crash leaves the first half of the stamped note. */
const tear = () => crashIn(folder, (store) => store.update(NOTE, () => STAMPED), 'torn', 0.5);

/** A full disk leaves only the beginning of a note that was stamped before. */
async function cutByFullDisk() {
  const room = { bytes: 20 };
  const disk = smallDisk(folder.path, room);
  folder.write(NOTE, STAMPED);
  const storage = memoryStorage();
  const first = await openObsidianVault(folder, { storage, disk });
  expect(await first.store.update(NOTE, (text) => `${text}more\n`)).toMatchObject({ ok: false });
  room.bytes = Infinity;
  return {
    ...first,
    restart: async () => {
      await first.device.close('crash');
      first.database.close();
      return openObsidianVault(folder, { storage, disk });
    },
  };
}

/** Puts a link that leads out of the vault in the place of the note's folder. */
function linkOut({ withNote = false } = {}): void {
  if (withNote) renameSync(at(NOTE), join(outside, NAME));
  rmSync(at('Approved'), { recursive: true });
  symlinkSync(outside, at('Approved'));
}

describe('links', () => {
  test('a torn note in a folder that leads out of the vault is left as it is, and is not read', async () => {
    const start = await tear();
    linkOut({ withNote: true });
    const before = outsideNow();
    const { store, database } = await start();
    expect(outsideNow()).toEqual(before);
    expect(await store.read(NOTE)).toMatchObject({ error: { code: 'path_outside_vault' } });
    expect(outsideNow()).toEqual(before);
    // Once the folder is the vault's own again, the note is whole.
    rmSync(at('Approved'));
    folder.makeFolder('Approved');
    renameSync(join(outside, NAME), at(NOTE));
    expect(await store.read(NOTE)).toEqual({ ok: true, value: STAMPED });
    expect(await database.getAllKeys('journal')).toEqual([]);
  });

  test('a torn note that was moved out of the vault is not looked for through a link', async () => {
    const start = await tear();
    renameSync(at(NOTE), join(outside, NAME));
    symlinkSync(outside, at('Rejected'));
    const before = outsideNow();
    const { database } = await start();
    expect(outsideNow()).toEqual(before);
    expect(await database.getAllKeys('journal')).toEqual([]);
  });

  test.each([
    ['while Obsidian runs', false],
    ['while nothing runs', true],
  ])(
    'a cut note whose folder leads out of the vault %s is not written there',
    async (_when, isOff) => {
      const { store, restart } = await cutByFullDisk();
      linkOut();
      const now = isOff ? (await restart()).store : store;
      expect(await now.read(NOTE)).toMatchObject({ error: { code: 'path_outside_vault' } });
      expect(outsideNow()).toEqual([]);
    },
  );

  test('a link that waits under the name of the copy is not followed', async () => {
    const { store } = await cutByFullDisk();
    folder.write(NOTE, 'theirs');
    symlinkSync(join(outside, 'made.md'), at(beside(NOTE)));
    expect(await store.read(NOTE)).toMatchObject({ ok: false });
    expect(outsideNow()).toEqual([]);
    rmSync(at(beside(NOTE)));
    expect(await store.read(NOTE)).toEqual({ ok: true, value: 'theirs' });
    expect(notesNow()).toMatchObject({ [beside(NOTE)]: OLD });
  });

  test('links in a circle do not hold up the start', async () => {
    const start = await tear();
    folder.remove(NOTE);
    for (const name of ['a', 'b']) symlinkSync('.', at(`Approved/${name}`));
    expect((await start()).restored).toEqual([]);
  });
});

describe('a torn note that is not where it was', () => {
  test('has its whole text beside it, without a stamp, where somebody moved it', async () => {
    const start = await tear();
    const torn = folder.text(NOTE);
    folder.move(NOTE, `Rejected/mine/${NAME}`);
    const { restored, database } = await start();
    expect(restored).toEqual([]);
    const moved = `Rejected/mine/${NAME}`;
    expect(notesNow()).toEqual({ [moved]: torn, [beside(moved)]: OLD });
    expect(await database.getAllKeys('journal')).toEqual([]);
  });

  test('has its text beside where it was, if there is no room where it is', async () => {
    const start = await tear();
    const moved = `Rejected/${NAME}`;
    folder.move(NOTE, moved);
    const room = { bytes: 20 };
    const { store, database } = await start({ disk: smallDisk(folder.path, room) });
    expect(await database.getAllKeys('journal')).toEqual([NOTE]);
    expect(Object.keys(notesNow())).toEqual([moved]);
    room.bytes = Infinity;
    expect(await store.read(NOTE)).toMatchObject({ error: { code: 'note_missing' } });
    expect(notesNow()).toMatchObject({ [beside(NOTE)]: OLD });
  });

  test.each([
    ['under another name', 'Approved/x.md', '---\n'],
    ['under a longer name', `Approved/my-${NAME}`, '---\n'],
    ['outside the folders of Countersign', NAME, '---\n'],
    ['that holds the whole text', `Rejected/${NAME}`, STAMPED],
    ['that holds something else', `Rejected/${NAME}`, '---\nmine: true\n'],
  ])('writes nothing for a note %s', async (_what, path, text) => {
    const start = await tear();
    const { mtime } = statSync(at(NOTE));
    folder.remove(NOTE);
    folder.write(path, text);
    utimesSync(at(path), mtime, mtime);
    const { restored, database } = await start();
    expect([restored, notesNow()]).toEqual([[], { [path]: text }]);
    expect(await database.getAllKeys('journal')).toEqual([]);
  });
});

describe('a stamp does not come back', () => {
  test.each([
    ['of the same name', `Approved/again/${NAME}`],
    ['of another name', 'Approved/again.md'],
  ])('into a note %s that is put into Approved', async (_what, path) => {
    const start = await tear();
    const { mtime } = statSync(at(NOTE));
    folder.remove(NOTE);
    folder.write(path, '---\n');
    utimesSync(at(path), mtime, mtime);
    await start();
    expect(Object.values(notesNow()).join('')).not.toContain('stamp');
  });

  test('beside a note that a person emptied', async () => {
    const start = await tear();
    writeFileSync(at(NOTE), '');
    const later = Date.now() / 1000 + 60;
    utimesSync(at(NOTE), later, later);
    await start();
    expect(notesNow()).toEqual({ [NOTE]: '', [beside(NOTE)]: OLD });
  });

  test.each([
    ['while Obsidian runs', false],
    ['while nothing runs', true],
  ])('for a cut note that a person deletes %s', async (_when, isOff) => {
    const { store, restart } = await cutByFullDisk();
    folder.remove(NOTE);
    const now = isOff ? (await restart()).store : store;
    expect(await now.read(NOTE)).toMatchObject({ error: { code: 'note_missing' } });
    expect(notesNow()).toEqual({ [beside(NOTE)]: OLD });
  });
});
