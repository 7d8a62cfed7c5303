import type { Mutation } from '../mutation.js';

const remote = 'src/engine/person-actions/remote-actions.ts';
const here = 'src/engine/person-actions/remote-context.ts';
const takeOver = 'src/engine/person-actions/take-over.ts';
const onPhone = [
  'test/unit/engine/person-actions/remote/remote-actions.test.ts',
  'test/unit/engine/person-actions/remote/remote-refusals.test.ts',
];
const takenOver = ['test/unit/engine/person-actions/take-over.test.ts'];

function rule(name: string, file: string, find: string, replace: string): Mutation {
  return { name, file, find, replace, tests: file === takeOver ? takenOver : onPhone };
}

/** Faults in what people may do on a device without a ledger, and in taking over. */
export const remoteMutations: readonly Mutation[] = [
  rule('a phone takes any gesture', remote, 'if (!gesture.ok) return gesture;', 'void gesture;'),
  rule(
    'a phone approves what is rejected',
    remote,
    "if (folder === 'rejected') return alreadyRejected(id, from);",
    '',
  ),
  rule(
    'a phone approves whatever lies there, not what was shown',
    remote,
    'sha256Hex(text.value) !== shownDigest || ',
    '',
  ),
  rule(
    'a phone approves what cannot be approved',
    remote,
    'if (blocked) return { ok: false, error: blocked };',
    'void blocked;',
  ),
  rule(
    'a phone approves what was tried before without “I checked”',
    remote,
    'if (attempts.some((attempt) => !checked.includes(attempt))) {',
    'if (false) {',
  ),
  rule(
    'a phone rejects again what is rejected',
    remote,
    "if (open.value.folder === 'rejected') return",
    'if (false) return',
  ),
  rule(
    'a phone takes back what does not lie in Approved',
    remote,
    "if (folder !== 'approved') {",
    'if (false) {',
  ),
  rule('a phone approves one of two notes', remote, 'if (second !== undefined) {', 'if (false) {'),
  rule(
    'a phone looks not for the request that it decides about',
    remote,
    'return request\n    ? ok(request)',
    "return id !== ''\n    ? ok(request ?? ({ path: 'x.md', folder: 'pending' } as RequestSummary))",
  ),
  rule(
    'a phone’s card of a copy says that it can be approved',
    here,
    'if (index.requestPaths(id).length > 1 || isConflictCopy(path)) {',
    'if (false) {',
  ),
  {
    ...rule(
      'a phone approves what is for a step that is set aside',
      here,
      'const aside = summary && setAsideStep(index, summary);',
      'const aside = summary && setAsideStep(index, { ...summary, stepId: null });',
    ),
    tests: ['test/unit/engine/person-actions/plans/set-aside.test.ts'],
  },
  rule('a phone approves what expired', here, 'if (over) return', 'if (false) return'),
  rule(
    'a phone approves what may have happened before the computer looked at it',
    here,
    'if (!machine.preparation || !isFresh) {',
    'if (!machine.preparation) {',
  ),
  rule(
    'a phone says nothing where a stamp was taken back',
    here,
    'return isInApproved\n',
    'return !isInApproved\n',
  ),
  rule(
    'a person takes over what is this device’s own',
    takeOver,
    "epoch === '' || epoch.length > longestEpoch || isNothing",
    "epoch === ''",
  ),
];
