import type { Mutation } from '../mutation.js';

const back = [
  'test/unit/engine/person-actions/bring-back.test.ts',
  'test/unit/engine/person-actions/lost-notes.test.ts',
];
const bringsBack = 'src/engine/person-actions/bring-back.ts';
const holdTime = ['test/unit/engine/gate/undo-window.test.ts'];
const unanswered = ['test/unit/engine/person-actions/earlier-attempts/unanswered.test.ts'];

const drafts = ['test/unit/engine/operations/requests/draft-external-action.test.ts'];

/**
 * Faults in how a trusted move is held, in who may end the question whether a call happened, and in which draft is
 * another one.
 */
export const doubtMutations: readonly Mutation[] = [
  {
    name: 'a hold runs on while Undo is not offered',
    file: 'src/engine/gate/trusted-move.ts',
    find: 'return isHeld ? (movesHeldUntil.get(id) ?? null) : null;',
    replace: 'return isHeld || !isHeld ? (movesHeldUntil.get(id) ?? null) : null;',
    tests: ['test/unit/engine/gate/held-moves.test.ts'],
  },
  {
    name: 'what cannot be a hold time is held not at all',
    file: 'src/core/settings/undo-window.ts',
    find: 'return isUndoSeconds(holdSeconds) ? holdSeconds : undoSecondsBounds.most;',
    replace: 'return isUndoSeconds(holdSeconds) ? holdSeconds : 0;',
    tests: holdTime,
  },
  {
    name: 'a trusted move is held as usual, whatever the person chose',
    file: 'src/engine/gate/trusted-move.ts',
    find: 'undoSecondsOf(config) * 1_000',
    replace: '10_000',
    tests: holdTime,
  },
  {
    name: 'a drag is held as usual, whatever the person chose',
    file: 'src/engine/person-actions/approve-by-drag.ts',
    find: 'undoSecondsOf(config) * 1_000',
    replace: '10_000',
    tests: holdTime,
  },
  {
    name: 'a device.json with an impossible hold time is read',
    file: 'src/hosts/desktop/device/device-config-shape.ts',
    find: 'anything(undoSecondsForm, isUndoSeconds)',
    replace: 'anything(undoSecondsForm, () => true)',
    tests: ['test/unit/hosts/desktop/device/file-device-state.test.ts'],
  },
  {
    name: 'what was doubled or broken when moves became trusted runs',
    file: 'src/engine/requests/reconcile-request.ts',
    find: '    await noteAskedUnread(context, id);\n',
    replace: '',
    tests: ['test/unit/engine/gate/held-moves.test.ts'],
  },
  {
    name: 'an answer about one attempt is recorded for another',
    file: 'src/engine/person-actions/confirm-unknown.ts',
    find: 'if (unknown && unknown.attemptId !== attemptId) {',
    replace: "if (unknown?.attemptId === '') {",
    tests: unanswered,
  },
  {
    name: 'a copy is filed in place of the note that a person answered about',
    file: 'src/engine/requests/outcomes/write-back.ts',
    find: 'if (text.ok && sha256Hex(text.value) === shown) return candidate;',
    replace: 'if (text.ok) return candidate;',
    tests: unanswered,
  },
  {
    name: 'what is filed on a person’s word does not say what was sent',
    file: 'src/engine/requests/outcomes/write-back.ts',
    find: '...(intent === undefined ? {} : { sent: intent.s }),',
    replace: '',
    tests: unanswered,
  },
  {
    name: 'a missing note ends the question whether it happened',
    file: 'src/engine/requests/missing-request.ts',
    find: 'const unknown = unansweredOutcome(context, id);\n  const prepared',
    replace:
      'const unknown = context.book.halted ? unansweredOutcome(context, id) : null;\n  const prepared',
    tests: unanswered,
  },
  {
    name: 'a move to Rejected ends the question whether it happened',
    file: 'src/engine/requests/returned-requests.ts',
    find: 'if (!unknownOutcome || !voided) return [];',
    replace: 'if (!unknownOutcome || voided) return [];',
    tests: unanswered,
  },
  {
    name: 'an answer about one request counts for another one',
    file: 'src/engine/requests/outcomes/unknown-outcome.ts',
    find: 'return facts.idsBefore(requestId).includes(attemptId);',
    replace: 'return true;',
    also: [
      {
        file: 'src/engine/views/reviews.ts',
        find: 'attempt.since === undefined && ',
        replace: '',
      },
    ],
    tests: ['test/unit/engine/person-actions/confirm-unknown.test.ts'],
  },
  {
    name: 'an answer counts although the server answered late',
    file: 'src/engine/requests/outcomes/unknown-outcome.ts',
    find: ' || attempt.late !== undefined',
    replace: '',
    also: [
      {
        file: 'src/engine/views/reviews.ts',
        find: 'attempt.since === undefined && ',
        replace: '',
      },
    ],
    tests: ['test/unit/engine/person-actions/confirm-unknown.test.ts'],
  },
  {
    name: 'an agent withdraws what may have happened',
    file: 'src/engine/operations/requests/withdraw.ts',
    find: "input.actor !== 'Human' && hasUnknownOutcome(context, request.value)",
    replace: "input.actor === 'Human' && hasUnknownOutcome(context, request.value)",
    tests: unanswered,
  },
  {
    name: 'what may have happened is drafted anew without an answer',
    file: 'src/engine/operations/requests/redraft.ts',
    find: 'if (hasUnknownOutcome(context, old.value)) return outcomeUnknown(old.value);',
    replace:
      'if (hasUnknownOutcome(context, old.value) && input.rationale) return outcomeUnknown(old.value);',
    tests: unanswered,
  },
  {
    name: 'a question whose note is gone ends after a week',
    file: 'src/engine/requests/returned-requests.ts',
    find: 'if (!rejected) return [asksWithoutNote(',
    replace:
      'if (context.book.now() >= Date.parse(voided.audit.at) + 604_800_000) return [];\n  if (!rejected) return [asksWithoutNote(',
    tests: unanswered,
  },
  {
    name: 'what asks nothing any more is brought back',
    file: bringsBack,
    find: 'if (!unknown) {',
    replace:
      "if (id === '' || !unknown?.attemptId.length) {\n      if (!unknown) throw new Error('planted');",
    tests: back,
  },
  {
    name: 'a note is made although the one that asks is there',
    file: bringsBack,
    find: 'if (path !== undefined) return',
    replace: 'if (path === id) return',
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
    file: 'src/engine/requests/outcomes/write-back.ts',
    find: 'if (facts.voided?.attempt !== undefined) {',
    replace: "if (facts.voided?.attempt === '') {",
    tests: back,
  },
  {
    name: 'what comes back without its outcome asks nothing',
    file: 'src/engine/requests/outcomes/write-back.ts',
    find: "status: 'outcome_unknown',",
    replace: "status: 'pending',",
    tests: back,
  },
  {
    name: 'an end that no person gave cannot be followed by a question',
    file: 'src/engine/requests/outcomes/end-request.ts',
    find: 'if (voided && !comesBack && !isAsked) return',
    replace: 'if (voided && !comesBack && isAsked !== null) return',
    tests: back,
  },
  {
    name: 'what was brought back ends with its plan again',
    file: 'src/engine/plans/unwanted-requests.ts',
    find: ' || isBroughtBack(context, id) ||',
    replace: ' ||',
    tests: back,
  },
  {
    name: 'a plan ends what was brought back before it is filed',
    file: 'src/engine/requests/outcomes/unknown-outcome.ts',
    find: 'return before?.attempt !== undefined && openUnknownOutcome(facts, id) !== null;',
    replace:
      "return before?.attempt !== undefined && unansweredOutcome({ book: { facts } as EngineContext['book'] }, id) !== null;",
    tests: back,
  },
  {
    name: 'an alert offers what the ledger does not have',
    file: 'src/engine/requests/returned-requests.ts',
    find: 'const hasText = noteOfAttempt(book.facts.request(unknownOutcome.attemptId)) !== null;',
    replace:
      "const hasText = noteOfAttempt(book.facts.request(unknownOutcome.attemptId))?.text !== '';",
    tests: back,
  },
  ...(
    [
      [
        'ticked',
        'src/engine/plans/unwanted-requests.ts',
        ' || asksOfAnotherStep(context, { requestId, planId, stepId })',
      ],
      [
        'skipped',
        'src/engine/person-actions/plans/close-gated-step.ts',
        '    if (asksOfAnotherStep(context, request)) continue;\n',
      ],
      [
        'prepared for, and skipped',
        'src/engine/person-actions/plans/close-gated-step.ts',
        '    if (asksOfAnotherStep(context, { requestId, planId, stepId: prepared.step })) return [];\n',
      ],
    ] as const
  ).map(([how, file, find]) => ({
    name: `a question ends with a step that its note names since, and that is ${how}`,
    ...{ file, find, replace: '' },
    tests: ['test/unit/engine/person-actions/earlier-attempts/unanswered.test.ts'],
    only: 'names a step of another plan',
  })),
  {
    name: 'a question is hidden by a move of its note to Approved',
    file: 'src/engine/requests/reconcile-request.ts',
    find: 'const asked = isSaid ? [] : openQuestion(context, id, path);',
    replace: 'const asked = isSaid ? [] : [];',
    tests: ['test/unit/engine/person-actions/earlier-attempts/unanswered.test.ts'],
    only: 'is asked on while its note',
  },
  {
    name: 'what is taken over keeps no text of it',
    file: 'src/engine/requests/of-another-ledger.ts',
    find: 'mayHaveRun: { effect, call, note: request.text }',
    replace: "mayHaveRun: { effect, call, note: '' }",
    tests: back,
  },
  {
    name: 'a question that nobody can answer is never withdrawn',
    file: 'src/engine/person-actions/withdraw-request.ts',
    find: 'return unknown ? ok(',
    replace: 'return unknown?.attemptId === id ? ok(',
    tests: back,
  },
  {
    name: 'an id is given again while the note of its request is away',
    file: 'src/engine/operations/requests/draft-external-action.ts',
    find: 'if (book.drafters.isOfAnother(requestId, entry)) return true;',
    replace: '',
    tests: drafts,
  },
  {
    name: 'a draft for no plan goes on under the id of one whose note is away',
    file: 'src/core/ledger/drafters.ts',
    find: 'return plan === undefined || known.plan_id !== plan || !isSame;',
    replace: 'return known.plan_id !== plan || !isSame;',
    tests: drafts,
  },
  {
    name: 'a draft for a step goes on under the id of another step’s',
    file: 'src/core/ledger/drafters.ts',
    find: 'return plan === undefined || known.plan_id !== plan || !isSame;',
    replace: 'return plan === undefined || known.plan_id !== plan;',
    tests: drafts,
  },
  {
    name: 'a call makes a second request while the note of its first is moved',
    file: 'src/engine/operations/requests/ask-for-call.ts',
    find: 'await notes.refresh(`${folder}/${requestId}.md`);',
    replace: 'await notes.read(`${folder}/${requestId}.md`);',
    tests: ['test/unit/mcp/server/mirrored/call-mirrored.test.ts'],
    only: 'called again while',
  },
  {
    name: 'what waits for a step of unknown outcome waits for its request once the note that asks is gone',
    file: 'src/engine/requests/outcomes/unknown-outcome.ts',
    find: ' || askingAbout(context, known) !== undefined',
    replace: '',
    tests: ['test/unit/engine/requests/dead-wait.test.ts'],
  },
  {
    name: 'an agent drafts anew while the note that asks is lost',
    file: 'src/engine/operations/requests/draft-external-action.ts',
    find: "if (asking !== undefined && input.actor !== 'Human') return",
    replace: "if (asking === '' && input.actor !== 'Human') return",
    tests: unanswered,
  },
  {
    name: 'people cannot draft anew what may have happened',
    file: 'src/engine/operations/requests/draft-external-action.ts',
    find: "if (asking !== undefined && input.actor !== 'Human') return",
    replace: 'if (asking !== undefined) return',
    tests: unanswered,
  },
  {
    name: 'a broken note hides what it asked',
    file: 'src/engine/requests/reconcile-request.ts',
    find: 'if (!request) return unreadRequest(context, id);',
    replace: 'if (!request) return context.book.halted ? unreadRequest(context, id) : [];',
    tests: back,
  },
  {
    name: 'bringing back is offered beside a broken note',
    file: 'src/engine/requests/request-alerts.ts',
    find: 'if (asks.unread !== null) {',
    replace: "if (asks.unread === '') {",
    tests: back,
  },
  {
    name: 'a broken note is said to ask',
    file: bringsBack,
    find: 'return readable\n',
    replace: 'return readable ?? context\n',
    tests: back,
  },
  {
    name: 'what may have run is said not to have run when its note comes back',
    file: 'src/engine/requests/outcomes/write-back.ts',
    find: 'if (voided?.attempt !== undefined) return broughtBack(voided.attempt);',
    replace: '',
    tests: back,
  },
  {
    name: 'what was taken over is said not to have run',
    file: 'src/engine/requests/outcomes/write-back.ts',
    find: 'if (voided && (isAsked || voided.mayHaveRun)) return `It may have happened. ${voided.reason}`;',
    replace: '',
    tests: ['test/unit/engine/person-actions/take-over.test.ts'],
  },
  {
    name: 'what was taken over asks no more once it ends again',
    file: 'src/core/ledger/ledger-facts.ts',
    find: 'facts.voided = facts.voided?.mayHaveRun ? { ...facts.voided, ...record } : record;',
    replace: 'facts.voided = record;',
    tests: ['test/unit/engine/person-actions/take-over.test.ts'],
  },
  {
    name: 'a program ends a question at the terminal',
    file: 'src/hosts/node/cli/commands/decide-command.ts',
    find: '  if (!said.ok) return sayProblem(terminal, said.error);\n',
    replace: '  void said;\n',
    tests: ['test/unit/hosts/node/cli/commands/decide-command.test.ts'],
  },
  {
    name: 'a decision at the terminal starts everything else, too',
    file: 'src/engine/engine.ts',
    find: 'if (options.isIdle) return ok(engine);',
    replace: '',
    tests: ['test/unit/hosts/node/cli/commands/decide-command.test.ts'],
  },
  {
    name: 'an answer that comes after the approval is not looked at',
    file: 'src/engine/gate/preconditions.ts',
    find: '!confirmed.has(id) || facts.hasNews(requestId, id, machine.stamp)',
    replace: '!confirmed.has(id)',
    tests: ['test/unit/engine/person-actions/confirm-unknown.test.ts'],
  },
  {
    name: 'what was heard of an attempt is not prepared for',
    file: 'src/engine/requests/prepare-request.ts',
    find: 'if (takenBack || claimed.attempts.some((id) => facts.hasNews(request.requestId, id, null))) {',
    replace: 'if (takenBack) {',
    tests: ['test/unit/engine/person-actions/confirm-unknown.test.ts'],
  },
  {
    name: 'what was heard of an attempt is prepared for with the same bytes to sign',
    file: 'src/engine/requests/prepare-request.ts',
    find: ' ||\n    attempts.some((attempt) => book.facts.hasNews(id, attempt, null));',
    replace: ';',
    tests: ['test/unit/engine/person-actions/confirm-unknown.test.ts'],
  },
  {
    name: 'whoever confirmed an attempt confirmed whatever is heard of it',
    file: 'src/core/ledger/request-facts.ts',
    find: 'return news.newsSeq > nonceSeq ||',
    replace: 'return',
    tests: ['test/unit/engine/person-actions/confirm-unknown.test.ts'],
  },
  {
    name: 'a person answers for a step that is another one by now',
    file: 'src/engine/person-actions/plans/confirm-tick.ts',
    find: 'const step = findRecordedStep(plan.value.steps, ended);',
    replace: 'const step = findRecordedStep(context.index.plan(planId)?.steps ?? [], ended);',
    tests: ['test/unit/engine/person-actions/plans/reopen-step.test.ts'],
  },
  {
    name: 'the log takes practice from a note that was not prepared',
    file: 'src/engine/person-actions/edit-call.ts',
    find: 'notApprovable(context, request) ? null : request.machine.preparation',
    replace: 'request.machine.preparation',
    tests: ['test/unit/engine/person-actions/edit-call.test.ts'],
  },
  {
    name: 'the Dashboard is written before its name was ever read',
    file: 'src/engine/views/derived-notes.ts',
    find: 'else if (!known) return config;',
    replace: 'else if (!known) return null;',
    tests: ['test/unit/engine/views/dashboard-writer.test.ts'],
  },
  {
    name: 'a step that was worded anew, without its block id, is another one',
    file: 'src/engine/vault/step-of-request.ts',
    find: 'return book.facts.wasTried({ planId, stepId: ofPlace, text: null })',
    replace: 'return book.facts.wasTried({ planId, stepId: null, text: null })',
    tests: ['test/unit/engine/operations/step-ids.test.ts'],
  },
];
