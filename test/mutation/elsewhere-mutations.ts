import type { Mutation } from './mutation.js';

const told = ['test/engine/gate/told-elsewhere.test.ts'];
const before = ['test/engine/people/approved-before.test.ts'];

/** Faults in what is told late: by another computer, by a phone, by a network. */
export const elsewhereMutations: readonly Mutation[] = [
  {
    name: 'a call of another computer counts for an own one of that id',
    file: 'src/engine/ledger-book.ts',
    find: 'const isOurs = attempt.file === undefined || this.ledgers.isOwn(attempt.file);',
    replace: 'const isOurs = true;',
    tests: told,
  },
  {
    name: 'what was not executed here was executed nowhere',
    file: 'src/core/request/ledger-facts.ts',
    find: "own === 'not_executed' ? (told ?? own) : ",
    replace: '',
    tests: told,
  },
  {
    name: 'what another computer tells right after the intent is called all the same',
    file: 'src/engine/gate/dispatch.ts',
    find: '  if (context.book.facts.request(request.requestId)?.imported) return ranElsewhere;\n',
    replace: '',
    tests: told,
  },
  {
    name: 'an answer outlives that another computer tells of the call',
    file: 'src/core/request/ledger-facts.ts',
    find: ' && facts.notHappened !== true;',
    replace: ';',
    tests: told,
  },
  {
    name: 'an answer stays on the card although another computer tells of the call',
    file: 'src/engine/gate/doubts.ts',
    find: "if (facts.earlier.get(attemptId)?.outcome === 'executed') return false;",
    replace: '',
    tests: told,
  },
  {
    name: '“I checked” outlives that another computer tells of the call',
    file: 'src/engine/gate/allowed.ts',
    find: 'facts.earlier.executedSince(id) ?? -Infinity',
    replace: '-Infinity',
    tests: told,
  },
  {
    name: 'what was taken back forgets when',
    file: 'src/core/request/ledger-facts.ts',
    find: "if (record.kind === 'taken_back') facts.takenBackMs = atMs;",
    replace: '',
    tests: before,
  },
  {
    name: 'an edit leaves an older approval in force',
    file: 'src/core/request/ledger-facts.ts',
    find: "record.audit.event === 'request_edited'",
    replace: 'false',
    tests: before,
  },
  {
    name: 'a call is sent after it was given up',
    file: 'src/mcp/client/connection.ts',
    find: 'return id !== null && this.#transport?.unsend?.(id) === true;',
    replace: 'return id === undefined;',
    tests: ['test/mcp/client/http-bridges.test.ts'],
  },
  {
    name: 'a made-up line hides that another computer tells of the call later',
    file: 'src/core/request/earlier-attempts.ts',
    find: 'return known?.has(line) === true;',
    replace: 'return this.executed.has(id);',
    tests: told,
  },
  {
    name: 'only the first line of a call is told',
    file: 'src/engine/earlier-attempts.ts',
    find: 'return [...begun, ...ended];',
    replace: 'return begun;',
    tests: told,
  },
  {
    name: 'what a file of another computer says is stated as known here',
    file: 'src/core/request/ledger-facts.ts',
    find: '...(isOwn || file === undefined ? {} : { toldBy: file })',
    replace: '',
    tests: told,
  },
  {
    name: 'a request that a file says was run is called a copy',
    file: 'src/engine/gate/request-notes.ts',
    find: 'if (imported && !intent && !voided) {',
    replace: 'if (imported === undefined) {',
    tests: told,
  },
  {
    name: 'an older version runs by a stamp that comes late',
    file: 'src/engine/gate/authority.ts',
    find: 'if (!input.isNewest) {',
    replace: 'if (input.isNewest === undefined) {',
    tests: before,
  },
  {
    name: 'what was rejected in the last moment asks again',
    file: 'src/engine/gate/settle.ts',
    find: ' && !staysRejected(context, path, facts)',
    replace: '',
    tests: ['test/engine/gate/last-moment.test.ts'],
  },
  {
    name: 'a version that somebody wrote back runs by an older stamp',
    file: 'src/core/request/ledger-facts.ts',
    find: 'if (facts.completed && facts.completed.s !== record.s) {',
    replace: 'if (facts.completed && facts.completed.s === record.s) {',
    tests: before,
  },
];
