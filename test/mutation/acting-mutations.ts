import type { Mutation } from './mutation.js';

const acting = ['test/engine/gate/acting-ledger.test.ts'];
const epochs = ['test/core/audit/epochs.test.ts'];
const over = 'src/engine/gate/taken-over.ts';
const ledgers = 'src/engine/vault-ledgers.ts';
const claims = 'src/core/audit/epochs.ts';
const prefix = 'of two computers: ';

/** Faults in which of several computers prepares what is new. */
export const actingMutations: readonly Mutation[] = [
  {
    name: `${prefix}each prepares what is new`,
    file: over,
    find: '  return !book.isActing;',
    replace: '  return false;',
    tests: acting,
  },
  {
    name: `${prefix}one that does not act prepares what it sees`,
    file: 'src/engine/gate/complete-request.ts',
    find: 'if (await isForAnother(context, id)) {',
    replace: 'if (false) {',
    tests: acting,
  },
  {
    name: `${prefix}one that does not act takes over what it likes`,
    file: 'src/engine/people/take-over.ts',
    find: 'if (!mayTakeOver(context, epoch)) {',
    replace: 'if (false) {',
    tests: acting,
  },
  {
    name: `${prefix}an unknown computer is taken over from`,
    file: 'src/engine/people/take-over.ts',
    find: 'if (epoch !== undefined) return takeOverFrom(context, epoch);',
    replace: 'return takeOverFrom(context, epoch ?? whose);',
    tests: ['test/hosts/node/decide-command.test.ts'],
    only: '^take-over ',
  },
  {
    name: `${prefix}one that does not act runs not even what it prepared`,
    file: over,
    find: '  if (isKnownHere(context, requestId)) return false;\n',
    replace: '',
    tests: acting,
  },
  {
    name: `${prefix}what sync brought a moment ago is not read before something is prepared`,
    file: over,
    find: 'if (await book.ledgers.readOthers()) lookAgain(lookAtLedgers);',
    replace: '',
    tests: acting,
  },
  {
    name: `${prefix}what was heard is forgotten when its file is gone`,
    file: ledgers,
    find: '    for (const claim of claimsIn(files)) this.add(claim);',
    replace: '    this.claims.clear();\n    for (const claim of claimsIn(files)) this.add(claim);',
    tests: acting,
  },
  {
    name: `${prefix}the later one acts`,
    file: claims,
    find: 'a.number - b.number ||',
    replace: 'b.number - a.number ||',
    tests: epochs,
  },
  {
    name: `${prefix}a clock decides which was there first`,
    file: claims,
    find: 'a.number - b.number || ',
    replace: '',
    tests: epochs,
  },
  {
    name: `${prefix}whoever takes over from anybody acts`,
    file: claims,
    find: 'if (acting === null || over.includes(acting)) acting = epoch;',
    replace: 'if (acting === null || over.length > 0) acting = epoch;',
    tests: epochs,
  },
  {
    name: `${prefix}a person who takes over changes nothing`,
    file: claims,
    find: 'if (acting === null || over.includes(acting)) acting = epoch;',
    replace: 'acting ??= epoch;',
    tests: acting,
  },
  {
    name: `${prefix}words of a note move who acts`,
    file: claims,
    find: 'epochForm.test(over.epoch)',
    replace: 'over.epoch',
    tests: epochs,
  },
  {
    name: `${prefix}a second take-over from the same one is not recorded`,
    file: 'src/engine/people/take-over.ts',
    find: ' || book.ledgers.acting() === epoch) {',
    replace: ') {',
    tests: acting,
  },
  {
    name: `${prefix}what was once taken over comes back for ever`,
    file: over,
    find: 'if (book.facts.takenOver.size === 0 || !book.isActing) return null;',
    replace: 'if (book.facts.takenOver.size === 0) return null;',
    tests: acting,
  },
  {
    name: `${prefix}one that does not act takes over from anybody`,
    file: over,
    find: '  return book.isActing || book.ledgers.acting() === epoch;',
    replace: '  return epoch !== null;',
    tests: acting,
  },
  {
    name: `${prefix}nobody is told of the other`,
    file: 'src/engine/ledger-alerts.ts',
    find: "return alerts.replace('ledgers', ledgerAlerts(book));",
    replace: "return alerts.replace('ledgers', ledgerAlerts(book).slice(1));",
    tests: acting,
  },
  {
    name: `${prefix}an earlier ledger of this device counts as another computer`,
    file: 'src/engine/ledger-book.ts',
    find: 'this.ledgers.epochsOf([device, ...earlier])',
    replace: 'this.ledgers.epochsOf([device, ...earlier].slice(0, 1))',
    tests: acting,
  },
  {
    name: `${prefix}the device forgets its earlier names`,
    file: 'src/hosts/desktop/device.ts',
    find: '    earlierDevices: [...earlierDevices, earlier],\n',
    replace: '',
    also: [
      {
        file: 'src/hosts/desktop/device.ts',
        find: '  const { device: earlier, earlierDevices = [] } = device.config;\n',
        replace: '',
      },
    ],
    tests: ['test/hosts/desktop/desktop.test.ts'],
    only: 'new name when its ledger is lost',
  },
];
