import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Result } from '../../src/core/errors.js';
import type { NoteStoreUnderTest } from './note-store.contract.js';

/** What every NoteStore tells of changes, whatever lies beneath it. */
export function describeNoteWatch(name: string, open: () => Promise<NoteStoreUnderTest>): void {
  describe(`watching the note store ${name}`, () => {
    let vault: NoteStoreUnderTest;
    let seen: string[];
    let stop: () => Promise<void>;
    beforeEach(async () => {
      vault = await open();
      seen = [];
      vault.outside.write('Pending_Approval/mail.md', 'pending');
      vault.outside.makeFolder('Approved');
      stop = await vault.store.watch((path) => seen.push(path));
    });
    afterEach(async () => {
      await stop();
      await vault.close();
    });
    const isSeen = (path: string) =>
      expect.poll(() => seen, { timeout: 10_000, interval: 5 }).toContain(path);

    test.each<[string, () => void, readonly string[]]>([
      ['a new note', () => vault.outside.write('Inbox/new.md', 'new'), ['Inbox/new.md']],
      [
        'a changed note',
        () => vault.outside.write('Pending_Approval/mail.md', 'changed by hand'),
        ['Pending_Approval/mail.md'],
      ],
      [
        'a deleted note',
        () => vault.outside.remove('Pending_Approval/mail.md'),
        ['Pending_Approval/mail.md'],
      ],
      [
        'a moved note, by both its paths',
        () => vault.outside.move('Pending_Approval/mail.md', 'Approved/mail.md'),
        ['Pending_Approval/mail.md', 'Approved/mail.md'],
      ],
    ])('reports %s', async (_what, act, paths) => {
      act();
      for (const path of paths) await isSeen(path);
      expect(new Set(seen)).toEqual(new Set(paths));
    });

    test('does not report what the store itself writes', async () => {
      valueOf(await vault.store.create('Plans/own.md', 'one'));
      valueOf(await vault.store.update('Plans/own.md', () => 'two'));
      valueOf(await vault.store.update('Plans/own.md', () => 'three'));
      valueOf(await vault.store.move('Plans/own.md', 'Done/own.md'));
      valueOf(await vault.store.create('Plans/own.md', 'again'));
      // Events come in order, so after this one no event of the writes above can be under way.
      vault.outside.write('Inbox/last.md', 'last');
      await isSeen('Inbox/last.md');
      expect(new Set(seen)).toEqual(new Set(['Inbox/last.md']));
    });

    test('reports a change of others that the store wrote over before it was noticed', async () => {
      vault.outside.write('Pending_Approval/mail.md', 'ticked by hand');
      valueOf(await vault.store.update('Pending_Approval/mail.md', (text) => `${text}, logged`));
      await isSeen('Pending_Approval/mail.md');
    });

    test('reports a note that others change after the store wrote it', async () => {
      valueOf(await vault.store.create('Plans/own.md', 'ours'));
      vault.outside.write('Plans/own.md', 'theirs');
      await isSeen('Plans/own.md');
    });

    test('reports a note that others remove as soon as the store wrote it', async () => {
      valueOf(await vault.store.create('Plans/own.md', 'ours'));
      vault.outside.remove('Plans/own.md');
      await isSeen('Plans/own.md');
    });

    test('says nothing after it was stopped', async () => {
      await stop();
      vault.outside.write('Inbox/new.md', 'new');
      const second = vi.fn();
      const stopSecond = await vault.store.watch(second);
      vault.outside.write('Inbox/newer.md', 'newer');
      await expect.poll(() => second, { timeout: 10_000 }).toHaveBeenCalled();
      await stopSecond();
      expect(seen).toEqual([]);
    });
  });
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}
