import type { Mutation } from '../mutation.js';

const journal = 'src/hosts/obsidian/storage/notes/note-journal.ts';
const tests = ['test/unit/hosts/obsidian/storage/notes/note-journal.test.ts'];

/** Faults in where the plugin puts back what a crash or a full disk cut. */
export const journalMutations: readonly Mutation[] = [
  {
    name: 'a copy that is put beside a cut note keeps its stamp',
    file: journal,
    find: 'withoutStamp(text)',
    replace: 'text',
    tests,
    only: 'a stamp does not come back',
  },
  {
    name: 'a torn note in a folder that leads out of the vault is completed at the start',
    file: journal,
    find: ' || !(await access.locate(path)).ok',
    replace: '',
    tests,
    only: 'links',
  },
  {
    name: 'a torn note is looked for in folders that lead out of the vault',
    file: journal,
    find: 'if (!(await locate(path)).ok) continue;',
    replace: '',
    tests,
    only: 'links',
  },
  {
    name: 'a copy is written through a link that waits under its name',
    file: journal,
    find: 'if (!place.ok) throw new Error(place.error.message);',
    replace: 'void place;',
    tests,
    only: 'links',
  },
  {
    name: 'a cut note in a folder that leads out of the vault is completed while Obsidian runs',
    file: 'src/hosts/obsidian/storage/notes/write-in-place.ts',
    find: 'if (!place.ok) return place;',
    replace: 'void place;',
    tests,
    only: 'links',
  },
];
