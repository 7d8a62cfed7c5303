import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { vaultFolder, type VaultFolder } from '../../host/device-in-folder.js';
import { memoryStorage } from '../../host/device/memory-storage.js';
import { crashIn } from './crash-in.js';
import { openObsidianVault } from './obsidian-vault.js';
import { smallDisk } from './small-disk.js';

const NAME = 'mail.md';
const NOTE = `Approved/${NAME}`;
const OLD = '---\nstatus: pending\n---\nText of a person.\n\n%% countersign {"epoch":"e-1"} %%\n';
const STAMPED = OLD.replace('"}', '","stamp":"v1~signed"}');
const beside = (path: string): string => path.replace('.md', ' (conflicted copy).md');

let folder: VaultFolder;
beforeEach(() => {
  folder = vaultFolder();
  folder.write(NOTE, OLD);
});
afterEach(() => folder.close());

const at = (path: string): string => join(folder.path, path);
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

describe('a stamp does not come back', () => {
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
