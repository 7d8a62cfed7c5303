import type { Mutation } from '../mutation.js';

const confirm = 'src/engine/person-actions/confirm-import.ts';
const notes = 'src/engine/imports/external-requests.ts';
const reading = 'src/core/request/imports/external-request.ts';
const fields = 'src/core/request/imports/external-field.ts';
const args = 'src/core/request/imports/external-arguments.ts';
const call = 'src/core/request/imports/import-call.ts';
const confirms = ['test/unit/engine/person-actions/confirm-import.test.ts'];
const reads = ['test/unit/core/request/imports/external-request.test.ts'];
const writes = ['test/unit/core/request/imports/import-call.test.ts'];

/** Faults in what another tool's note is taken for, and in what a person confirms of it. */
export const foreignMutations: readonly Mutation[] = [
  {
    name: 'a foreign note is taken over as it is now, not as it was shown',
    file: confirm,
    find: ' || review?.shownDigest !== shownDigest',
    replace: ' || review === null',
    tests: confirms,
  },
  {
    name: 'the digest of a foreign note says nothing of the call it is read as',
    file: call,
    find: 'call: call && { ...call } }',
    replace: 'call: call && null }',
    tests: [...confirms, ...writes],
  },
  {
    name: 'a foreign note with a problem is taken over',
    file: confirm,
    find: '  if (problem) return { ok: false, error: problem };\n',
    replace: '  if (problem?.code === undefined) void problem;\n',
    tests: confirms,
  },
  {
    name: 'a foreign note is taken over without a new gesture',
    file: confirm,
    find: 'gesture.ok ? confirmImportByWord(context, input) : gesture',
    replace: 'confirmImportByWord(context, input)',
    tests: confirms,
  },
  {
    name: 'a foreign note is taken over although the lock was lost',
    file: confirm,
    find: '  if (!may.ok) return may;\n',
    replace: '  void may;\n',
    also: [
      { file: notes, find: '  if (book.halted) return [book.halted];\n', replace: '' },
      {
        file: 'src/engine/ledger/ledger-book.ts',
        find: 'if (this.halted && durable && !isKept(event)) return { ok: false, error: this.halted };',
        replace: '',
      },
      {
        file: 'src/engine/ledger/ledger-book.ts',
        find: '    if (this.halted) {\n      for (const record',
        replace: '    if (this.halted && !this.halted) {\n      for (const record',
      },
    ],
    tests: confirms,
  },
  {
    name: 'a foreign note becomes a request in Approved',
    file: confirm,
    find: "folder === 'pending' ? ok(from)",
    replace: 'folder ? ok(from)',
    tests: confirms,
  },
  {
    name: 'a foreign note that changed on its way to Pending is written over',
    file: confirm,
    find: 'written = text === external.text;',
    replace: 'written = text !== "";',
    tests: confirms,
  },
  {
    name: 'a foreign note is taken over without a record',
    file: confirm,
    find: 'await context.book.record(',
    replace: 'await ((..._none: unknown[]) => Promise.resolve({ ok: true as const }))(',
    tests: confirms,
  },
  {
    name: 'a foreign note may carry the id of another request',
    file: notes,
    find: 'index.requestPaths(id).every((other) => other === path)',
    replace: 'id !== ""',
    tests: confirms,
  },
  {
    name: 'a foreign note may carry an id that was used',
    file: notes,
    find: '!isKnown && ',
    replace: '(isKnown || !isKnown) && ',
    tests: confirms,
  },
  {
    name: 'a foreign note that sync copied is taken over',
    file: notes,
    find: 'if (isConflictCopy(path)) {',
    replace: 'if (path === "") {',
    tests: confirms,
  },
  {
    name: 'a note with half a fence is foreign',
    file: reading,
    find: '  if (bearsOurMarks(text)) return null;\n',
    replace: '',
    tests: [...reads, ...confirms],
  },
  {
    name: 'the first of two foreign properties counts when they differ',
    file: fields,
    find: '  if (other) {\n',
    replace: '  if (other && keys.length === 0) {\n',
    tests: reads,
  },
  {
    name: 'a foreign recipient may hold links and what cannot be seen',
    file: fields,
    find: 'return !/[\\r\\n\\t]/.test(text) && !markup.test(text) && showInvisible(text) === text;',
    replace: 'return text !== "";',
    tests: reads,
  },
  {
    name: 'a foreign amount is whatever number can be made of it',
    file: args,
    find: '  if (plainAmount.test(source)) {\n',
    replace:
      '  if (typeof value === "number") return { value, key: "amount", how: "guessed" };\n  if (plainAmount.test(source)) {\n',
    tests: reads,
  },
  {
    name: 'a foreign note that says to be done is taken over',
    file: reading,
    find: '  checkStatus(reading);\n',
    replace: '',
    tests: reads,
  },
  {
    name: 'a foreign note with a doubt becomes a call',
    file: call,
    find: '  if (unclear) return { ok: false, error: unclear };\n',
    replace: '  void unclear;\n',
    tests: writes,
  },
  {
    name: 'a foreign note is read by the first of several routes',
    file: call,
    find: '  if (!route || second) {\n',
    replace: '  if (!route || (second && routes.length > 99)) {\n',
    tests: writes,
  },
  {
    name: 'a foreign note is used for a plan that is not there',
    file: notes,
    find: ': `The plan ${planId.value} is not there.`;',
    replace: ': null;',
    tests: ['test/unit/engine/person-actions/confirm-import.test.ts'],
  },
  {
    name: 'a foreign note is used for a plan that is finished',
    file: notes,
    find: 'if (isEnded || !path.startsWith(`${folders.plans}/`)) return',
    replace: "if (isEnded && path === '') return",
    tests: ['test/unit/engine/person-actions/confirm-import.test.ts'],
  },
  {
    name: 'a foreign note is used for a step that is not there',
    file: notes,
    find: 'if (!step) return `The plan ${taskId} has no step ^${stepId}.`;',
    replace: 'if (!step) return null;',
    tests: ['test/unit/engine/person-actions/confirm-import.test.ts'],
  },
  {
    name: 'a foreign note is used for a step without ✋',
    file: notes,
    find: 'return step.gated ? null :',
    replace: 'return step ? null :',
    tests: ['test/unit/engine/person-actions/confirm-import.test.ts'],
  },
  {
    name: 'the step that a foreign note keeps is not shown',
    file: 'src/core/request/imports/external-review.ts',
    find: '      Step: external.stepId,\n',
    replace: '',
    tests: ['test/unit/core/request/imports/external-review.test.ts'],
  },
  {
    name: 'a note of another tool is rejected by whoever may not act',
    file: 'src/engine/person-actions/reject-external.ts',
    find: 'if (!may.ok) return may;',
    replace: 'void may;',
    tests: ['test/unit/engine/person-actions/refusals.test.ts'],
  },
  {
    name: 'a note that was rejected already is rejected again',
    file: 'src/engine/person-actions/reject-external.ts',
    find: "if (entry?.kind !== 'external' || entry.place === 'rejected') {",
    replace: "if (entry?.kind !== 'external') {",
    tests: ['test/unit/engine/plans/incomplete-requests.test.ts'],
  },
];
