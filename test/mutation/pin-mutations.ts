import type { Mutation } from './mutation.js';

const swapped = ['test/engine/gate/pinned-swaps.test.ts'];
const pinned = ['test/hosts/node/pinned-files.test.ts'];

/** What may be said of an attached file, and what must be said first, and of a text that misleads. */
export const pinMutations: readonly Mutation[] = [
  {
    name: 'a note that is taken back while its files are read is called',
    file: 'src/engine/gate/dispatch.ts',
    find: 'if (!note.ok || note.value !== request.text) return changedMeanwhile.reason;',
    replace: 'void note;',
    tests: ['test/engine/gate/last-moment.test.ts'],
  },
  {
    name: 'a file may change while another is compared',
    file: 'src/engine/gate/completion.ts',
    find: 'return ok((await fileState(notes, paths)) !== file_state);',
    replace: 'return ok(false);',
    tests: swapped,
  },
  {
    name: 'a file that changes while it is prepared is pinned',
    file: 'src/engine/gate/completion.ts',
    find: 'if ((await fileState(notes, paths)) !== before) {',
    replace: 'if (before === "") {',
    tests: swapped,
  },
  {
    name: 'a file that is being changed only makes an approval wait',
    file: 'src/engine/gate/dispatch.ts',
    find: "fresh.error.code === 'note_changed' ? ok(otherFiles) : unreachable(fresh.error)",
    replace: 'unreachable(fresh.error)',
    tests: swapped,
  },
  {
    name: 'a press counts although an attached file changed',
    file: 'src/engine/people/stamp-request.ts',
    find: 'if (!changed.value) return null;',
    replace: 'return null;',
    tests: swapped,
  },
  {
    name: 'a request is not prepared again for a file that changed',
    file: 'src/engine/gate/complete-request.ts',
    find: ' && (await areUntouched(context, claimed))',
    replace: '',
    tests: swapped,
  },
  {
    name: 'a late answer is judged by no rule',
    file: 'src/engine/late-answer.ts',
    find: 'signed?.success ?? null',
    replace: 'null',
    tests: ['test/engine/gate/outcomes.test.ts'],
  },
  {
    name: 'a relative path is pinned',
    file: 'src/core/note/vault-path.ts',
    find: 'if (!path.startsWith(prefix)) return null;\n  const inVault = path.slice(prefix.length);',
    replace: 'const inVault = path.startsWith(prefix) ? path.slice(prefix.length) : path;',
    tests: pinned,
  },
  {
    name: 'a path that a tool may read otherwise is pinned',
    file: 'src/core/note/vault-path.ts',
    find: ' && !mayBeReadOtherwise.test(inVault)',
    replace: '',
    tests: pinned,
  },
  {
    name: 'a file behind a link is pinned',
    file: 'src/hosts/desktop/vault-links.ts',
    find: 'return isReal && (await',
    replace: 'return (isReal || true) && (await',
    tests: [...pinned, 'test/hosts/node/gate-on-disk.test.ts'],
  },
  {
    name: 'in Obsidian a file behind a link is pinned',
    file: 'src/hosts/obsidian/vault-note-store.ts',
    find: 'if (place && !place.ok) return place;\n      const bytes',
    replace: 'const bytes',
    tests: ['test/contract/note-store.test.ts'],
  },
  {
    name: 'a file of this vault is pinned for a server on another computer',
    file: 'src/engine/gate/completion.ts',
    find: "return target.transport !== 'http' || ",
    replace: "return target.transport !== 'x' || ",
    tests: pinned,
  },
  {
    name: 'a card says of a file that it is pinned although it may be another',
    file: 'src/core/request/pinned-files.ts',
    find: 'if (folder === undefined || others.length > 0)',
    replace: 'if (folder === undefined)',
    tests: ['test/core/request/build-review.test.ts'],
  },
  {
    name: 'a word of several alphabets is not called out',
    file: 'src/core/request/look-alikes.ts',
    find: '.length > 1;',
    replace: '.length > 9;',
    tests: ['test/core/request/look-alikes.test.ts'],
  },
  {
    name: 'a line break switches the call-outs of an argument off',
    file: 'src/core/request/look-alikes.ts',
    find: "text.trim().replace(/\\s+/g, ' ').length <= longestName",
    replace: "text.length <= longestName && !text.includes('\\n')",
    tests: ['test/core/request/look-alikes.test.ts'],
  },
  {
    name: 'an account number in prose is not called out',
    file: 'src/core/request/look-alikes.ts',
    find: '...accountNumbersIn(text), ',
    replace: '',
    tests: ['test/core/request/look-alikes.test.ts'],
  },
  {
    name: 'alerts are sorted by their words alone',
    file: 'src/core/mission/alert-gravity.ts',
    find: 'gravity(a) - gravity(b) || ',
    replace: '',
    tests: ['test/core/mission/alert-gravity.test.ts'],
  },
  {
    name: 'a word from right to left carries numbers to its other side',
    file: 'src/core/text-direction.ts',
    find: "at % 2 === 1 ? 'auto' : null",
    replace: "at > 999 ? 'auto' : null",
    tests: ['test/core/text-direction.test.ts'],
  },
];
