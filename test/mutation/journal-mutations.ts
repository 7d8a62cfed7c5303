import type { Mutation } from './mutation.js';

const journal = 'src/hosts/obsidian/storage/notes/note-journal.ts';
const tests = ['test/hosts/obsidian/note-journal.test.ts'];

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
];
