import type { CheckCode } from '../../../src/engine/gate/verdict.js';
import type { Mutation } from '../mutation.js';

const gate = 'src/engine/gate';
const verdicts = 'test/unit/engine/gate/verdict.test.ts';
const swaps = 'test/unit/engine/gate/changed-notes/swaps.test.ts';

/** Takes a check out of the table of *Allowed*. */
function withoutAllowed(check: CheckCode, more: Partial<Mutation> = {}): Mutation {
  return {
    name: `${check} is not checked`,
    check,
    file: 'src/engine/gate/preconditions.ts',
    find: `code: '${check}',\n    verdict: `,
    replace: `code: '${check}',\n    verdict: () => null,\n    planted: `,
    tests: [verdicts],
    only: `^${check} `,
    ...more,
  };
}

/** Makes the condition of a check false. */
function without(check: CheckCode, file: string, find: string, replace = 'if (false) {'): Mutation {
  return {
    name: `${check} is not checked`,
    check,
    file: `${gate}/${file}.ts`,
    find,
    replace,
    tests: [verdicts],
    only: `^${check} `,
  };
}

const inTheLastMoment: Partial<Mutation> = { tests: ['test/unit/engine/gate/last-checks.test.ts'] };

/** Each check of the gate, taken out. */
export const checkMutations: readonly Mutation[] = [
  withoutAllowed('ledger_halted'),
  without(
    'not_acting',
    'preconditions',
    'if (conflictingDevice === null) return null;',
    'if (conflictingDevice !== "") return null;',
  ),
  withoutAllowed('executor_paused'),
  withoutAllowed('folders_not_confirmed'),
  withoutAllowed('id_used', { tests: [swaps], only: 'at the very last moment' }),
  withoutAllowed('expired'),
  withoutAllowed('plan_unreadable'),
  withoutAllowed('plan_not_found'),
  // What changes a plan mostly takes the approval back, before the gate comes to these.
  withoutAllowed('plan_not_running', inTheLastMoment),
  withoutAllowed('step_not_found', inTheLastMoment),
  withoutAllowed('step_not_gated', inTheLastMoment),
  withoutAllowed('step_done', inTheLastMoment),
  withoutAllowed('step_reworded', inTheLastMoment),
  withoutAllowed('attempts_not_confirmed'),
  withoutAllowed('over_budget'),
  withoutAllowed('dead_wait'),
  withoutAllowed('before_its_turn'),

  {
    ...without(
      'incomplete',
      'dispatch',
      '!preparation || !content || !book.facts.request(id)?.prepared',
      '!preparation || !content',
    ),
    tests: ['test/unit/engine/ledger/active-ledger/two-executors.test.ts'],
    only: 'an epoch that is only written',
  },
  without(
    'other_epoch',
    'dispatch',
    'if (preparation && preparation.epoch !== book.epoch) return',
    'if (false) return',
  ),
  without('not_stamped', 'authority', 'if (!config.trustMoves) {'),
  without(
    'edited_after_arrival',
    'authority',
    'if (trustedMove && trustedMove.s !== content.digest) {',
  ),
  without('held', 'trusted-move', 'nowMs >= untilMs ? null', 'true ? null'),
  without('stamp_damaged', 'authority', 'if (!read.ok) return', 'if (false) return'),
  {
    ...without('stamp_digest_differs', 'authority', 'if (stamp.digest !== content.digest) {'),
    ...inTheLastMoment,
    only: 'for the very content',
  },
  without('stamp_key_not_pinned', 'authority', 'if (pinned.length === 0) {'),
  without('stamp_signature_invalid', 'authority', 'if (!isSigned) {'),
  without('stamp_from_the_future', 'authority', 'if (stamp.timeMs > nowMs + stampAheadMs) {'),
  {
    name: 'only a cancelled step is set aside',
    file: 'src/core/plan/plan.ts',
    find: "return mark.trim() !== '' && !['x', 'X', '/'].includes(mark);",
    replace: "return mark === '-';",
    tests: ['test/unit/engine/gate/last-checks.test.ts'],
  },
  {
    name: 'an approval that grows too old while it waits is said to run',
    file: 'src/engine/requests/reconcile-request.ts',
    find: 'for (const ms of [request.expiresMs, stampEndMs(context.index.entryAt(path))]) {',
    replace: 'for (const ms of [request.expiresMs, stampEndMs(undefined)]) {',
    tests: ['test/unit/engine/gate/stamps.test.ts'],
    only: 'until it is too old',
  },
  without('stamp_too_old', 'authority', 'if (stamp.timeMs + stampLifeMs < nowMs) {'),
  {
    name: 'stamp_outdated is not checked',
    check: 'stamp_outdated',
    file: 'src/engine/gate/authority.ts',
    find: 'if (!mayCount(requestFacts, text)) return',
    replace: 'if (false) return',
    tests: ['test/unit/engine/requests/standing-approvals.test.ts'],
  },
  {
    ...without('approval_lapsed', 'dispatch', 'if (facts?.takenBackSeq !== takenBackSeq) {'),
    tests: ['test/unit/engine/requests/standing-approvals.test.ts'],
    only: 'as about to be called is not',
  },

  without(
    'bridge_unreachable',
    'verdict',
    "    case 'bridge_unknown':\n    case 'bridge_unreachable':\n",
    "    case 'note_exists':\n",
  ),
  without('tool_missing', 'verdict', "    case 'tool_unknown':\n", "    case 'note_exists':\n"),
  without('bridge_changed', 'preparation', 'if (approved.bridge_digest !== fresh.bridge_digest) {'),
  without('account_changed', 'preparation', 'if (isOtherLaunch(prepared, launch)) {'),
  {
    name: 'what an older version prepared outlives a change of the server’s account',
    file: 'src/engine/requests/prepare-request.ts',
    find: 'if (known.launch === undefined && context.book.isActive) return false;',
    replace: '',
    also: [
      {
        file: 'src/core/ledger/request-facts.ts',
        find: 'completed !== undefined && completed.launch !== launch',
        replace: 'completed?.launch !== undefined && completed.launch !== launch',
      },
    ],
    tests: ['test/unit/engine/ledger/other-ledgers/older-ledger.test.ts'],
    only: 'from which account',
  },
  {
    name: 'what is prepared again for another account of a server keeps what is signed',
    file: 'src/engine/requests/prepare-request.ts',
    find: '    isOtherLaunch(prepared, launch) ||\n',
    replace: '',
    tests: ['test/unit/engine/person-actions/plans/moved-step.test.ts'],
    only: 'another account',
  },
  without('tool_changed', 'preparation', 'if (approved.tool_digest !== fresh.tool_digest) {'),
  without(
    'files_changed',
    'preparation',
    'if (canonicalJson(pinnedBy(approved)) !== canonicalJson(pinnedBy(fresh))) {',
  ),
  {
    name: 'of all routes to a tool only the first one’s pattern is looked at',
    file: 'src/engine/gate/preparation.ts',
    find: '(route.success ?? [])',
    replace: '[route.success]',
    tests: ['test/unit/engine/gate/record-outcome.test.ts'],
    only: 'what counts as success',
  },
  {
    name: 'a tool that takes no plain call is prepared',
    file: 'src/engine/gate/preparation.ts',
    find: 'if (never !== null) {',
    replace: 'if (false) {',
    tests: ['test/unit/engine/gate/refused.test.ts'],
  },
  {
    name: 'an argument that a map or a tuple does not list is not looked at',
    file: 'src/core/request/action/undeclared-arguments.ts',
    find: 'return this.unnamedIn(below(forms.always), below(forms.all), child, at);',
    replace: 'return [];',
    tests: ['test/unit/core/request/action/undeclared-arguments.test.ts'],
  },
  {
    name: 'beside a choice of any object, the items of a list are not looked at',
    file: 'src/core/request/action/undeclared-arguments.ts',
    find: 'below(lists), below(forms.all)',
    replace: 'below(forms.always), below(forms.all)',
    tests: ['test/unit/core/request/action/undeclared-arguments.test.ts'],
  },
  {
    name: 'what a condition says of items is taken for what they may be',
    file: 'src/core/request/action/undeclared-arguments.ts',
    find: 'below(lists), below(forms.all)',
    replace: 'below(forms.all), below(forms.all)',
    tests: ['test/unit/core/request/action/undeclared-arguments.test.ts'],
  },
  {
    name: 'any choice lets the names of the others be',
    file: 'src/core/request/action/undeclared-arguments.ts',
    find: 'parts.filter(isAnyObject);',
    replace: 'parts;',
    tests: ['test/unit/core/request/action/undeclared-arguments.test.ts'],
  },
  {
    name: 'a choice that requires an argument allows any other',
    file: 'src/core/request/action/undeclared-arguments.ts',
    find: "'unevaluatedProperties', 'required'],",
    replace: "'unevaluatedProperties'],",
    tests: ['test/unit/core/request/action/undeclared-arguments.test.ts'],
  },
  without('success_changed', 'preparation', 'if (approved.success !== fresh.success) {'),
  without('arguments_invalid', 'preparation', 'if (problems.length > 0) {'),
  without('arguments_not_named', 'preparation', 'if (unnamed.length > 0) {'),
  without('arguments_name_device_state', 'preparation', 'return problem === null', 'return true'),
  without(
    'note_changed',
    'dispatch',
    'if (again.value.request.text !== seen.value.request.text) {',
    'if (false) {',
  ),
  ...[
    ['another status', 'a.status === b.status && '],
    ['another stamp', ' && a.machine.stamp === b.machine.stamp'],
    ['another call', ' && one.content.digest === other.content.digest'],
  ].map(([what = '', find = '']) => ({
    name: `${what} during the checks is taken for a remark`,
    file: 'src/engine/gate/dispatch.ts',
    find,
    replace: '',
    tests: [
      'test/unit/engine/gate/changed-notes/swaps.test.ts',
      'test/unit/engine/gate/verdict.test.ts',
    ],
  })),
  {
    name: 'a note that is changed without end is looked at without end',
    file: 'src/engine/gate/dispatch.ts',
    find: 'looksLeft > 1 && ',
    replace: '',
    tests: ['test/unit/engine/gate/verdict.test.ts'],
  },
  {
    name: 'the note is not looked at once more after its plan was read',
    file: 'src/engine/gate/dispatch.ts',
    find: 'if (last.value !== again.value.request.text) return ok(changedMeanwhile);',
    replace: '',
    tests: ['test/unit/engine/gate/changed-notes/taken-back.test.ts'],
  },
  {
    name: 'a card offers to approve what is for no step',
    file: 'src/engine/requests/approvable.ts',
    find: 'if (withoutStep) return',
    replace: 'if (withoutStep && false) return',
    tests: ['test/unit/engine/requests/stray-request.test.ts'],
  },
  {
    name: 'a request for a step that there is not waits in silence',
    file: 'src/engine/requests/ended-steps.ts',
    find: 'if (now - sinceMs < strayGraceMs) {',
    replace: 'if (now - sinceMs <= Infinity) {',
    tests: ['test/unit/engine/requests/stray-request.test.ts'],
  },
  {
    name: 'a step gets the block id of one that was taken out, with what was asked for that',
    file: 'src/engine/vault/step-of-request.ts',
    find: 'return [...open, ...book.facts.namedSteps.of(planId)];',
    replace: 'return open.slice(open.length + book.facts.namedSteps.of(planId).length);',
    tests: ['test/unit/engine/operations/step-ids.test.ts'],
  },
];
