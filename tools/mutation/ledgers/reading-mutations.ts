import type { Mutation } from '../mutation.js';

const unread = ['test/unit/engine/ledger/other-ledgers/unread-audit.test.ts'];
const parts = ['test/unit/engine/ledger/other-ledgers/told-parts.test.ts'];
const ledgers = 'src/engine/ledger/vault-ledgers.ts';
const limits = 'src/hosts/desktop/logs/audit-limits.ts';
const prefix = 'of two computers: ';

/** Faults in how the audit files of others are read: while they cannot be, and a part at a time. */
export const readingMutations: readonly Mutation[] = [
  {
    name: `${prefix}one that cannot read what the others say goes on`,
    file: ledgers,
    find: '        isNeeded,\n      })\n      .catch(unread);',
    replace: '        isNeeded,\n      })\n      .catch(() => []);',
    tests: unread,
  },
  {
    name: `${prefix}nobody is heard while many lines are read`,
    file: 'src/engine/ledger/earlier-attempts.ts',
    find: '=== 0) await rest();',
    replace: '=== 0) void rest;',
    tests: ['test/unit/engine/requests/approved/taken-away.test.ts'],
    only: 'many lines of another computer',
  },
  {
    name: `${prefix}a person takes over without what the others say`,
    file: ledgers,
    find: '{ isOf, isNeeded }).catch(unread)',
    replace: '{ isOf, isNeeded }).catch(() => [])',
    tests: unread,
    only: 'nobody takes over',
  },
  {
    name: `${prefix}a ledger begins without what the others say`,
    file: 'src/engine/ledger/ledger-book.ts',
    find: '      if (isNew) throw error;\n',
    replace: '',
    tests: unread,
    only: 'no ledger begins',
  },
  {
    name: `${prefix}files under this device's own name that cannot be read stop nothing`,
    file: 'src/engine/ledger/ledger-book.ts',
    find: 'own.ok ? await book.trail.complete(own.value, entries, book.unaudited) : own',
    replace: 'await book.trail.complete(own.ok ? own.value : [], entries, book.unaudited)',
    tests: unread,
    only: 'own name',
  },
  {
    name: `${prefix}audit files are read however large they are together`,
    file: limits,
    find: 'if (bytes > mostBytes) {',
    replace: 'if (bytes > Infinity) {',
    tests: ['test/contract/audit-log.test.ts'],
    only: 'all of them together',
  },
  {
    name: `${prefix}an audit line is read however long it is`,
    file: limits,
    find: 'export const longestLine = 256 * 1024;',
    replace: 'export const longestLine = Infinity;',
    tests: ['test/contract/audit-log.test.ts'],
    only: 'has a line of more',
  },
  {
    name: `${prefix}this ledger writes lines that the others do not read`,
    file: 'src/engine/ledger/ledger-book.ts',
    find: 'happening.detail.slice(0, longestDetail)',
    replace: 'happening.detail',
    tests: ['test/unit/engine/ledger/ledger-book.test.ts'],
    only: 'too long for other devices',
  },
  {
    name: `${prefix}what waited until the others could be heard is forgotten`,
    file: 'src/engine/runtime/failed-work.ts',
    find: '    for (const key of this.unobserved) this.context.lookAgain(key);\n',
    replace: '',
    tests: unread,
  },
  {
    name: `${prefix}a file that was rewritten is read from where it was read before`,
    file: 'src/hosts/desktop/logs/audit-file-part.ts',
    find: 'known.hex() === before.digest',
    replace: "known.copy().digest('hex') !== ''",
    tests: ['test/contract/audit-log.test.ts'],
    only: 'all of it',
  },
  {
    name: `${prefix}a file that tells too much in parts stops nobody`,
    file: ledgers,
    find: 'parts.has(path) ? (this.marks.get(path)?.claims ?? 0) : 0',
    replace: 'parts.has(path) && path === this.device ? (this.marks.get(path)?.claims ?? 0) : 0',
    tests: parts,
    only: 'a part at a time',
  },
  {
    name: `${prefix}what was too much to be kept is not heard again after a person took over`,
    file: ledgers,
    find: '      this.marks.clear();\n',
    replace: '',
    tests: parts,
    only: 'took over',
  },
  {
    name: `${prefix}a part that was read before a person took over counts for what stands before it`,
    file: ledgers,
    find: '      if (after !== null && after !== this.marks.get(path)?.mark) continue;\n',
    replace: '',
    tests: parts,
    only: 'meanwhile',
  },
];
