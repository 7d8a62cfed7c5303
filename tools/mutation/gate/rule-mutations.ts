import type { Mutation } from '../mutation.js';

const actions = 'src/engine/person-actions';
const refusals = ['test/unit/engine/person-actions/refusals.test.ts'];
const approves = ['test/unit/engine/person-actions/approve.test.ts'];
const confirmsForeign = ['test/unit/engine/person-actions/confirm-import.test.ts'];
const refused = [
  'test/unit/engine/gate/refused.test.ts',
  'test/unit/engine/gate/recording/unrecorded.test.ts',
];

const lastMoment = ['test/unit/engine/gate/last-moment.test.ts'];

type More = Partial<Omit<Mutation, 'name' | 'file' | 'find' | 'replace'>>;

/** Replaces a text in one file. */
function rule(
  name: string,
  file: string,
  [find, replace]: readonly [find: string, replace: string],
  tests: readonly string[],
  more: More = {},
): Mutation {
  return { name, file, find, replace, tests, ...more };
}

const entries = [
  'approve',
  'approve-by-drag',
  'bring-back',
  'plans/confirm-tick',
  'plans/reopen-step',
  'take-over',
];
const byGesture = ['approve', 'approve-by-drag', 'confirm-unknown'];

/** A press counts only when its turn comes, and not from the moment it is made. */
const pressesWait = {
  file: 'src/engine/gate/verdict.ts',
  find: 'return ids.some((id) => standing.ending.has(id))',
  replace: "return ids.some((id) => id === '')",
};

/** Each refusal that stands in one place, taken out. */
export const ruleMutations: readonly Mutation[] = [
  ...entries.map((name) =>
    rule(
      `${name} asks not whether this device may act`,
      `${actions}/${name}.ts`,
      ['if (!may.ok) return may;', 'void may;'],
      refusals,
    ),
  ),
  rule(
    'what takes away asks not whether this device may act',
    'src/engine/person-actions/shared/person-context.ts',
    ['const done = may.ok ? await work() : may;', 'const done = await work();'],
    refusals,
  ),
  rule(
    '“It did not happen” asks not whether this device may act',
    'src/engine/person-actions/confirm-unknown.ts',
    ['return may.ok ? confirm() : may;', 'return confirm();'],
    ['test/unit/engine/person-actions/earlier-attempts/happened-for-sure.test.ts'],
  ),
  ...byGesture.map((name) =>
    rule(
      `${name} takes any gesture`,
      `${actions}/${name}.ts`,
      ['if (!gesture.ok) return gesture;', 'void gesture;'],
      refusals,
    ),
  ),
  rule(
    'what another ledger prepared is nobody’s',
    'src/engine/person-actions/shared/decide-own-request.ts',
    ['if (anothers) {', "if (anothers?.text === '') {"],
    ['test/unit/engine/person-actions/take-over.test.ts'],
  ),
  rule(
    'only one note of an id is asked whose it is',
    'src/engine/requests/of-another-ledger.ts',
    [
      'for (const path of context.index.requestPaths(requestId)) {\n    const request',
      'for (const path of context.index.requestPaths(requestId).slice(-1)) {\n    const request',
    ],
    ['test/unit/engine/person-actions/take-over.test.ts'],
  ),
  rule(
    'what is ours waits until its notes are read',
    'src/engine/person-actions/shared/decide-own-request.ts',
    ['if (open.ok && !isKnownHere(context, requestId)) {', 'if (open.ok) {'],
    ['test/unit/engine/person-actions/at-once/decided-at-once.test.ts'],
    { also: [pressesWait] },
  ),
  rule(
    'Undo of what was approved waits until its note is read',
    'src/engine/person-actions/undo.ts',
    ['const path = isApproved() ? null : await', 'const path = await'],
    ['test/unit/engine/person-actions/at-once/decided-at-once.test.ts'],
    { also: [pressesWait] },
  ),
  rule(
    'what ended while notes were read is told as decided now',
    'src/engine/person-actions/shared/decide-own-request.ts',
    ['    open = unendedRequest(context, requestId);\n', '    void isKnownHere;\n'],
    ['test/unit/engine/person-actions/at-once/decided-at-once.test.ts'],
  ),
  rule(
    'people decide although the settings cannot be read',
    'src/engine/person-actions/shared/person-context.ts',
    ['if (!isConfig(known)) return', 'if (false) return'],
    refusals,
  ),

  rule(
    'a step is ended by hand while its action is carried out',
    'src/engine/person-actions/plans/close-gated-step.ts',
    ['if (context.book.facts.isBeingCalled(attempted)) {', 'if (false) {'],
    refusals,
  ),
  rule(
    'a step that is not there is ended by hand',
    'src/engine/person-actions/plans/close-gated-step.ts',
    ['if (!step) {', 'if (false) {'],
    refusals,
  ),
  rule(
    'a step of a plan that is over is ended by hand',
    'src/engine/person-actions/plans/close-gated-step.ts',
    ["if (plan.status !== 'Active' && plan.status !== 'Blocked') {", 'if (false) {'],
    refusals,
  ),
  rule(
    'a step without ✋ is ended by hand like one with it',
    'src/engine/person-actions/plans/close-gated-step.ts',
    ['if (!step.gated) {', 'if (false) {'],
    refusals,
  ),
  rule(
    'a step that is done is ended by hand',
    'src/engine/person-actions/plans/close-gated-step.ts',
    ['if (step.done) {', 'if (false) {'],
    refusals,
  ),
  rule(
    'a drag is held wherever the note lies',
    'src/engine/person-actions/approve-by-drag.ts',
    ["open.value.folder !== 'approved' || !isTrustedMove", "open.value.folder !== 'approved'"],
    refusals,
  ),
  rule(
    'what has ended is rejected, withdrawn or taken back again',
    'src/engine/operations/requests/withdraw.ts',
    ['if (intent ?? voided) {', 'if (false) {'],
    refusals,
  ),
  rule(
    'what does not lie in Approved is taken back',
    'src/engine/person-actions/undo.ts',
    ['if (inApproved.length === 0 && !wasHeld && !isApproved()) {', 'if (false) {'],
    refusals,
  ),
  rule(
    'what could not be recorded is taken back',
    'src/engine/person-actions/undo.ts',
    ['if (!recorded.ok) return recorded;', ''],
    refused,
  ),
  rule(
    'what the gate would refuse is approved',
    'src/engine/person-actions/shared/stamp-request.ts',
    ['if (blocked) return { ok: false, error: blocked };', 'void blocked;'],
    refusals,
  ),
  rule(
    'a hold ends with a stamp although the settings cannot be read',
    'src/engine/person-actions/shared/stamp-request.ts',
    ['if (!isConfig(config)) return', 'if (false) return'],
    refusals,
  ),
  rule(
    'a device without a key approves',
    'src/engine/person-actions/shared/stamp-request.ts',
    ['if (context.signer === null) {', 'if (false) {'],
    refusals,
  ),
  rule(
    'a note that was not stamped counts as approved',
    'src/engine/person-actions/shared/stamp-request.ts',
    ['return written ? ok(undefined) : changedSince(path);', 'return ok(undefined);'],
    approves,
  ),
  rule(
    'a foreign note is taken over although that cannot be recorded',
    'src/engine/person-actions/confirm-import.ts',
    ['if (!recorded.ok) return recorded;', 'void recorded;'],
    refused,
  ),
  rule(
    'a foreign note that was not written counts as taken over',
    'src/engine/person-actions/confirm-import.ts',
    [
      'return written ? ok({ requestId, path: path.value }) : changedSince(path.value);',
      'return ok({ requestId, path: path.value });',
    ],
    confirmsForeign,
  ),

  rule(
    'the card of a used id says that it can be approved',
    'src/engine/requests/approvable.ts',
    ['if (book.facts.isUsed(id)) {', 'if (false) {'],
    refusals,
  ),
  rule(
    'the card of a copy says that it can be approved',
    'src/engine/requests/approvable.ts',
    ['index.requestPaths(id).length > 1 || isConflictCopy(path)', 'false'],
    refusals,
  ),
  rule(
    'what expired can be approved',
    'src/engine/requests/approvable.ts',
    ['if (over) return', 'if (false) return'],
    refusals,
  ),
  rule(
    'what another ledger prepared can be approved',
    'src/engine/requests/approvable.ts',
    ['if (machine.preparation && machine.preparation.epoch !== book.epoch) {', 'if (false) {'],
    refusals,
  ),
  rule(
    'a card does not say what is wrong with its arguments',
    'src/engine/requests/approvable.ts',
    ['return why ?', 'return why && false ?'],
    refused,
  ),
  rule(
    'what lies in Pending and is being prepared is told to be moved there',
    'src/engine/requests/approvable.ts',
    ["index.placeOf(path) === 'pending'", 'false'],
    refusals,
  ),
  rule(
    'a card asks for approval although the lock was lost',
    'src/engine/requests/approvable.ts',
    ['if (book.halted) return book.halted;', ''],
    refusals,
  ),
  rule(
    'an expiry in a property of another name never comes',
    'src/core/request/request-fields.ts',
    ['/^[^a-z]*expir/iu', '/^never/iu'],
    refused,
  ),
  rule(
    'an expiry that cannot be read never comes',
    'src/engine/gate/preconditions.ts',
    [
      '(expiresMs !== undefined && nowMs < expiresMs)',
      'expiresMs === undefined || nowMs < expiresMs',
    ],
    refused,
  ),
  rule(
    'a request with bad arguments is prepared for approval',
    'src/engine/requests/prepare-request.ts',
    ["if (bad?.do === 'return') {", 'if (false) {'],
    refused,
  ),
  rule(
    'a request is prepared although that cannot be recorded',
    'src/engine/requests/prepare-request.ts',
    ['if (!recorded.ok) return recorded;', 'void recorded;'],
    refused,
  ),
  rule(
    'a person keeps one plan over another that is for another task',
    'src/engine/person-actions/plans/keep-plan.ts',
    ['if (!kept || !other || !areDuplicates(context, kept, other))', 'if (!kept || !other) return'],
    ['test/unit/engine/plans/reconcile-duplicates.test.ts'],
  ),
  rule(
    'a person keeps a plan that came to the place of the one they saw',
    'src/engine/person-actions/plans/keep-plan.ts',
    ['if (changed) return notAsShown(changed.path);', 'void changed;'],
    ['test/unit/engine/plans/reconcile-duplicates.test.ts'],
  ),
  rule(
    'a copy that is only half written counts as gone',
    'src/engine/vault/index/vault-index.ts',
    [
      'stillThere(readEntry(path, place, text), path, this.entries.get(path))',
      'readEntry(path, place, text)',
    ],
    ['test/unit/engine/gate/stamps.test.ts'],
  ),
  rule(
    'a copy that cannot be read any more counts as gone',
    'src/engine/vault/index/vault-index.ts',
    ['stillThere(entry, path, this.entries.get(path))', 'entry'],
    ['test/unit/engine/vault/index/vault-index.test.ts'],
  ),
  rule(
    'a note that was another for a moment stays unprepared',
    'src/engine/requests/prepare-request.ts',
    ['lookAgainAfter(momentMs);', ''],
    ['test/unit/engine/requests/prepare-request.test.ts'],
  ),
  rule(
    'of two tools with one name the first is called',
    'src/engine/gate/preparation.ts',
    ['if (!tool || tools.length > 1) {', 'if (!tool) {'],
    refused,
  ),
  rule(
    'a tool that the bridge does not list is prepared',
    'src/engine/gate/preparation.ts',
    ['if (!tool || tools.length > 1) {', 'if (tools.length > 1) {'],
    refused,
  ),
  rule(
    'a request is prepared although the settings cannot be read',
    'src/engine/gate/preparation.ts',
    ['if (!isConfig(config)) return', 'if (false) return'],
    refused,
  ),
  rule(
    'the settings are not read before a dispatch',
    'src/engine/gate/dispatch.ts',
    ['if (!isConfig(config)) return', 'if (false) return'],
    refused,
  ),
  rule(
    'a key that is revoked at the last moment counts',
    'src/engine/gate/authority.ts',
    ['return revoked ? keyNotPinned(now, device) : null;', 'return null;'],
    lastMoment,
  ),
  rule(
    'trust in moves that ends at the last moment counts',
    'src/engine/gate/authority.ts',
    ['return now.trustMoves ? null : movedByOthers(', 'return true ? null : movedByOthers('],
    lastMoment,
  ),
  rule(
    'a folder that only gets the name of Approved approves what is in it',
    'src/engine/gate/authority.ts',
    ['if (!trustedMove && approvedIn !== folders.approved) {', 'if (false) {'],
    ['test/unit/engine/gate/trusted-move.test.ts'],
  ),
  rule(
    'of what may have happened an agent is told that nothing was sent',
    'src/engine/operations/requests/await-request.ts',
    ['found && asAttempted(context, input, found);', 'found;'],
    ['test/unit/mcp/server/tools/await-request.test.ts'],
  ),
  rule(
    'what a person says did not happen stays unknown to its agent',
    'src/engine/operations/requests/await-request.ts',
    ['if (mayHaveRun && !isDenied) {', 'if (mayHaveRun) {'],
    ['test/unit/mcp/server/tools/await-request.test.ts'],
  ),
  rule(
    'what a bridge fails with is no reason not to call it',
    'src/engine/gate/dispatch.ts',
    [
      "return fresh.error.code === 'note_changed' ? ok(otherFiles) : unreachable(fresh.error);",
      'void unreachable;',
    ],
    ['test/unit/engine/gate/verdict.test.ts'],
    { only: 'bridge_unreachable' },
  ),
  rule(
    'a note that is no request any more is called',
    'src/engine/gate/dispatch.ts',
    ['  if (!request) {\n', '  if (false) {\n'],
    refused,
  ),
  rule(
    'an id that ended during the checks runs',
    'src/engine/gate/dispatch.ts',
    ['if (book.facts.isUsed(id)) return ok(alreadyUsed(id));', ''],
    refused,
  ),
  rule(
    'an approval that cannot be recorded is accepted',
    'src/engine/gate/accept-approval.ts',
    [
      'if (!recorded.ok) return recorded;\n  }\n  if (planId === null)',
      '}\n  if (planId === null)',
    ],
    refused,
  ),
  rule(
    'a call whose outcome could not be recorded is settled as if it were',
    'src/engine/requests/reconcile-request.ts',
    ['if (!facts.outcome && facts.intent) {', 'if (false) {'],
    refused,
  ),
  rule(
    'what did not happen is told before the record is on the disk',
    'src/engine/requests/reconcile-request.ts',
    ['if (book.halted) return { ok: false, error: book.halted };', ''],
    refused,
  ),
  rule(
    'an end that could not be recorded as filed counts as filed',
    'src/engine/requests/outcomes/write-back.ts',
    ['if (!filed.ok) return filed;', 'void filed;'],
    refused,
  ),
  rule(
    'an outcome that was written into no note counts as told',
    'src/engine/vault/request-notes.ts',
    ['return isThere || !written.ok\n', 'return true\n'],
    refused,
  ),
  rule(
    'of two routes to one tool, only one of the patterns for its answers counts',
    'src/engine/gate/preparation.ts',
    ['if (patterns.some((pattern) => pattern !== success)) {', 'if (false) {'],
    ['test/unit/engine/gate/record-outcome.test.ts'],
  ),
  rule(
    'what can’t be filed is as well as filed',
    'src/engine/requests/reconcile-request.ts',
    [
      '    if (!writtenBack.ok) {\n      const { error }',
      '    if (!writtenBack.ok && false) {\n      const { error }',
    ],
    ['test/unit/engine/requests/outcomes/taken-names.test.ts'],
  ),
];
