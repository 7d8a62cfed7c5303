import { describe, expect, test } from 'vitest';
import { planSetUp, setUpVault } from '../../../../src/engine/operations/set-up-vault.js';
import { memoryNoteStore } from '../../../support/memory/memory-note-store.js';
import { createMemoryVault } from '../../../support/memory/memory-vault.js';
import { folders, valueOf } from '../../../support/engine/world.js';

describe('setUpVault', () => {
  test('makes the folders and the Dashboard, and nothing the second time [LOOP-12]', async () => {
    const vault = createMemoryVault();
    const writes: string[] = [];
    const store = memoryNoteStore(vault, { beforeWrite: (write) => void writes.push(write) });
    valueOf(await setUpVault(store, planSetUp(folders, 'Dashboard.md')));
    expect(writes).toEqual([
      ...Object.values(folders).map((folder) => `create folder ${folder}`),
      'create Dashboard.md',
    ]);
    valueOf(await setUpVault(store, planSetUp(folders, 'Dashboard.md')));
    expect(writes).toHaveLength(11);
  });

  test('touches nothing that exists [LOOP-12]', async () => {
    const vault = createMemoryVault();
    const mine = { 'Dashboard.md': 'My own page', 'Inbox/a.md': 'a', 'Plans/b.md': 'b' };
    for (const [path, text] of Object.entries(mine)) vault.outside.write(path, text);
    valueOf(await setUpVault(memoryNoteStore(vault), planSetUp(folders, 'Dashboard.md')));
    const notes = [...vault.entries.keys()].map((path) => [path, vault.outside.read(path)]);
    expect(Object.fromEntries(notes)).toEqual(mine);
  });

  test('says when a note lies where a folder should be', async () => {
    const vault = createMemoryVault();
    vault.outside.write('Approved', 'a note');
    const result = await setUpVault(memoryNoteStore(vault), planSetUp(folders, 'Dashboard.md'));
    expect(result).toMatchObject({ error: { path: 'Approved' } });
  });
});
