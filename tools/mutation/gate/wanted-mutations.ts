import type { Mutation } from '../mutation.js';

const tests = [
  'test/unit/engine/requests/standing-approvals.test.ts',
  'test/unit/engine/requests/approved/taken-away.test.ts',
];
const asks = 'test/unit/engine/requests/approved/asks-in-approved.test.ts';
const whileOff = ['test/unit/engine/requests/approved/changed-while-off.test.ts'];

const sameWords = ['test/unit/engine/requests/approved/same-words.test.ts'];

const stepsBefore = ['test/unit/engine/requests/approved/steps-before.test.ts'];

/** What keeps an approval from outliving that its plan wants it. */
export const wantedMutations: readonly Mutation[] = [
  {
    name: 'a plan that is cancelled in its note during one of its calls goes on when an older note comes',
    file: 'src/engine/plans/reconcile-plan.ts',
    find: '    await noteCancelled(context, summary);\n',
    replace: '',
    tests: ['test/unit/engine/person-actions/plans/activate-plan.test.ts'],
  },
  {
    name: 'an approval outlives its plan',
    file: 'src/engine/gate/wanted-by-plan.ts',
    find: 'if (!isRunning(plan, folders))',
    replace: 'if (plan === null)',
    tests,
  },
  {
    name: 'an approval outlives that somebody blocks its plan',
    file: 'src/engine/gate/wanted-by-plan.ts',
    find: 'if (now.blocked !== null && now.blocked !== then.blocked) {',
    replace: 'if (now.blocked === id) {',
    tests,
  },
  {
    name: 'an approval outlives its step',
    file: 'src/engine/gate/wanted-by-plan.ts',
    find: 'if (!step) return `The plan ${planId} has no step ^${stepId}.`;',
    replace: 'if (!step) continue;',
    tests,
  },
  {
    name: 'an approval outlives that its step loses its ✋',
    file: 'src/engine/gate/wanted-by-plan.ts',
    find: 'if (!step.gated)',
    replace: 'if (step === null)',
    tests,
  },
  {
    name: 'an approval outlives that its step is reworded',
    file: 'src/engine/gate/wanted-by-plan.ts',
    find: "typeof text === 'string' && step.text !== text",
    replace: 'text === null && step.text !== text',
    tests,
  },
  {
    name: 'an approval outlives that its plan is gone',
    file: 'src/engine/gate/wanted-by-plan.ts',
    find: 'if (index.planPaths(planId).length === 0 && isWhole) {',
    replace: 'if (index.planPaths(planId).length < 0) {',
    // Back again, it is not where it was either.
    also: [
      {
        file: 'src/engine/gate/wanted-by-plan.ts',
        find: 'if (then.places && !now.places?.some',
        replace: 'if (then.places?.[0] !== undefined && !now.places?.some',
      },
    ],
    tests,
  },
  {
    name: 'an approval outlives a plan that cannot be read',
    file: 'src/engine/gate/wanted-by-plan.ts',
    find: "if (entry.kind !== 'plan') return",
    replace: "if (entry.kind !== 'plan') continue;\n    if (entry.path === '') return",
    tests,
  },
  {
    name: 'a copy of a plan that is cancelled takes nothing back',
    file: 'src/engine/gate/wanted-by-plan.ts',
    find: 'return !(isCancelled && book.chosenPlans.isGoing(entry.path));',
    replace: 'return !(isCancelled && entries.length > 1);',
    tests,
  },
  {
    name: 'a plan that is blocked while an approval is on its way keeps nothing back',
    file: 'src/engine/gate/wanted-by-plan.ts',
    find: 'const then = wantedBefore(context, id);\n  const entries',
    replace:
      'const then = context.standing.seen.has(id) ? wantedBefore(context, id) : undefined;\n  const entries',
    tests: ['test/unit/engine/requests/approved/on-its-way.test.ts'],
  },
  {
    name: 'a tick of a step that reads the same does not count',
    file: 'src/engine/gate/wanted-by-plan.ts',
    find: "if (isMoreDone(now, then)) return 'Another step with the same words was marked done.';",
    replace: 'void isMoreDone;',
    tests: [...tests, 'test/unit/engine/requests/approved/on-its-way.test.ts'],
  },
  {
    name: 'steps of the same words that are done are only counted',
    file: 'src/engine/gate/wanted-by-plan.ts',
    find: 'if (!then.alike) return',
    replace: 'if (then) return',
    tests: sameWords,
  },
  {
    name: 'a step of the same words in two pieces is another one',
    file: 'src/engine/gate/wanted-by-plan.ts',
    find: 'one.gated && one.done && alike(one.text) === words',
    replace: 'one.gated && one.done && one.text === step?.text',
    tests: sameWords,
  },
  {
    name: 'a plan that is renamed takes nothing back',
    file: 'src/engine/gate/wanted-by-plan.ts',
    find: 'if (then.places && !now.places',
    replace: 'if (!then && !now',
    tests: whileOff,
  },
  {
    name: 'a note that comes to those of a plan is one of its places',
    file: 'src/engine/gate/wanted-by-plan.ts',
    find: 'return kept.length === 0 ? now : { ...now, places: kept };',
    replace: 'return kept.length < 0 ? { ...now, places: kept } : now;',
    tests: stepsBefore,
  },
  {
    name: 'an open step that came before and is gone takes nothing back',
    file: 'src/engine/gate/wanted-by-plan.ts',
    find: '  return lostBefore(before, then);\n}',
    replace: '  return null;\n}',
    tests: stepsBefore,
  },
  {
    name: 'the last look does not ask what became of the plan since it wanted the request',
    file: 'src/engine/gate/wanted-by-plan.ts',
    find: 'return then ? sinceThen(context, plan.taskId, [plan], stepId, then) : null;',
    replace: 'return null;',
    tests: stepsBefore,
  },
  {
    name: 'which steps came before is not kept for the next start',
    file: 'src/engine/gate/wanted-by-plan.ts',
    find: 'if (isSame(wanted, then) && !added?.before && !added?.beforeDone) return;',
    replace: 'if (isSame(wanted, then)) return;',
    tests: stepsBefore,
  },
  {
    name: 'a step that came before is known by its id alone',
    file: 'src/engine/gate/wanted-by-plan.ts',
    find: 'return id === null ? [words] : [`^${id.toLowerCase()}`, words];',
    replace: 'return [id === null ? words : `^${id.toLowerCase()}`];',
    tests: stepsBefore,
  },
  {
    name: 'an open step that comes behind counts as one that comes before',
    file: 'src/engine/gate/wanted-by-plan.ts',
    find: 'if (!one.done && !waitsFor.has(one)) continue;',
    replace: 'if (waitsFor.size < 0) continue;',
    tests: stepsBefore,
  },
  {
    name: 'a step that was done already counts as one that was done since',
    file: 'src/engine/gate/wanted-by-plan.ts',
    find: 'Math.max(0, done - (doneThen.get(key) ?? 0))',
    replace: 'Math.max(0, done)',
    tests: stepsBefore,
  },
  {
    name: 'of two steps that read the same, one that is done counts for both',
    file: 'src/engine/gate/wanted-by-plan.ts',
    find: 'if (openThen - open <= Math.max(0,',
    replace: 'if (Math.min(1, openThen) - open <= Math.max(0,',
    tests: stepsBefore,
  },
  {
    name: 'a step that came first since takes the place of those before',
    file: 'src/core/ledger/ledger-facts.ts',
    find: '    ...(then?.[list] ?? []),\n',
    replace: '',
    tests: stepsBefore,
  },
  {
    name: 'what its plan said of a request before a start counts for nothing',
    file: 'src/engine/gate/wanted-by-plan.ts',
    find: ' ?? book.facts.request(id)?.prepared?.wanted ?? undefined',
    replace: '',
    tests: whileOff,
  },
  {
    name: 'that a plan wants a request again is not kept',
    file: 'src/engine/requests/standing-approvals.ts',
    find: '  await noteWanted(context, id);',
    replace: '',
    tests: whileOff,
  },
  {
    name: 'another reason why a plan is blocked is not kept',
    file: 'src/engine/gate/wanted-by-plan.ts',
    find: 'a.blocked === b.blocked &&\n    a.doneAlike',
    replace: 'a.doneAlike',
    tests: whileOff,
  },
  {
    name: 'that a step that reads the same is open again is not kept',
    file: 'src/engine/gate/wanted-by-plan.ts',
    find: 'a.doneAlike === b.doneAlike &&\n    String(a.alike) === String(b.alike) &&',
    replace: 'true &&',
    tests: whileOff,
  },
  {
    name: 'that a plan does not want a request any more is not kept',
    file: 'src/engine/gate/wanted-by-plan.ts',
    find: 'if (isSame(wanted, then) && !added?.before && !added?.beforeDone) return;',
    replace: 'if (wanted === null || isSame(wanted, then)) return;',
    tests: whileOff,
  },
  {
    name: 'what a note says of its status in Approved does not matter',
    file: 'src/engine/requests/standing-approvals.ts',
    find: 'approved.find(({ request }) => isOver(request.status, prepared, openStatus)) ??',
    replace: '',
    tests: [asks],
  },
  {
    name: 'that a note asked in Approved is forgotten by a restart',
    file: 'src/engine/requests/standing-approvals.ts',
    find: 'standing.lying.has(id) || facts.asked;',
    replace: 'standing.lying.has(id);',
    tests: [asks],
  },
  {
    name: 'what asked before moves were trusted is trusted after it was disturbed',
    file: 'src/engine/requests/standing-approvals.ts',
    find: '...(isLying ? { asks: true } : {})',
    replace: '',
    also: [
      {
        file: 'src/engine/gate/authority.ts',
        find: 'if (asked || takenBack || ',
        replace: 'if (asked || ',
      },
    ],
    tests: [asks],
  },
  ...[
    'action_type: request.actionType',
    'target_recipient: request.targetRecipient',
    'rationale: request.rationale',
  ].map((field) => ({
    name: `an approval does not cover ${field}`,
    file: 'src/core/request/approval/signed-content.ts',
    find: `    ${field},\n`,
    replace: '',
    tests: ['test/unit/core/request/approval/signed-content.test.ts', ...whileOff],
  })),
  {
    name: 'the reason of a note that asks may change',
    file: 'src/core/request/approval/signed-content.ts',
    find: 'expires, actionType, targetRecipient, rationale };',
    replace: 'expires, actionType, targetRecipient };',
    tests: [asks],
  },
  {
    name: 'another content of an attached file makes another call of it',
    file: 'src/core/request/action/digests.ts',
    find: 'return [effect, callDigest(call), callDigest(call, files)];',
    replace: 'return [effect, callDigest(call, files), callDigest(call, files)];',
    tests: ['test/unit/engine/gate/laundering.test.ts'],
  },
  {
    name: 'a request runs whose plan waits for approval on record, in a folder of a person’s own',
    file: 'src/engine/gate/preconditions.ts',
    find: "return planApprovals.of(taskId)?.is === 'waits' &&",
    replace: "return planApprovals.of(taskId)?.is === 'rejected' &&",
    tests: ['test/unit/engine/plans/plan-approval.test.ts'],
  },
];
