import type { Mutation } from '../mutation.js';

const acting = ['test/unit/engine/ledger/active-ledger/active-ledger.test.ts'];
const attacks = ['test/unit/engine/ledger/active-ledger/active-ledger-attacks.test.ts'];
const order = ['test/unit/engine/ledger/active-ledger/active-ledger-order.test.ts'];
const afterwards = ['test/unit/engine/person-actions/after-take-over.test.ts'];
const epochs = ['test/unit/core/audit/epochs.test.ts'];
const others = 'src/engine/ledger/other-ledgers.ts';
const over = 'src/engine/requests/of-another-ledger.ts';
const complete = 'src/engine/requests/prepare-request.ts';
const reconcile = 'src/engine/requests/reconcile-request.ts';
const claims = 'src/core/audit/epochs.ts';
const leavesAlone = 'if (isOthers || (await isForAnother(context, parsed))) {';
const prefix = 'of two computers: ';

/** Faults in which of several computers prepares what is new. */
export const actingMutations: readonly Mutation[] = [
  {
    name: `${prefix}each prepares what is new`,
    file: others,
    find: '  return book.isActive;\n',
    replace: '  return true;\n',
    also: [
      {
        file: complete,
        find: '  if (!book.isActive) return elsewhere(request);\n  const recorded',
        replace: '  const recorded',
      },
      {
        file: complete,
        find: '  if (!book.isActive) return elsewhere(request);\n  const fresh',
        replace: '  const fresh',
      },
    ],
    tests: acting,
  },
  {
    name: `${prefix}a take-over leaves the call that is about to be made`,
    file: 'src/core/ledger/ledger-facts.ts',
    find: '[...this.open, ...this.toWriteBack]',
    replace: '[...this.open]',
    tests: afterwards,
    only: 'between the intent and the call',
  },
  {
    name: `${prefix}one that does not act connects to the bridge for nothing`,
    file: reconcile,
    find: leavesAlone,
    replace: 'if (isOthers) {',
    also: [
      {
        file: complete,
        find: '  if (!book.isActive) return elsewhere(request);\n  const fresh',
        replace: '  const fresh',
      },
    ],
    tests: order,
    only: 'connects to no bridge',
  },
  {
    name: `${prefix}what is heard while the bridge connects comes too late`,
    file: complete,
    find: '  if (!(await isActiveNow(context))) return elsewhere(request);\n',
    replace: '',
    also: [
      {
        file: complete,
        find: '  if (!book.isActive) return elsewhere(request);\n  const recorded',
        replace: '  const recorded',
      },
    ],
    tests: order,
    only: '^while the bridge connects another ledger',
  },
  {
    name: `${prefix}what is brought while the bridge connects counts as prepared here`,
    file: complete,
    find: 'if (now.value !== request.text) {',
    replace: 'if (now.value === null) {',
    tests: order,
    only: '^while the bridge connects sync',
  },
  {
    name: `${prefix}an id that it once prepared is prepared by one that does not act`,
    file: over,
    find: 'return prepared !== undefined && machine.preparation?.epoch === book.epoch;',
    replace: 'return prepared !== undefined && machine !== null && book !== null;',
    tests: ['test/unit/engine/ledger/active-ledger/idle-ledger.test.ts'],
    only: 'not its own to reject',
  },
  {
    name: `${prefix}what only says that it was prepared here is prepared here`,
    file: over,
    find: 'return prepared !== undefined && machine',
    replace: 'return (prepared !== undefined || true) && machine',
    tests: ['test/unit/engine/ledger/active-ledger/idle-ledger.test.ts'],
    only: 'not its own to reject',
  },
  {
    name: `${prefix}what it once prepared stays its own for one that does not act`,
    file: over,
    find: '  return !book.isActive || isTold ||',
    replace: '  return isTold ||',
    also: [
      {
        file: over,
        find: 'book.ledgers.tellsOf(epoch) &&',
        replace: 'epoch === null &&',
      },
    ],
    tests: order,
  },
  {
    name: `${prefix}the acting one takes for its own what another prepared of its ids`,
    file: over,
    find: '  return !book.isActive || isTold ||',
    replace: '  return !book.isActive ||',
    tests: order,
  },
  {
    name: `${prefix}one that does not act marks an expiry`,
    file: reconcile,
    find: leavesAlone,
    replace: 'if (isOthers) {',
    tests: order,
    only: 'marks no expiry',
  },
  {
    name: `${prefix}one that does not act withdraws what another is to prepare`,
    file: 'src/engine/plans/unwanted-requests.ts',
    find: 'if (isOthers || isAsked',
    replace: 'if (isAsked',
    tests: order,
    only: 'on its older plan',
  },
  {
    name: `${prefix}one that ended an id archives what another prepared under it`,
    file: reconcile,
    find: ' || left.path === anothers?.path',
    replace: '',
    tests: order,
  },
  {
    name: `${prefix}one that rejected an id renames what another prepared under it`,
    file: reconcile,
    find: ' && revived && !anothers) {',
    replace: ' && revived) {',
    tests: order,
    only: 'neither renames nor prepares',
  },
  {
    name: `${prefix}a take-over is not heard right before a call`,
    file: 'src/engine/gate/dispatch.ts',
    find: '  await isActiveNow(context);\n',
    replace: '',
    tests: order,
    only: 'heard right before a call',
  },
  {
    name: `${prefix}one that does not act takes over what it likes`,
    file: 'src/engine/person-actions/take-over.ts',
    find: 'if (!mayTakeOver(context, epoch)) {',
    replace: 'if (false) {',
    tests: acting,
  },
  {
    name: `${prefix}an unknown computer is taken over from`,
    file: 'src/engine/person-actions/take-over.ts',
    find: 'if (epoch !== undefined) return takeOverFrom(context, epoch);',
    replace: 'return takeOverFrom(context, epoch ?? whose);',
    tests: ['test/unit/hosts/node/cli/commands/decide-command.test.ts'],
    only: '^take-over ',
  },
  {
    name: `${prefix}what sync brought a moment ago is not read before something is prepared`,
    file: others,
    find: 'if (await book.observe()) lookAgain(lookAtLedgers);',
    replace: '',
    tests: acting,
  },
  {
    name: `${prefix}what sync set aside of a conflict is not heard`,
    file: claims,
    find: String.raw`\d{4}-\d{2}(?!\d)[^/]*\.jsonl$/;`,
    replace: String.raw`\d{4}-\d{2}\.jsonl$/;`,
    tests: attacks,
    only: 'that sync made of a conflict',
  },
  {
    name: `${prefix}a number above all others is made up`,
    file: claims,
    find: 'Number(number) <= mostNumber',
    replace: 'Number(number) <= Infinity',
    tests: epochs,
  },
  {
    name: `${prefix}fields of any form claim something`,
    file: claims,
    find: 'if (!over.every(isEpoch)) return null;',
    replace: '',
    tests: epochs,
  },
  {
    name: `${prefix}a claim stands only in its words`,
    file: claims,
    find: 'wellFormed(event, entry.claim) ??',
    replace: '',
    tests: epochs,
  },
  {
    name: `${prefix}a ledger from before there were numbers began nothing`,
    file: 'src/core/audit/old-entries.ts',
    find: 'if (epoch === undefined) return null;\n    // A ledger',
    replace: 'if (number === undefined || epoch === undefined) return null;\n    // A ledger',
    tests: epochs,
    only: 'before there were numbers',
  },
  {
    name: `${prefix}a name at a terminal means the computer’s last ledger, not the one that acts`,
    file: 'src/engine/person-actions/take-over.ts',
    find: 'epochs.find((one) => ledgers.conflicts.conflictsWith(one)) ?? epochs.at(-1)',
    replace: 'epochs.at(-1)',
    tests: attacks,
    only: '^a person who takes over at a terminal',
  },
  {
    name: `${prefix}a second take-over from the same one is not recorded`,
    file: 'src/engine/person-actions/take-over.ts',
    find: ' || !book.isActive) {',
    replace: ') {',
    tests: acting,
  },
  {
    name: `${prefix}what was once taken over comes back for ever`,
    file: over,
    find: 'if (book.facts.takenOver.size === 0 || !book.isActive) return null;',
    replace: 'if (book.facts.takenOver.size === 0) return null;',
    tests: acting,
  },
  {
    name: `${prefix}nobody is told of the other`,
    file: 'src/engine/ledger/other-ledgers.ts',
    find: "alerts.replace({ kind: 'ledgers' }, ledgerAlerts(context))",
    replace: "alerts.replace({ kind: 'ledgers' }, ledgerAlerts(context).slice(1))",
    tests: acting,
  },
  {
    name: `${prefix}one that does not act is still to end what it had prepared, and cannot`,
    file: over,
    find: 'return !isPreparedHere(context, request) && !(await isActiveNow(context));',
    replace: 'return request !== null && !(await isActiveNow(context));',
    tests: ['test/unit/engine/ledger/active-ledger/idle-ledger.test.ts'],
    only: 'still its own to reject',
  },
  {
    name: `${prefix}one that does not act prepares anew what was changed`,
    file: complete,
    find: '  if (!book.isActive) return elsewhere(request);\n  const fresh',
    replace: '  const fresh',
    tests: ['test/unit/engine/ledger/active-ledger/idle-ledger.test.ts'],
    only: 'not prepared anew',
  },
  {
    name: `${prefix}an approval from before another acted runs when a person takes over again`,
    file: 'src/core/ledger/ledger-facts.ts',
    find: '[...this.open, ...this.toWriteBack]',
    replace: '[...this.toWriteBack]',
    tests: afterwards,
    only: 'a phone approved',
  },
  {
    name: `${prefix}a trusted move runs what was taken back with that press`,
    file: 'src/engine/gate/authority.ts',
    find: 'if (asked || takenBack || ',
    replace: 'if (asked || ',
    tests: afterwards,
    only: 'moves are trusted',
  },
  {
    name: `${prefix}a drag that is held is carried out after that press`,
    file: 'src/engine/person-actions/take-over.ts',
    find: 'for (const id of context.undoWindows.ids()) context.undoWindows.drop(id);',
    replace: '',
    also: [
      {
        file: 'src/engine/person-actions/approve-by-drag.ts',
        find: '?.takenBackSeq !== held.takenBackSeq) return;',
        replace: '?.takenBackSeq === -1) return;',
      },
    ],
    tests: afterwards,
    only: 'a drag that is held',
  },
  {
    name: `${prefix}a press that is carried out meanwhile approves what was taken back with that press`,
    file: 'src/engine/person-actions/approve.ts',
    find: 'takenBackSeq !== deciding.takenBackSeq',
    replace: 'takenBackSeq === -1',
    tests: afterwards,
    only: 'a press that is carried out',
  },
  {
    name: `${prefix}a person withdraws what runs at the other`,
    file: 'src/engine/person-actions/withdraw-request.ts',
    find: 'if (elsewhere) return elsewhere;',
    replace: '',
    tests: afterwards,
    only: 'is not withdrawn here',
  },
  {
    name: `${prefix}an agent withdraws what runs at the other`,
    file: 'src/engine/operations/requests/withdraw.ts',
    find: 'if (elsewhere) return elsewhere;',
    replace: '',
    tests: afterwards,
    only: 'is not withdrawn here',
  },
  {
    name: 'a drag is carried out although a refused press took it back',
    file: 'src/engine/person-actions/approve-by-drag.ts',
    find: '?.takenBackSeq !== held.takenBackSeq) return;',
    replace: '?.takenBackSeq === -1) return;',
    also: [
      {
        file: 'src/engine/person-actions/shared/person-context.ts',
        find: 'for (const id of known) context.undoWindows.drop(id);',
        replace: '',
      },
    ],
    tests: ['test/unit/engine/person-actions/at-once/while-stopped.test.ts'],
    only: 'a drag is held',
  },
];
