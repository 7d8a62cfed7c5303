import { setTimeout as wait } from 'node:timers/promises';
import type { MarkdownView } from 'obsidian';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  openEditors,
  saveOpenEditors,
} from '../../../../../../src/hosts/obsidian/storage/notes/open-editors.js';
import { vaultFolder, type VaultFolder } from '../../../../../stand-in/device-in-folder.js';
import { folderDisk } from '../../../../../stand-in/disk/folder-disk.js';
import type { DeviceOptions } from '../../../../../stand-in/open-device.js';
import { openNote } from '../../../../../support/obsidian/open-note.js';
import {
  openObsidianVault,
  valueOf,
  type ObsidianVault,
} from '../../../../../support/obsidian/obsidian-vault.js';

const PLAN = 'Plans/PLAN-2026-001.md';
const TEXT = '# Objective\nDo it.\n\n1. [ ] one\n2. [ ] two\n\n## Log\n';

let folder: VaultFolder;
let vault: ObsidianVault;
beforeEach(() => {
  folder = vaultFolder();
  folder.write(PLAN, TEXT);
});
afterEach(() => folder.close());
async function start(options: Partial<DeviceOptions> = {}): Promise<void> {
  vault = await openObsidianVault(folder, options);
}
const tick = (text: string): string => text.replace('[ ] one', '[x] one');
/** Acts once, as the next write is put into the journal. */
function beforeJournal(act: () => void): void {
  const begin = vault.database.transaction.bind(vault.database);
  vi.spyOn(vault.database, 'transaction').mockImplementationOnce(((...args: never[]) => {
    act();
    return Reflect.apply(begin, null, args) as unknown;
  }) as never);
}
const bytes = (): string => folder.text(PLAN);

/** A person presses a key: the character stands where the cursor is. */
function type(view: MarkdownView, characters: string): void {
  view.editor.replaceSelection(characters);
}

describe('a note that is open', () => {
  test('takes our change up without moving cursor or selection', async () => {
    await start();
    const view = await openNote(vault.device, PLAN);
    view.editor.setSelection({ line: 1, ch: 0 }, { line: 1, ch: 5 });
    const text = valueOf(await vault.store.update(PLAN, (now) => `${tick(now)}- done\n`));
    await expect.poll(() => view.getViewData()).toBe(text);
    expect(view.editor.getSelection()).toBe('Do it');
    view.editor.setCursor({ line: 4, ch: 9 });
    valueOf(await vault.store.update(PLAN, (now) => now.replace('[x] one', '[x] one, late')));
    expect(text).toBe(`${tick(TEXT)}- done\n`);
    const late = text.replace('[x] one', '[x] one, late');
    expect(bytes()).toBe(late);
    await expect.poll(() => view.getViewData()).toBe(late);
    expect(view.editor.getCursor()).toEqual({ line: 4, ch: 9 });
  });

  test('keeps what is typed and not saved yet, and both are in the file', async () => {
    await start();
    const view = await openNote(vault.device, PLAN);
    view.editor.setCursor({ line: 1, ch: 6 });
    type(view, ' Soon.');
    const text = valueOf(await vault.store.update(PLAN, tick));
    expect(text).toBe(tick(TEXT).replace('Do it.', 'Do it. Soon.'));
    expect(bytes()).toBe(text);
    type(view, ' Now.');
    await saveOpenEditors(vault.device.app.workspace, PLAN);
    expect(bytes()).toBe(text.replace('Soon.', 'Soon. Now.'));
  });

  test('loses no keystroke while fifty updates come [HOST-3]', async () => {
    await start();
    const view = await openNote(vault.device, PLAN);
    view.editor.setCursor({ line: 1, ch: 6 });
    const typed = Array.from({ length: 300 }, (_, index) => ` ${index}`);
    const typing = (async () => {
      for (const characters of typed) {
        type(view, characters);
        await wait(1);
      }
    })();
    const entries = Array.from({ length: 50 }, (_, index) => `- entry ${index}\n`);
    for (const entry of entries) {
      valueOf(await vault.store.update(PLAN, (now) => now + entry));
    }
    await typing;
    await saveOpenEditors(vault.device.app.workspace, PLAN);
    expect(bytes()).toBe(TEXT.replace('Do it.', `Do it.${typed.join('')}`) + entries.join(''));
    expect(view.getViewData()).toBe(bytes());
  });

  test('keeps typing, our change and the change of another program', async () => {
    await start();
    const view = await openNote(vault.device, PLAN);
    view.editor.setCursor({ line: 1, ch: 6 });
    type(view, ' Soon.');
    folder.write(PLAN, TEXT.replace('[ ] two', '[x] two'));
    valueOf(await vault.store.update(PLAN, tick));
    await saveOpenEditors(vault.device.app.workspace, PLAN);
    const expected = tick(TEXT).replace('[ ] two', '[x] two').replace('Do it.', 'Do it. Soon.');
    expect(bytes()).toBe(expected);
  });

  test('is the same in two leaves', async () => {
    await start();
    const first = await openNote(vault.device, PLAN);
    const second = await openNote(vault.device, PLAN);
    first.editor.setCursor({ line: 1, ch: 6 });
    type(first, ' Soon.');
    expect(openEditors(vault.device.app.workspace, PLAN)).toEqual([first, second]);
    valueOf(await vault.store.update(PLAN, tick));
    const expected = tick(TEXT).replace('Do it.', 'Do it. Soon.');
    expect([first.getViewData(), second.getViewData(), bytes()]).toEqual(Array(3).fill(expected));
  });

  test('is read as it is on the disk while somebody types in it', async () => {
    await start();
    const view = await openNote(vault.device, PLAN);
    type(view, 'not saved');
    expect(valueOf(await vault.store.read(PLAN))).toBe(TEXT);
    expect(valueOf(await vault.store.update(PLAN, () => null))).toBe(TEXT);
    expect(bytes()).toBe(TEXT);
  });

  test('is saved first when it is being read with typing that was not saved', async () => {
    await start();
    const view = await openNote(vault.device, PLAN);
    view.editor.setCursor({ line: 1, ch: 6 });
    type(view, ' Soon.');
    await view.leaf.setViewState({ type: 'markdown', state: { file: PLAN, mode: 'preview' } });
    expect(valueOf(await vault.store.update(PLAN, tick))).toBe(
      tick(TEXT).replace('Do it.', 'Do it. Soon.'),
    );
    await expect.poll(() => view.getViewData()).toBe(bytes());
  });

  test('is not written when there is nothing to change', async () => {
    await start();
    const view = await openNote(vault.device, PLAN);
    const save = vi.spyOn(view, 'save');
    const before = await vault.store.list('Plans');
    valueOf(await vault.store.update(PLAN, (now) => now));
    expect(save).not.toHaveBeenCalled();
    expect(await vault.store.list('Plans')).toEqual(before);
  });

  test.each([
    ['CRLF', TEXT.replaceAll('\n', '\r\n'), {}],
    ['a byte order mark', `\uFEFF${TEXT}`, {}],
    [
      'a byte order mark that Obsidian hides',
      `\uFEFF${TEXT}`,
      { byteOrderMark: 'stripped' as const },
    ],
  ])('keeps %s while nobody types [HOST-3]', async (_what, text, assumptions) => {
    folder.write(PLAN, text);
    await start({ assumptions });
    await openNote(vault.device, PLAN);
    valueOf(await vault.store.update(PLAN, tick));
    expect(bytes()).toBe(tick(text));
  });

  test('keeps two updates that follow at once, before the editor has taken in the first', async () => {
    folder.write(PLAN, TEXT.replaceAll('\n', '\r\n'));
    await start();
    await openNote(vault.device, PLAN);
    valueOf(await vault.store.update(PLAN, tick));
    valueOf(await vault.store.update(PLAN, (now) => now.replace('[ ] two', '[x] two')));
    expect(bytes()).toBe(tick(TEXT).replace('[ ] two', '[x] two').replaceAll('\n', '\r\n'));
  });

  test('is not changed by what an editor shows that lags behind the file', async () => {
    await start();
    const view = await openNote(vault.device, PLAN);
    valueOf(await vault.store.update(PLAN, tick));
    const lagging = vi.spyOn(view, 'getViewData').mockReturnValue(TEXT);
    setTimeout(() => lagging.mockRestore(), 30);
    const edit = vi.fn((now: string) => now.replace('[ ] two', '[x] two'));
    valueOf(await vault.store.update(PLAN, edit));
    expect(edit.mock.calls).toEqual([[tick(TEXT)]]);
  });

  test('keeps the change of another program that comes right before our write', async () => {
    await start();
    await openNote(vault.device, PLAN);
    beforeJournal(() => folder.write(PLAN, TEXT.replace('[ ] two', '[x] two')));
    valueOf(await vault.store.update(PLAN, tick));
    expect(bytes()).toBe(tick(TEXT).replace('[ ] two', '[x] two'));
  });

  test.each([false, true])(
    'keeps it while somebody types, too (a save merges: %s)',
    async (saveMerges) => {
      await start({ assumptions: { saveMerges } });
      const view = await openNote(vault.device, PLAN);
      view.editor.setCursor({ line: 1, ch: 6 });
      type(view, ' Soon.');
      beforeJournal(() => folder.write(PLAN, TEXT.replace('[ ] two', '[x] two')));
      valueOf(await vault.store.update(PLAN, tick));
      await saveOpenEditors(vault.device.app.workspace, PLAN);
      const both = tick(TEXT).replace('[ ] two', '[x] two');
      expect(bytes()).toBe(both.replace('Do it.', 'Do it. Soon.'));
    },
  );

  test('is updated where Obsidian sees the change of another program late', async () => {
    await start({ outsideDelayMs: 1_500 });
    await openNote(vault.device, PLAN);
    folder.write(PLAN, TEXT.replace('[ ] two', '[x] two'));
    const text = tick(TEXT).replace('[ ] two', '[x] two');
    expect(valueOf(await vault.store.update(PLAN, tick))).toBe(text);
    expect(bytes()).toBe(text);
  });

  test('is left alone, and said to be, where Obsidian never takes that change in', async () => {
    await start({ outsideDelayMs: 60_000 });
    await openNote(vault.device, PLAN);
    const theirs = TEXT.replace('[ ] two', '[x] two');
    folder.write(PLAN, theirs);
    const updated = await vault.store.update(PLAN, tick);
    expect(updated.ok ? 'ok' : updated.error.code).toBe('note_changed');
    expect(bytes()).toBe(theirs);
  }, 10_000);

  test.each(['nobody types', 'somebody types'])(
    'does not get later what could not be written, when %s',
    async (who) => {
      const disk = folderDisk(folder.path);
      let full = false;
      await start({
        disk: {
          ...disk,
          async write(path, content) {
            if (full) throw Object.assign(new Error('ENOSPC: full'), { code: 'ENOSPC' });
            return disk.write(path, content);
          },
        },
      });
      const view = await openNote(vault.device, PLAN);
      if (who === 'somebody types') type(view, 'typed ');
      full = true;
      const updated = await vault.store.update(PLAN, tick);
      expect(updated.ok ? 'ok' : updated.error.code).toBe('note_write_failed');
      full = false;
      await saveOpenEditors(vault.device.app.workspace, PLAN);
      expect(bytes()).toBe(who === 'somebody types' ? `typed ${TEXT}` : TEXT);
    },
  );

  test('that Obsidian is writing at this moment is updated when it is written', async () => {
    const disk = folderDisk(folder.path);
    let isEmptied = false;
    await start({
      disk: {
        ...disk,
        read: async (path) => (isEmptied && path === PLAN ? new Uint8Array() : disk.read(path)),
        async stat(path) {
          const found = await disk.stat(path);
          return isEmptied && path === PLAN && found ? { ...found, size: 0 } : found;
        },
      },
    });
    isEmptied = true;
    const updating = vault.store.update(PLAN, tick);
    setTimeout(() => (isEmptied = false), 150);
    expect(valueOf(await updating)).toBe(tick(TEXT));
  });

  test('that somebody closes meanwhile is updated all the same', async () => {
    await start();
    const view = await openNote(vault.device, PLAN);
    type(view, 'typed ');
    const updating = vault.store.update(PLAN, tick);
    view.leaf.detach();
    expect(valueOf(await updating)).toBe(tick(`typed ${TEXT}`));
  });
});

test('a note that was read while somebody had emptied it to write it is read again', async () => {
  await start();
  const { adapter } = vault.device.vault;
  vi.spyOn(adapter, 'readBinary').mockResolvedValueOnce(new ArrayBuffer(0));
  expect(valueOf(await vault.store.update(PLAN, tick))).toBe(tick(TEXT));
  expect(bytes()).toBe(tick(TEXT));
});

test('a name that iCloud has put away is taken', async () => {
  folder.write('Plans/.b.md.icloud', 'stub');
  await start();
  const made = await vault.store.create('Plans/b.md', 'ours');
  expect(made.ok ? 'ok' : made.error.code).toBe('note_exists');
});
