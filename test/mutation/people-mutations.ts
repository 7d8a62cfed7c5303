import type { Mutation } from './mutation.js';

const people = 'src/engine/people';
const approves = ['test/engine/people/approve.test.ts'];
const holds = ['test/engine/people/hold.test.ts'];
const takenBack = ['test/engine/people/taken-back.test.ts'];
const confirmsUnknown = ['test/engine/people/confirm-unknown.test.ts'];
const endsSteps = ['test/engine/people/end-step.test.ts'];
const reopens = ['test/engine/people/reopen-step.test.ts'];
const reviews = ['test/engine/people/reviews.test.ts'];

/** Faults in what a person's gesture is taken for. */
export const peopleMutations: readonly Mutation[] = [
  {
    name: 'a step whose action has run is reopened',
    file: `${people}/reopen-step.ts`,
    find: 'if (by !== null && facts.request(by)?.voided?.step_is === undefined) {',
    replace: 'if (by === plan.taskId) {',
    tests: reopens,
  },
  {
    name: 'a person who answered what a tick means is asked again',
    file: 'src/engine/gate/step-alerts.ts',
    find: 'return facts.stepEnding(voided.plan, voided.step)?.by === id;',
    replace: 'return true;',
    tests: reopens,
  },
  {
    name: 'whatever lies there now is approved, not what was shown',
    file: `${people}/stamp-request.ts`,
    find: 'sha256Hex(text.value) !== input.shownDigest || ',
    replace: '',
    tests: approves,
  },
  {
    name: 'a note that changed between the move and the stamp is stamped',
    file: `${people}/stamp-request.ts`,
    find: 'written = text === request.text;',
    replace: 'written = true;',
    tests: approves,
  },
  {
    name: 'one gesture approves twice',
    file: `${people}/people-context.ts`,
    find: 'usedGestures.has(gesture) || ',
    replace: '',
    tests: [...approves, ...holds],
  },
  {
    name: 'an old gesture approves',
    file: `${people}/people-context.ts`,
    find: ' || Math.abs(clock.now() - gesture.atMs) > gestureLifeMs',
    replace: '',
    tests: approves,
  },
  {
    name: 'earlier attempts need no “I checked”',
    file: `${people}/stamp-request.ts`,
    find: 'if (attempts.some((id) => !input.checked.includes(id))) {',
    replace: 'if (attempts.length > 99) {',
    tests: [...approves, ...holds],
  },
  {
    name: 'what this ledger did not complete can be approved',
    file: 'src/engine/gate/approvable.ts',
    find: 'if (completed === undefined || !contents.includes(completed)) {',
    replace: 'if (contents.includes(undefined)) {',
    tests: approves,
  },
  {
    name: 'what may have happened is answered whatever was shown',
    file: `${people}/confirm-unknown.ts`,
    find: 'sha256Hex(text.value) !== shownDigest || ',
    replace: '',
    tests: confirmsUnknown,
  },
  {
    name: 'a note’s own word brings it into doubt',
    file: 'src/core/request/doubt.ts',
    find: 'supersedes !== null && attempts.includes(supersedes)',
    replace: 'supersedes !== null',
    tests: confirmsUnknown,
  },
  {
    name: 'what did not happen, on a person’s word, needs no “I checked” any more',
    file: 'src/core/request/ledger-facts.ts',
    find: "return kind === 'not_executed' ? [] : [{ id, outcome: kind }];",
    replace: "return kind === 'not_executed' || facts?.notHappened ? [] : [{ id, outcome: kind }];",
    tests: confirmsUnknown,
  },
  {
    name: 'the step that the note names is ticked, not that of the attempt',
    file: `${people}/confirm-unknown.ts`,
    find: '{ requestId: id, planId: doubt.plan, stepId: doubt.step, path }',
    replace: 'open.value',
    tests: confirmsUnknown,
  },
  {
    name: 'an answer is filed again, or never, after a crash',
    file: 'src/engine/gate/settle.ts',
    find: "if (request.status === 'executed' && tellsHappened(request, word)) return null;",
    replace: "if (request.status === 'executed') return null;",
    also: [
      {
        file: 'src/engine/gate/settle.ts',
        find: 'asHappened(request, { ...word, isChanged',
        replace: "asHappened(request, { ...word, isChanged, at: ''",
      },
    ],
    tests: confirmsUnknown,
  },
  {
    name: 'a note that was moved before a crash is not found again',
    file: 'src/engine/gate/request-notes.ts',
    find: 'let allTaken = true;',
    replace: 'return null;\n  let allTaken = true;',
    tests: confirmsUnknown,
  },
  {
    name: 'a person’s word counts twice',
    file: `${people}/confirm-unknown.ts`,
    find: '|| doubt.isCleared || context.book.facts.isUsed(id)',
    replace: '',
    also: [
      {
        file: `${people}/confirm-unknown.ts`,
        find: 'if (happened && isSaid) return ok({ requestId: id });',
        replace: '',
      },
      {
        file: `${people}/confirm-unknown.ts`,
        find: 'if (doubt?.isCleared && !happened) return ok({ requestId: id });',
        replace: '',
      },
    ],
    tests: confirmsUnknown,
  },
  {
    name: 'a step that a person did themselves leaves its request open',
    file: `${people}/end-step.ts`,
    find: 'if (completed?.plan !== planId || completed.step === null) return [];',
    replace: "if (completed?.plan !== planId || completed.step !== '') return [];",
    tests: endsSteps,
  },
  {
    name: 'a tick in the file is told as a person’s own',
    file: 'src/engine/gate/settle-plan.ts',
    find: "({ actor: 'Outside', action: `Marked done: ${step}` })",
    replace: "({ actor: 'Human', action: `Marked done: ${step}` })",
    tests: endsSteps,
  },
  {
    name: 'a missing request cannot be withdrawn',
    file: 'src/engine/operations/withdraw.ts',
    find: 'const of = completed ? { planId: completed.plan, stepId: completed.step } : note;',
    replace: 'const of = note;',
    tests: ['test/engine/people/undo-with-copies.test.ts', 'test/engine/gate/endings.test.ts'],
  },
  {
    name: 'trust that was switched off and on again answers what asked',
    file: 'src/engine/gate/authority.ts',
    find: 'if (requestFacts?.asked) {',
    replace: 'if (requestFacts === undefined) {',
    tests: ['test/engine/gate/held-moves.test.ts'],
  },
  {
    name: 'the stamp is written in Pending',
    file: `${people}/approve.ts`,
    find: '  context.holds.drop(input.requestId);\n',
    replace:
      "  context.holds.drop(input.requestId);\n  if (place === 'pending') {\n    const early = await writeStamp(context, from, shown.value, stamp.value);\n    if (!early.ok) return early;\n  }\n",
    tests: approves,
  },
  {
    name: 'an approval is not recorded before the note moves',
    file: `${people}/approve.ts`,
    find: 'if (!recorded.ok) return recorded;\n',
    replace: '',
    also: [
      {
        file: `${people}/approve.ts`,
        find: "const recorded = await recordApproval(context, shown.value, 'Approved in Countersign', input);",
        replace: '',
      },
    ],
    tests: approves,
  },
  {
    name: 'Undo does not end a hold',
    file: `${people}/undo.ts`,
    find: '  context.holds.drop(id);\n',
    replace: '',
    also: [
      {
        file: 'src/engine/gate/reconcile-request.ts',
        find: '  context.holds.drop(id);\n  const text',
        replace: '  const text',
      },
      {
        file: `${people}/hold.ts`,
        find: "|| open.value.place !== 'approved') return;",
        replace: ') return;',
      },
    ],
    tests: holds,
  },
  {
    name: 'a held note may be away for a moment',
    file: 'src/engine/engine.ts',
    find: '      dropDisturbed(this.context, keys);\n',
    replace: '',
    tests: holds,
  },
  {
    name: 'a drag is stamped at once',
    file: 'src/engine/gate/holds.ts',
    find: 'Math.max(hold.untilMs - this.clock.now(), 0)',
    replace: '0',
    tests: holds,
  },
  {
    name: 'a held note that was edited stays held',
    file: 'src/engine/gate/reconcile-request.ts',
    find: 'if (text.ok && sha256Hex(text.value) === held.shownDigest) return [];',
    replace: 'if (text.ok) return [];',
    tests: holds,
  },
  {
    name: 'a hold ends with a stamp whatever was shown',
    file: `${people}/hold.ts`,
    find: 'const shown = await readShown(context, to, { requestId: id, shownDigest, checked: [] });',
    replace:
      'const shown: { ok: boolean; error: never } = { ok: true } as { ok: boolean; error: never };',
    tests: holds,
  },
  {
    name: 'a note from anywhere is held',
    file: `${people}/hold.ts`,
    find: "context.index.placeOf(from) === 'pending' && ",
    replace: '',
    tests: holds,
  },
  {
    name: 'an approval whose stamp was cut out was none',
    file: 'src/core/request/ledger-facts.ts',
    find: '(facts?.approved ?? facts?.accepted ?? facts?.arrived)',
    replace: '(facts?.accepted ?? facts?.arrived)',
    tests: takenBack,
  },
  {
    name: 'Undo leaves the id of an approved request open',
    file: `${people}/undo.ts`,
    find: 'if (path === null || isApproved()) {',
    replace: 'if (id === null) {',
    tests: takenBack,
  },
  {
    name: 'people decide although the lock was lost',
    file: `${people}/people-context.ts`,
    find: 'return book.halted ? { ok: false, error: book.halted } : ok(undefined);',
    replace: 'return ok(undefined);',
    tests: reviews,
    also: [
      {
        file: 'src/engine/ledger-book.ts',
        find: 'if (this.halted && durable) return { ok: false, error: this.halted };',
        replace: '',
      },
      {
        file: 'src/engine/gate/approvable.ts',
        find: 'if (book.halted) return book.halted;',
        replace: '',
      },
    ],
  },
  {
    name: 'an outcome is recorded although the lock was lost',
    file: 'src/engine/engine.ts',
    find: '    book.halted ??= problem;\n    this.sayHalted(book.halted);',
    replace: '    this.sayHalted(problem);',
    tests: reviews,
  },
  {
    name: 'what asks in Approved has no card once it was accepted',
    file: 'src/engine/reconcile-plan.ts',
    find: "kinds.includes('asks') || ",
    replace: '',
    tests: reviews,
  },
  {
    name: 'a card is kept that is ahead of the index',
    file: 'src/engine/reviews.ts',
    find: 'if (sha256Hex(request.text) === digest) ',
    replace: '',
    tests: reviews,
  },
  {
    name: 'the alert about the audit log ends where this device may not act',
    file: 'src/engine/people/audit-seen.ts',
    find: 'if (!may.ok) return may;',
    replace: '',
    tests: ['test/engine/people/refusals.test.ts'],
  },
];
