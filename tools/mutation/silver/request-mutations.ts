import type { Mutation } from '../mutation.js';

const drafting = 'src/engine/operations/requests/draft-external-action.ts';
const rendering = 'src/core/request/render-request.ts';
const draft = 'test/unit/engine/operations/requests/draft-external-action.test.ts';
const render = 'test/unit/core/request/render-request.test.ts';
const mission = 'test/unit/engine/mission.test.ts';
const missing = 'test/unit/engine/requests/missing-request.test.ts';
const plans = 'test/unit/engine/plans/reconcile-plan.test.ts';
const golden = 'test/unit/engine/golden-mission.test.ts';
const returned = 'test/unit/engine/requests/returned-requests.test.ts';
const crash = 'test/unit/engine/crash.test.ts';

/** Faults in how an external action is drafted, answered, and told to its plan. */
export const requestMutations: readonly Mutation[] = [
  {
    name: 'a draft does not go to Pending',
    file: drafting,
    find: 'const path = `${folders.pending}/${requestId}.md`;',
    replace: 'const path = `${folders.approved}/${requestId}.md`;',
    tests: [draft],
  },
  {
    name: 'a drafted action is not logged in its plan',
    file: drafting,
    find: '...logOnce(current, { ...entry, actor, requestId }, context.book.now()),',
    replace: '',
    tests: [draft, golden],
  },
  {
    name: 'the name of a request does not begin with its time',
    file: drafting,
    find: "`${timestampForName(nowMs)}_${slugOf(input.actionType).replaceAll('-', '_')}_${title}`",
    replace: "`${slugOf(input.actionType).replaceAll('-', '_')}_${title}`",
    tests: [draft],
  },
  {
    name: 'the name of a request holds what its title holds',
    file: drafting,
    find: '? slugOf(input.title)',
    replace: '? input.title',
    tests: [draft],
  },
  {
    name: 'a request names no step',
    file: rendering,
    find: '...(plan ? { plan_id: plan.planId, step_id: plan.stepId } : {}),',
    replace: '',
    tests: [draft, render],
  },
  {
    name: 'a request does not say why',
    file: rendering,
    find: 'rationale: oneLine(input.rationale),',
    replace: "rationale: '-',",
    tests: [draft, render],
  },
  {
    name: 'a request does not say whom it reaches',
    file: rendering,
    find: 'target_recipient: oneLine(input.targetRecipient),',
    replace: "target_recipient: 'somebody',",
    tests: [draft, render],
  },
  {
    name: 'a request does not say how it is denied',
    file: 'src/core/request/answer-line.ts',
    find: ' To deny it, move this note to \\`${rejected}/\\`.`',
    replace: '`',
    tests: [draft, render],
  },
  {
    name: 'what is moved to Approved is not run',
    file: 'src/engine/requests/reconcile-request.ts',
    find: "if (request.folder === 'approved') return reconcileApproved(context, request, slot);",
    replace: "if (request.folder === 'approved') return [];",
    tests: [mission, missing],
  },
  {
    name: 'what is prepared in Pending is run',
    file: 'src/engine/requests/reconcile-request.ts',
    find: "if (request.folder === 'approved') return reconcileApproved",
    replace: "if (request.folder === 'approved' || facts?.prepared) return reconcileApproved",
    // It would still ask, because no approval stands.
    also: [
      {
        file: 'src/engine/gate/authority.ts',
        find: 'if (asked || takenBack || (trustedMove && !approvalStands)) {',
        replace: 'if (asked) {',
      },
    ],
    tests: [mission, draft],
  },
  {
    name: 'a rejection is not told to the plan',
    file: 'src/engine/requests/outcomes/write-back-to-plan.ts',
    find: 'if (!entry) return null;',
    replace: "if (!entry || facts.voided?.why === 'rejected') return null;",
    tests: [plans],
  },
  {
    name: 'what is moved to Rejected keeps waiting',
    file: 'src/engine/plans/reconcile-plan.ts',
    find: "return request.folder === 'rejected' && isOurs && !facts?.intent && !facts?.voided;",
    replace: "return request.folder === 'rejected' && isOurs && !facts?.intent;",
    tests: [plans],
  },
  {
    name: 'an executed step is not ticked',
    file: 'src/engine/requests/outcomes/write-back-to-plan.ts',
    find: '...(isOver && step?.gated && !step.done ? tickStep(plan, step) : []),',
    replace: '',
    tests: [plans, golden],
  },
  {
    name: 'an approval is not logged in the plan',
    file: 'src/engine/gate/accept-approval.ts',
    find: 'if (log.length === 0) return null;',
    replace: 'if (log.length >= 0) return null;',
    tests: [plans, golden],
  },
  {
    name: 'an executed request is not filed',
    file: 'src/engine/requests/outcomes/write-back.ts',
    find: '? await doneNote(context, id, facts)\n      : await notes.moveInto(folders.doneActions, open);',
    replace:
      '? await doneNote(context, id, facts)\n      : await notes.moveInto(folders.archive, open);',
    tests: [mission],
  },
  {
    name: 'what comes back does not say why, in its note',
    file: 'src/core/request/edit-request.ts',
    find: 'inlineText(formatReturn(notice.reason,',
    replace: "inlineText(formatReturn('Returned.',",
    tests: [returned],
  },
  {
    name: 'what comes back does not say why, in its plan',
    file: 'src/engine/requests/outcomes/write-back-to-plan.ts',
    find: '(isByPerson ? voided.words : undefined) ?? voided.reason',
    replace: "''",
    tests: [returned, plans],
  },
  {
    name: 'what comes back does not go to Pending',
    file: 'src/engine/requests/outcomes/write-back.ts',
    find: 'const moved = await notes.moveInto(folders.pending, path);',
    replace: 'const moved = await notes.moveInto(folders.archive, path);',
    tests: [returned],
  },
  {
    name: 'after an unexpected end a call without an answer is passed over',
    file: 'src/engine/requests/outcomes/recover.ts',
    find: 'if (facts?.intent && !facts.outcome) {',
    replace: 'if (facts?.intent && facts.outcome) {',
    tests: [crash],
  },
  {
    name: 'a step is logged in one write and ticked in the next',
    file: 'src/engine/operations/update-plan-step.ts',
    find: '...tickStep(plan, step.value),',
    replace: '',
    also: [
      {
        file: 'src/engine/operations/update-plan-step.ts',
        find: 'if (!written.ok) return written;',
        replace:
          'if (!written.ok) return written;\n  await editPlan(context, input.planId, (plan) => {\n    const step = findStep(plan, input.step);\n    return step ? tickStep(plan, step) : null;\n  });',
      },
    ],
    tests: [crash],
  },
];
