import { expect, test } from 'vitest';
import { sha256Hex } from '../../../../src/core/digest.js';
import { fail } from '../../../../src/core/errors.js';
import { VaultIndex } from '../../../../src/engine/vault/index/vault-index.js';
import { Notes } from '../../../../src/engine/vault/notes.js';
import { planNote } from '../../../support/builders/plan-note.js';
import { memoryNoteStore } from '../../../support/memory/memory-note-store.js';
import { createMemoryVault } from '../../../support/memory/memory-vault.js';
import { settle } from '../../../support/memory/virtual-clock.js';
import { folders } from '../../../support/engine/world.js';

const path = 'Plans/PLAN-2026-001.md';

/** Notes whose next reading, or whose next change, is done and answers late. */
function slowNotes() {
  const vault = createMemoryVault();
  vault.outside.write(path, 'old');
  const index = new VaultIndex(folders);
  const store = memoryNoteStore(vault);
  let late: Promise<void> | undefined;
  let answer = (): void => undefined;
  const lately = async <T>(done: Promise<T>): Promise<T> => {
    const waits = late;
    late = undefined;
    const value = await done;
    await waits;
    return value;
  };
  const notes = new Notes(
    {
      ...store,
      read: (one) => lately(store.read(one)),
      update: (one, edit) => lately(store.update(one, edit)),
    },
    index,
    undefined,
    () => undefined,
  );
  return {
    vault,
    notes,
    index,
    slowDown: () => {
      late = new Promise((resolve) => (answer = resolve));
    },
    answer: () => {
      answer();
    },
  };
}

test.each([
  ['read', (notes: Notes) => notes.refresh(path)],
  ['written', (notes: Notes) => notes.update(path, (text) => `${text}, ours`)],
])('what was %s before never replaces what was read after it', async (_what, early) => {
  const { vault, notes, index, slowDown, answer } = slowNotes();
  slowDown();
  const slow = early(notes);
  await settle();
  vault.outside.write(path, 'new');
  await notes.refresh(path);
  expect(index.digestOf(path)).toBe(sha256Hex('new'));
  answer();
  await slow;
  expect(index.digestOf(path)).toBe(sha256Hex('new'));
});

test.each([
  ['a note', path, 'Plans/Plan-2026-001.md'],
  ['a folder', 'Plans/home/PLAN-2026-001.md', 'Plans/Home/PLAN-2026-001.md'],
])(
  'on a disk that ignores case, %s that is renamed by its case alone stays one note',
  async (_what, before, after) => {
    const vault = createMemoryVault();
    const index = new VaultIndex(folders);
    const store = memoryNoteStore(vault);
    const isOne = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
    const spelled = (asked: string): string =>
      [...vault.entries.keys()].find((path) => isOne(path, asked)) ?? asked;
    const notes = new Notes(
      { ...store, read: (asked) => store.read(spelled(asked)) },
      index,
      undefined,
      () => undefined,
    );
    for (const order of [
      [before, after],
      [after, before],
    ]) {
      const [from = '', to = ''] = order;
      vault.outside.write(from, planNote());
      await notes.refresh(from);
      vault.outside.move(from, to);
      for (const told of order) await notes.refresh(told);
      expect(index.planPaths('PLAN-2026-001')).toEqual([to]);
    }
  },
);

test('what could not be read at a start is not kept for the next one', async () => {
  const vault = createMemoryVault();
  vault.outside.write(path, planNote());
  const kept: string[] = [];
  const noteIndex = {
    noteAt: () => null,
    keep: ({ path: of }: { path: string }) => void kept.push(of),
  };
  const file = { path, size: 1, mtimeMs: 1, version: '1' };
  const locked = fail('note_read_failed', 'Another program has it open.', 'Close it.');
  for (const read of [() => Promise.resolve(locked), undefined]) {
    const store = { ...memoryNoteStore(vault), ...(read && { read }) };
    const index = new VaultIndex(folders);
    await new Notes(store, index, undefined, () => undefined).discover(file, { noteIndex });
    expect(index.entryAt(path)?.kind).toBe(read ? 'broken' : 'plan');
    expect(kept).toEqual(read ? [] : [path]);
  }
});

test('on a disk that tells case apart, notes that differ in it alone stay two', async () => {
  const vault = createMemoryVault();
  const index = new VaultIndex(folders);
  const notes = new Notes(memoryNoteStore(vault), index, undefined, () => undefined);
  const paths = [path, 'Plans/Plan-2026-001.md'];
  for (const one of paths) vault.outside.write(one, planNote());
  for (const one of [...paths, path]) await notes.refresh(one);
  expect(index.planPaths('PLAN-2026-001')).toHaveLength(2);
});
