import type { Mutation } from './mutation.js';

const gate = 'src/engine/gate';
const tests = 'test/engine/gate';

/** Faults in how notes are filed after a call, and in what they tell of it. */
export const filingMutations: readonly Mutation[] = [
  {
    name: 'a note that was edited during its call does not say so',
    file: `${gate}/settle.ts`,
    find: 'intent === undefined ? null : editedSince(request, intent);',
    replace: 'null as ReturnType<typeof editedSince>;',
    tests: [`${tests}/during-call.test.ts`],
    only: 'in its block',
  },
  {
    name: 'properties that were edited during a call do not count',
    file: 'src/core/request/edited-since.ts',
    find: "? null : 'properties';",
    replace: '? null : null;',
    tests: [`${tests}/during-call.test.ts`],
    only: 'in its properties',
  },
  {
    name: 'a plan that is away never hears what was executed',
    file: `${gate}/settle-plan.ts`,
    find: 'ok(!endsStep(facts))',
    replace: 'ok(true)',
    tests: [`${tests}/during-call.test.ts`],
    only: 'when it is there again',
  },
  {
    name: 'nobody is told that an action could not be told in its plan',
    file: `${gate}/step-alerts.ts`,
    find: 'if (!plan && book.facts.request(id)?.filed === false) {',
    replace: 'if (false) {',
    tests: [`${tests}/during-call.test.ts`],
    only: 'when it is there again',
  },
  {
    name: 'a late answer is in no note',
    file: `${gate}/settle.ts`,
    find: 'if (late === undefined) return ok(undefined);',
    replace: 'if (late !== null) return ok(undefined);',
    tests: [`${tests}/outcomes.test.ts`],
    only: 'late is appended to the note',
  },
  {
    name: 'a late answer that was not written into its note is not written at the next start',
    file: 'src/core/request/ledger-facts.ts',
    find: 'facts.late = record;\n        facts.filed = false;\n        this.unsettled.add(record.id);',
    replace: 'facts.late = record;\n        facts.filed = false;',
    tests: [`${tests}/outcomes.test.ts`],
    only: 'after a restart',
  },
  {
    name: 'whoever takes enough names keeps a note from being filed',
    file: 'src/core/note/free-name.ts',
    find: 'tries < mostRandom',
    replace: 'tries < 0',
    tests: [`${tests}/taken-names.test.ts`],
    only: 'where 150',
  },
  {
    name: 'a filed note is looked for under few names only',
    file: `${gate}/request-notes.ts`,
    find: 'if (!allTaken) return null;',
    replace: 'return null;',
    tests: [`${tests}/taken-names.test.ts`],
    only: 'a crash left',
  },
  {
    name: 'a file that grew too large since it was approved waits',
    file: `${gate}/dispatch.ts`,
    find: "case 'note_too_large':",
    replace: "case 'locked':",
    tests: [`${tests}/looks.test.ts`],
    only: 'grew over the limit',
  },
  {
    name: 'a large file keeps everybody from stopping',
    file: 'src/engine/notes.ts',
    find: 'this.stopping = true;',
    replace: '',
    tests: [`${tests}/looks.test.ts`],
    only: 'keeps nobody from stopping',
  },
];
