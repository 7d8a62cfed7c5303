import type { Mutation } from './mutation.js';

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
];
