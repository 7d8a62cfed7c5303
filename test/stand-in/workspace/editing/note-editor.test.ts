import type { TFile, Vault } from 'obsidian';
import { beforeEach, expect, test } from 'vitest';
import { manualTimers } from './manual-timers.js';
import { NoteEditor } from './note-editor.js';
import { OpenNote } from './open-note.js';

let editor: NoteEditor;
let edits: number;

beforeEach(async () => {
  const text = 'one two\n\nthree';
  const process = async (_file: TFile, edit: (text: string) => string): Promise<string> =>
    edit(text);
  const vault = { process } as unknown as Vault;
  const note = new OpenNote({} as TFile, vault, manualTimers(), false);
  await note.load();
  edits = 0;
  editor = new NoteEditor(() => (edits += 1));
  editor.show(note);
});

test('lines, offsets and positions agree; positions out of range are taken to the nearest', () => {
  expect(editor.lineCount()).toBe(3);
  expect([0, 1, 2].map((line) => editor.getLine(line))).toEqual(['one two', '', 'three']);
  for (let offset = 0; offset <= editor.getValue().length; offset += 1) {
    expect(editor.posToOffset(editor.offsetToPos(offset))).toBe(offset);
  }
  expect(editor.posToOffset({ line: 0, ch: 99 })).toBe(7);
  expect(editor.posToOffset({ line: 9, ch: 0 })).toBe(14);
});

test('a range is read and replaced by position', () => {
  const [from, to] = [
    { line: 0, ch: 4 },
    { line: 2, ch: 1 },
  ];
  expect(editor.getRange(from, to)).toBe('two\n\nt');
  editor.replaceRange('T', from, to);
  expect(editor.getValue()).toBe('one Three');
});

test('the changes of a transaction count in the text before it, and are one edit', () => {
  editor.transaction({
    changes: [
      { from: { line: 2, ch: 0 }, to: { line: 2, ch: 5 }, text: '3' },
      { from: { line: 0, ch: 0 }, to: { line: 0, ch: 3 }, text: 'longer' },
    ],
    selection: { from: { line: 2, ch: 1 } },
  });
  expect(editor.getValue()).toBe('longer two\n\n3');
  expect(editor.getCursor()).toEqual({ line: 2, ch: 1 });
  expect(edits).toBe(1);
});

test.each([
  ['before the cursor moves it along', { line: 0, ch: 0 }, 6],
  ['at the cursor leaves it before', { line: 0, ch: 4 }, 4],
  ['behind the cursor leaves it', { line: 2, ch: 0 }, 4],
])('an insertion %s', (_where, at, offset) => {
  editor.setCursor(0, 4);
  editor.replaceRange('++', at);
  expect(editor.posToOffset(editor.getCursor())).toBe(offset);
});

test('a selection is replaced by what is typed, with the cursor behind it', () => {
  editor.setSelection({ line: 0, ch: 7 }, { line: 0, ch: 4 });
  expect(editor.getSelection()).toBe('two');
  editor.replaceSelection('2');
  expect(editor.getLine(0)).toBe('one 2');
  expect(editor.getCursor()).toEqual({ line: 0, ch: 5 });
  expect(editor.somethingSelected()).toBe(false);
});

test('setValue puts the cursor to the start; the same text changes nothing', () => {
  editor.setCursor(2, 3);
  editor.setValue('one two\n\nthree');
  expect(editor.getCursor()).toEqual({ line: 2, ch: 3 });
  editor.setValue('new');
  expect(editor.getCursor()).toEqual({ line: 0, ch: 0 });
});

test('a range is brought into sight by the surface that shows the text', () => {
  const revealed: unknown[] = [];
  const revealLine = (...asked: unknown[]) => revealed.push(asked);
  editor.surface = { revealLine } as unknown as NonNullable<NoteEditor['surface']>;
  editor.scrollIntoView({ from: { line: 2, ch: 0 }, to: { line: 2, ch: 3 } }, true);
  expect(revealed).toEqual([[2, 3, true]]);
});
