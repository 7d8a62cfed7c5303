import type { Mutation } from './mutation.js';

const told = ['test/engine/gate/told-elsewhere.test.ts'];
const away = ['test/engine/gate/taken-away.test.ts'];
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
    find: '  facts.takenBackMs = atMs;\n  facts.takenBackSeq = seq;\n  facts.takenBackWords',
    replace: '  facts.takenBackWords',
    tests: before,
  },
  {
    name: 'an edit leaves an older approval in force',
    file: 'src/core/request/ledger-facts.ts',
    find: 'if (isEdit(record) && record.audit.request_id !== undefined) {',
    replace: 'if (isEdit(record) && record.audit.request_id === undefined) {',
    also: [
      {
        file: 'src/engine/gate/reconcile-request.ts',
        find: '  await noteEdited(context, parsed);\n',
        replace: '',
      },
    ],
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
    tests: ['test/engine/gate/last-checks.test.ts'],
    only: 'prepared last',
  },
  {
    name: 'what was rejected in the last moment asks again',
    file: 'src/engine/gate/settle.ts',
    find: ' && !staysRejected(context, path, facts)',
    replace: '',
    tests: ['test/engine/gate/last-moment.test.ts'],
  },
  {
    name: 'an answer that comes after the audit files were tampered with is thrown away',
    file: 'src/engine/ledger-book.ts',
    find: 'this.halted && durable && !isKept(event)',
    replace: 'this.halted && durable',
    tests: ['test/engine/gate/ledger-first.test.ts'],
  },
  {
    name: 'what is kept while nothing else is written leaves a gap in the ledger',
    file: 'src/engine/ledger-book.ts',
    find: 'const audit = chainEntry(this.lastWritten, happening);',
    replace:
      'const audit = chainEntry({ seq: record.audit.seq, hash: record.audit.hash }, happening);',
    tests: ['test/engine/gate/ledger-first.test.ts'],
  },
  {
    name: 'a version that somebody wrote back runs by an older stamp',
    file: 'src/core/request/ledger-facts.ts',
    find: 'if (!this.versions.get(record.id)?.has(record.s)) facts.isNewVersion = true;',
    replace: 'if (!this.versions.get(record.id)?.has(record.s)) delete facts.takenBackMs;',
    also: [
      {
        file: 'src/core/request/ledger-facts.ts',
        find: 'else if (facts.completed?.s !== record.s) {',
        replace: 'else if (facts.completed === record) {',
      },
    ],
    tests: before,
  },
  {
    name: 'an edit that cannot be prepared leaves an older approval in force',
    file: 'src/engine/gate/reconcile-request.ts',
    find: '  await noteEdited(context, parsed);\n',
    replace: '',
    tests: away,
  },
  {
    name: 'a request whose note is away outlives its plan',
    file: 'src/engine/unwanted-requests.ts',
    find: 'return [...noted, ...hidden];',
    replace: 'return [...noted, ...hidden.slice(0, 0)];',
    tests: away,
  },
  {
    name: 'a plan with copies withdraws nothing',
    file: 'src/engine/reconcile-plan.ts',
    find: '    await withdrawByCopies(context, planId, left);\n    return reconcileCopies',
    replace: '    return reconcileCopies',
    tests: away,
  },
  {
    name: 'a made-up note takes the place of one that is coming back',
    file: 'src/engine/gate/reconcile-request.ts',
    find: '  if (isComingBack(context, id)) return [];\n',
    replace: '',
    tests: away,
  },
  {
    name: 'a stamp that nobody signed is told as an approval',
    file: 'src/engine/gate/authority.ts',
    find: 'const reason = isSigned\n',
    replace: 'const reason = stamp\n',
    tests: away,
  },
];
