import type { Mutation } from './mutation.js';

const people = 'src/engine/people';
const endsForSure = ['test/engine/people/end-step-for-sure.test.ts'];
const withCopies = ['test/engine/people/undo-with-copies.test.ts'];

/** Faults in how a person ends a step, or takes a request back, whatever is written meanwhile. */
export const stepMutations: readonly Mutation[] = [
  {
    name: 'of the requests of a step only those that can be read end with it',
    file: `${people}/end-step.ts`,
    find: 'const path = index.requestPaths(requestId).find((at) => index.requestAt(at));',
    replace:
      'const path = index.requestPaths(requestId).find((at) => index.requestAt(at));\n    if (path === undefined) return [];',
    tests: endsForSure,
  },
  {
    name: 'the requests of a step end one after another',
    file: `${people}/end-step.ts`,
    find: 'const ends = requests.map((request, at) => {',
    replace:
      'const ends = requests.map(async (request, at) => {\n    if (at > 0) await new Promise((resolve) => setTimeout(resolve, 500));',
    tests: endsForSure,
  },
  {
    name: 'what another ledger prepared ends with its step',
    file: `${people}/end-step.ts`,
    find: 'if (!(await isAnothersNote(context, request))) unprepared.push(request);',
    replace: 'unprepared.push(request);',
    tests: endsForSure,
  },
  {
    name: 'the step that came in the place of another is ticked',
    file: `${people}/end-step.ts`,
    find: 'if (text !== undefined && step.text !== text) return anotherStep',
    replace: 'if (text !== undefined && text === reference) return anotherStep',
    tests: endsForSure,
  },
  {
    name: 'the step in the same position is looked at, not the one with the same id',
    file: `${people}/end-step.ts`,
    find: 'openGated(plan, id ?? position, text)',
    replace: 'openGated(plan, position, text)',
    tests: endsForSure,
  },
  {
    name: 'a step that was not ticked is said to be',
    file: `${people}/end-step.ts`,
    find: 'return found?.ok ? ok(undefined)',
    replace: 'return found ? ok(undefined)',
    tests: endsForSure,
  },
  {
    name: 'nothing was run, it is said, whatever was tried',
    file: `${people}/end-step.ts`,
    find: ' || facts.wasTried(planId, stepId)) return decision;',
    replace: ') return decision;',
    tests: endsForSure,
  },
  {
    name: 'a tick in the file says that nothing was run, whatever was tried',
    file: 'src/engine/gate/request-alerts.ts',
    find: "wasTried ? 'an earlier attempt may have happened' : 'nothing was run'",
    replace: "wasTried ? 'nothing was run' : 'nothing was run'",
    tests: endsForSure,
  },
  {
    name: 'a call whose note is gone is not under way',
    file: `${people}/end-step.ts`,
    find: 'return facts.isBeingCalled(planId, stepId);',
    replace: 'return facts.isBeingCalled(planId, null) || stepId === null;',
    tests: endsForSure,
  },
  {
    name: 'a step that ended without a request did not end',
    file: 'src/core/request/ledger-facts.ts',
    find: "if (record.is === 'ended') this.endStep(record);",
    replace: "if (record.is === 'ended') return;",
    tests: endsForSure,
  },
  {
    name: 'a step that ended once stays so, whoever opened it again',
    file: 'src/core/request/ledger-facts.ts',
    find: "else this.endedSteps.delete(stepKey(record.plan, record.step) ?? '');",
    replace: '',
    tests: endsForSure,
  },
  {
    name: 'a copy keeps a person from taking a request back',
    file: 'src/engine/operations/withdraw.ts',
    find: 'if (intent ?? voided) {',
    replace: 'if (intent ?? voided ?? index.requestPaths(requestId)[1]) {',
    tests: withCopies,
  },
  {
    name: 'one of two notes is taken back, and the other keeps the id',
    file: `${people}/undo.ts`,
    find: 'if (path === undefined || second !== undefined || ',
    replace: 'if (path === undefined || second === path || ',
    tests: withCopies,
  },
];
