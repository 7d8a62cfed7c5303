import { expect, test } from 'vitest';
import { sha256Hex } from '../../src/core/digest.js';
import { VaultIndex } from '../../src/engine/index/vault-index.js';
import { Notes } from '../../src/engine/notes.js';
import { memoryNoteStore } from '../memory/memory-note-store.js';
import { createMemoryVault } from '../memory/memory-vault.js';
import { settle } from '../memory/virtual-clock.js';
import { folders } from './world.js';

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
