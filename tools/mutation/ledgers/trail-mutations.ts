import type { Mutation } from '../mutation.js';

const verify = 'src/core/audit/verify.ts';
const yaml = 'src/core/request/action/action-yaml.ts';
const plain = 'src/core/request/action/plain-scalar.ts';
const books = ['test/unit/engine/ledger/ledger-book.test.ts'];
const verifies = ['test/unit/core/audit/verify.test.ts'];
const reads = ['test/unit/core/request/action/action-yaml.test.ts'];

/** Faults in how the audit trail is verified, and in how the text of an action is read. */
export const trailMutations: readonly Mutation[] = [
  {
    name: 'a record that is missing in the middle of the ledger is passed over',
    file: 'src/engine/ledger/ledger-book.ts',
    find: 'if (json.audit.seq > highest + 1) return missingRecord(index + 1);',
    replace: '',
    tests: books,
    only: 'in whose middle',
  },
  {
    name: 'the log tells a call in the words of its note',
    file: 'src/engine/gate/dispatch.ts',
    find: '`Calling ${formatCall(proposed, preparation)}.`',
    replace: '`Calling ${proposed.tool} for ${request.targetRecipient}.`',
    tests: ['test/unit/engine/gate/recording/words-of-the-log.test.ts'],
    requirements: ['GATE-6'],
  },
  {
    name: 'an altered audit line is in order',
    file: verify,
    find: 'if (hashEntry(rest) !== hash) return',
    replace: 'if (false) return',
    tests: verifies,
  },
  {
    name: 'a missing audit line is not missed',
    file: verify,
    find: 'if (entry.seq !== head.seq + 1) {',
    replace: 'if (entry.seq <= head.seq) {',
    also: [
      { file: verify, find: 'if (entry.prev !== head.hash) return', replace: 'if (false) return' },
    ],
    tests: verifies,
  },
  {
    name: 'an audit line need not continue the one before',
    file: verify,
    find: 'if (entry.prev !== head.hash) return',
    replace: 'if (false) return',
    tests: verifies,
  },
  {
    name: 'a trail that ends before its ledger is in order',
    file: verify,
    find: 'if (last && head.seq < last.seq) {',
    replace: 'if (false) {',
    tests: verifies,
  },
  {
    name: 'an audit line need not be the ledger’s',
    file: verify,
    find: 'return own.hash === entry.hash ? null :',
    replace: 'return own ? null :',
    tests: verifies,
  },
  {
    name: 'an audit line that the ledger does not know is in order',
    file: verify,
    find: 'if (!own) return `',
    replace: 'if (!own) return null && `',
    tests: verifies,
  },
  {
    name: 'any damaged audit line is excused',
    file: verify,
    find: '(excused ? torn : findings)',
    replace: '(excused || true ? torn : findings)',
    tests: verifies,
  },
  {
    name: 'the last audit line may be cut off of an entry that the ledger does not hold',
    file: verify,
    find: 'return next !== undefined && isTornCopy(text, auditLine(next));',
    replace: 'return true;',
    tests: verifies,
  },
  {
    name: 'an audit line that cannot be read is passed over at the start',
    file: 'src/core/audit/projection.ts',
    find: ': mayBeUnknown && !isTornOne(line)) {',
    replace: ': false) {',
    tests: ['test/unit/engine/ledger/ledger-book.test.ts'],
  },
  {
    name: 'what Done/Actions holds runs again for a ledger that a backup brought back',
    file: 'src/engine/gate/dispatch.ts',
    find: 'if (await isFiled(context, id, path)) return ok(alreadyUsed(id));',
    replace: '',
    tests: ['test/unit/engine/ledger/other-ledgers/lost-ledgers.test.ts'],
    only: 'Done/Actions holds what ran',
  },
  {
    name: 'a plain word is read as a text although another parser reads something else',
    file: plain,
    find: "typeof read !== 'string' || readDifferently.test(source)",
    replace: "typeof read !== 'string'",
    tests: reads,
  },
  {
    name: 'a number that loses digits is sent',
    file: plain,
    find: 'if (sent === source) return ok(value);',
    replace: 'if (sent !== "") return ok(value);',
    tests: reads,
  },
  {
    name: 'of a key that stands twice the last counts',
    file: yaml,
    find: 'if (Object.hasOwn(object, key)) throw',
    replace: 'if (false) throw',
    tests: reads,
  },
  {
    name: 'an alias is read as what it stands for',
    file: yaml,
    find: "if (isAlias(node)) throw forbidden('an alias (`*name`)', offset);",
    replace: '',
    also: [
      {
        file: yaml,
        find: "if (hasProperty(node, 'anchor')) throw forbidden('an anchor (`&name`)', offset);",
        replace: '',
      },
      {
        file: yaml,
        find: 'if (!isMap(node)) throw emptyValue(offset);',
        replace: "if (!isMap(node)) return '';",
      },
    ],
    tests: reads,
  },
  {
    name: 'a ledger that was rolled back forgets that it halted',
    file: 'src/engine/ledger/ledger-book.ts',
    find: 'await this.append(record, true);',
    replace: '',
    tests: ['test/unit/engine/ledger/ledger-book.test.ts'],
    only: 'stays halted over restarts',
  },
  {
    name: 'an audit file is appended to, whatever became of it',
    file: 'src/engine/ledger/audit-trail.ts',
    find: '[auditLine(entry)], this.left.get(path) ?? null)',
    replace: '[auditLine(entry)])',
    tests: books,
    requirements: ['GATE-6'],
  },
  {
    name: 'what was found at the audit log is told to nobody',
    file: 'src/engine/ledger/audit-trail.ts',
    find: 'lost > lacking ?',
    replace: 'lost > Infinity ?',
    tests: books,
    requirements: ['GATE-6'],
  },
  {
    name: 'a changed audit file is written over',
    file: 'src/hosts/desktop/logs/disk-audit-log.ts',
    find: 'await rename(file.value, aside);',
    replace: "await (await import('node:fs/promises')).rm(file.value, { recursive: true });",
    tests: ['test/unit/hosts/node/runner/odd-files.test.ts'],
    requirements: ['GATE-6'],
  },
  {
    name: 'a changed audit line counts as the one that was written',
    file: 'src/core/audit/projection.ts',
    find: '} else if (next === null || !isTornCopy(line, next)) {',
    replace: '} else if (next === null) {',
    tests: books,
    requirements: ['GATE-6'],
  },
  {
    name: 'an audit line of somebody else is found only at the next start',
    file: 'src/engine/ledger/ledger-book.ts',
    find: 'return this.halt(knowsTooLittle(unknownEntry));',
    replace: 'this.halted = null;',
    tests: books,
    requirements: ['GATE-6'],
  },
  {
    name: 'a pipe counts as a file',
    file: 'src/hosts/desktop/files/regular-file.ts',
    find: 'if (!stats.isFile()) throw',
    replace: 'if (stats.isDirectory()) throw',
    tests: ['test/unit/hosts/node/runner/odd-files.test.ts'],
  },
];
