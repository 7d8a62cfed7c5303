import type * as Obsidian from 'obsidian';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { vaultFolder, type VaultFolder } from '../../device-in-folder.js';
import { fileAt } from '../../file-at.js';
import type { Device, DeviceOptions } from '../../open-device.js';
import { manualTimers, type ManualTimers } from './manual-timers.js';
import type { MarkdownView } from '../markdown-view.js';

let folder: VaultFolder;
let device: Device;
let timers: ManualTimers;

beforeEach(async () => {
  folder = vaultFolder();
  timers = manualTimers();
  folder.write('note.md', 'one\ntwo\nthree\n');
  folder.write('other.md', 'other');
  await start();
});
afterEach(() => folder.close());

/** Starts the app (anew). */
async function start(assumptions: DeviceOptions['assumptions'] = {}): Promise<void> {
  device = await folder.device({ timers, indexDelay: 'never', assumptions });
  await device.start();
}

async function openNote(path = 'note.md', pane: boolean = false): Promise<MarkdownView> {
  const leaf = device.workspace.getLeaf(pane);
  await leaf.openFile(fileAt(device, path));
  return leaf.content as MarkdownView;
}

/** Another program writes; resolves when the app has taken notice. */
async function writeOutside(path: string, text: string): Promise<void> {
  let noticed = false;
  const notice = (file: Obsidian.TAbstractFile): void => {
    noticed ||= file.path === path;
  };
  device.vault.on('create', notice);
  device.vault.on('modify', notice);
  folder.write(path, text);
  await expect
    .poll(() => {
      timers.advance(5);
      return noticed;
    })
    .toBe(true);
}

/** Types at the end of a line. */
function typeAt(view: MarkdownView, line: number, text: string): void {
  view.editor.setCursor(line, view.editor.getLine(line).length);
  for (const key of text) view.editor.replaceSelection(key);
}

describe('saving what was typed', () => {
  test('waits two seconds after the last edit', async () => {
    const view = await openNote();
    typeAt(view, 0, '!');
    timers.advance(1500);
    typeAt(view, 0, '!');
    timers.advance(1999);
    await device.settled();
    expect(folder.text('note.md')).toBe('one\ntwo\nthree\n');
    timers.advance(1);
    await expect.poll(() => folder.text('note.md')).toBe('one!!\ntwo\nthree\n');
  });

  test('is done at once by save()', async () => {
    const view = await openNote();
    typeAt(view, 1, ' too');
    await view.save();
    expect(folder.text('note.md')).toBe('one\ntwo too\nthree\n');
  });

  test('is done when the last view of the note goes, and at the end of the app', async () => {
    typeAt(await openNote(), 0, '1');
    const view = await openNote('other.md');
    await expect.poll(() => folder.text('note.md')).toContain('one1');
    typeAt(view, 0, '2');
    await device.close('quit');
    expect(folder.text('other.md')).toBe('other2');
  });

  test('is not done in a crash', async () => {
    typeAt(await openNote(), 0, 'lost');
    await device.close('crash');
    timers.advance(5000);
    expect(folder.text('note.md')).toBe('one\ntwo\nthree\n');
  });

  test('leaves a note that was only looked at as it is, other line ends included', async () => {
    await writeOutside('windows.md', 'a\r\nb\r\n');
    const view = await openNote('windows.md');
    expect(view.editor.getValue()).toBe('a\nb\n');
    await view.save();
    expect(folder.text('windows.md')).toBe('a\r\nb\r\n');
  });

  test('announces each edit before anything is written', async () => {
    const edits: string[] = [];
    device.workspace.on('editor-change', (editor: Obsidian.Editor) =>
      edits.push(editor.getValue()),
    );
    typeAt(await openNote('other.md'), 0, 'ab');
    expect(edits).toEqual(['othera', 'otherab']);
    expect(folder.text('other.md')).toBe('other');
  });
});

describe('a change from outside', () => {
  test('is shown in a note that nobody types in', async () => {
    const view = await openNote();
    await writeOutside('note.md', 'one\nTWO\nthree\n');
    await expect.poll(() => view.editor.getValue()).toBe('one\nTWO\nthree\n');
    expect(view.editor.getCursor()).toEqual({ line: 0, ch: 0 });
  });

  test('is merged into unsaved typing, and the cursor stays where it types', async () => {
    const view = await openNote();
    typeAt(view, 2, '!');
    await writeOutside('note.md', 'zero\none\ntwo\nthree\n');
    await expect.poll(() => view.editor.getValue()).toBe('zero\none\ntwo\nthree!\n');
    expect(view.editor.getCursor()).toEqual({ line: 3, ch: 6 });
    await view.save();
    expect(folder.text('note.md')).toBe('zero\none\ntwo\nthree!\n');
  });

  test.each([
    ['overwritten by a save', false, 'one!\ntwo\nthree\n'],
    ['kept by a save that merges', true, 'one!\ntwo\nTHREE\n'],
  ])('which the app has not heard of yet is %s', async (_what, saveMerges, expected) => {
    await device.close();
    await start({ saveMerges });
    const view = await openNote();
    typeAt(view, 0, '!');
    folder.write('note.md', 'one\ntwo\nTHREE\n');
    await view.save();
    expect(folder.text('note.md')).toBe(expected);
    expect(view.editor.getValue()).toBe(expected);
  });

  test('costs no keystroke, however often it comes', async () => {
    await device.close();
    await start({ saveMerges: true });
    const view = await openNote();
    let typed = '';
    for (let n = 0; n < 60; n += 1) {
      const key = String.fromCharCode(97 + (n % 26));
      typed += key;
      view.editor.replaceRange(key, { line: 1, ch: 2 + n });
      if (n % 3 === 0) {
        await device.vault.process(fileAt(device, 'note.md'), (text) => `${text}- entry ${n}\n`);
      }
      if (n % 7 === 0) timers.advance(2000);
      await Promise.resolve();
    }
    await view.save();
    const saved = folder.text('note.md');
    expect(saved.split('\n')[1]).toBe(`tw${typed}o`);
    expect(saved.match(/^- entry /gm)).toHaveLength(20);
    expect(view.editor.getValue()).toBe(saved);
  });
});

describe('several views of one note', () => {
  test('show the same text, each with its own cursor', async () => {
    const first = await openNote();
    const second = await openNote('note.md', true);
    second.editor.setCursor(2, 5);
    typeAt(first, 0, ' and\nmore');
    expect(second.editor.getValue()).toBe('one and\nmore\ntwo\nthree\n');
    expect(second.editor.getCursor()).toEqual({ line: 3, ch: 5 });
  });

  test('keep it open until the last one goes', async () => {
    const first = await openNote();
    const second = await openNote('note.md', true);
    typeAt(first, 0, '!');
    second.leaf.detach();
    await device.settled();
    expect(folder.text('note.md')).toBe('one\ntwo\nthree\n');
    expect(first.editor.getLine(0)).toBe('one!');
  });
});

test('a note follows its file when it moves, and closes when the file goes', async () => {
  const view = await openNote();
  typeAt(view, 0, '!');
  await device.vault.rename(fileAt(device, 'note.md'), 'moved.md');
  await view.save();
  expect(folder.text('moved.md')).toBe('one!\ntwo\nthree\n');
  await device.vault.delete(fileAt(device, 'moved.md'));
  expect(device.workspace.getLeavesOfType('markdown')).toEqual([]);
});
