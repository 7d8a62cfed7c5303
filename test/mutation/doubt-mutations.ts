import type { Mutation } from './mutation.js';

const back = ['test/engine/people/bring-back.test.ts'];
const bringsBack = 'src/engine/people/bring-back.ts';
const unanswered = ['test/engine/people/unanswered.test.ts'];

/** Faults in how a trusted move is held, and in who may end the question whether a call happened. */
export const doubtMutations: readonly Mutation[] = [
  {
    name: 'a hold runs on while Undo is not offered',
    file: 'src/engine/gate/arrival.ts',
    find: 'return isSaid ? (movesHeldUntil.get(id) ?? null) : null;',
    replace: 'return isSaid || !isSaid ? (movesHeldUntil.get(id) ?? null) : null;',
    tests: ['test/engine/gate/held-moves.test.ts'],
  },
  {
    name: 'what was doubled or broken when moves became trusted runs',
    file: 'src/engine/gate/reconcile-request.ts',
    find: 'if (copies !== null || open.length === 0) await',
    replace: 'if (copies === id) await',
    tests: ['test/engine/gate/held-moves.test.ts'],
  },
  {
    name: 'an answer about one attempt is recorded for another',
    file: 'src/engine/people/confirm-unknown.ts',
    find: 'if (doubt && doubt.attemptId !== attemptId) {',
    replace: "if (doubt?.attemptId === '') {",
    tests: unanswered,
  },
  {
    name: 'a copy is filed in place of the note that a person answered about',
    file: 'src/engine/gate/settle.ts',
    find: 'if (text.ok && sha256Hex(text.value) === shown) return candidate;',
    replace: 'if (text.ok) return candidate;',
    tests: unanswered,
  },
  {
    name: 'what is filed on a person’s word does not say what was sent',
    file: 'src/engine/gate/settle.ts',
    find: '...(sent === undefined ? {} : { sent }),',
    replace: '',
    tests: unanswered,
  },
  {
    name: 'a missing note ends the question whether it happened',
    file: 'src/engine/gate/missing-request.ts',
    find: 'const doubt = unansweredDoubt(context, id);',
    replace: 'const doubt = context.book.halted ? unansweredDoubt(context, id) : null;',
    tests: unanswered,
  },
  {
    name: 'a move to Rejected ends the question whether it happened',
    file: 'src/engine/gate/request-alerts.ts',
    find: 'if (!doubt || !voided) return [];',
    replace: 'if (!doubt || voided) return [];',
    tests: unanswered,
  },
  {
    name: 'an agent withdraws what may have happened',
    file: 'src/engine/operations/withdraw.ts',
    find: "input.actor !== 'Human' && isInDoubt(context, request.value)",
    replace: "input.actor === 'Human' && isInDoubt(context, request.value)",
    tests: unanswered,
  },
  {
    name: 'what may have happened is drafted anew without an answer',
    file: 'src/engine/operations/redraft.ts',
    find: 'if (isInDoubt(context, old.value)) return inDoubt(old.value);',
    replace: 'if (isInDoubt(context, old.value) && input.rationale) return inDoubt(old.value);',
    tests: unanswered,
  },
  {
    name: 'a question whose note is gone ends after a week',
    file: 'src/engine/gate/request-alerts.ts',
    find: 'if (!rejected) return [lostNoteAlert(',
    replace:
      'if (context.book.now() >= Date.parse(voided.audit.at) + 604_800_000) return [];\n  if (!rejected) return [lostNoteAlert(',
    tests: unanswered,
  },
  {
    name: 'what asks nothing any more is brought back',
    file: bringsBack,
    find: 'if (!doubt) {',
    replace:
      "if (id === '' || !doubt?.attemptId.length) {\n      if (!doubt) throw new Error('planted');",
    tests: back,
  },
  {
    name: 'a note is made although the one that asks is there',
    file: bringsBack,
    find: 'if (path !== undefined) {',
    replace: 'if (path === id) {',
    tests: back,
  },
  {
    name: 'a question is given another id although its text is not there',
    file: bringsBack,
    find: 'if (noteOfAttempt(book.facts.request(attemptId)) === null) {',
    replace: "if (noteOfAttempt(book.facts.request(attemptId))?.text === '') {",
    tests: back,
  },
  {
    name: 'each press brings back another note',
    file: bringsBack,
    find: 'if (back?.attempt !== undefined && back.successor !== undefined) {',
    replace: "if (back?.attempt === '' && back.successor !== undefined) {",
    tests: back,
  },
  {
    name: 'what is brought back is not made again from the ledger',
    file: 'src/engine/gate/settle.ts',
    find: 'if (facts.voided?.attempt !== undefined) {',
    replace: "if (facts.voided?.attempt === '') {",
    tests: back,
  },
  {
    name: 'what comes back without its outcome asks nothing',
    file: 'src/engine/gate/settle.ts',
    find: "status: 'outcome_unknown',",
    replace: "status: 'pending',",
    tests: back,
  },
  {
    name: 'an end that no person gave cannot be followed by a question',
    file: 'src/engine/gate/end-request.ts',
    find: 'if (voided && !comesBack && !isAsked) return',
    replace: 'if (voided && !comesBack && isAsked !== null) return',
    tests: back,
  },
  {
    name: 'what was brought back ends with its plan again',
    file: 'src/engine/reconcile-plan.ts',
    find: 'if (isBroughtBack(context, request.requestId)) continue;',
    replace: 'void isBroughtBack;',
    tests: back,
  },
  {
    name: 'a plan ends what was brought back before it is filed',
    file: 'src/engine/gate/doubts.ts',
    find: 'return before?.attempt !== undefined && openDoubt(facts, id) !== null;',
    replace:
      "return before?.attempt !== undefined && unansweredDoubt({ book: { facts } as EngineContext['book'] }, id) !== null;",
    tests: back,
  },
  {
    name: 'an alert offers what the ledger does not have',
    file: 'src/engine/gate/request-alerts.ts',
    find: 'if (noteOfAttempt(book.facts.request(attemptId)) === null) {',
    replace: "if (noteOfAttempt(book.facts.request(attemptId))?.text === '') {",
    tests: back,
  },
  {
    name: 'what is taken over keeps no text of it',
    file: 'src/engine/gate/taken-over.ts',
    find: 'mayHaveRun: { effect, note: request.text },',
    replace: "mayHaveRun: { effect, note: '' },",
    tests: back,
  },
  {
    name: 'a question that nobody can answer is never withdrawn',
    file: 'src/engine/people/withdraw.ts',
    find: 'return doubt ? ok(',
    replace: 'return doubt?.attemptId === id ? ok(',
    tests: back,
  },
];
