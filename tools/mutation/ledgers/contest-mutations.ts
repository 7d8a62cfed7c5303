import type { Mutation } from '../mutation.js';

const acting = ['test/unit/engine/ledger/active-ledger/active-ledger.test.ts'];
const attacks = ['test/unit/engine/ledger/active-ledger/active-ledger-attacks.test.ts'];
const ownLog = ['test/unit/engine/ledger/active-ledger/active-ledger-own-log.test.ts'];
const epochs = ['test/unit/core/audit/epochs.test.ts'];
const rule = ['test/unit/core/audit/ledger-conflicts.test.ts'];
const idle = ['test/unit/engine/ledger/active-ledger/idle-ledger.test.ts'];
const setAside = ['test/unit/engine/ledger/earlier-ledgers.test.ts'];
const over = 'src/engine/requests/of-another-ledger.ts';
const book = 'src/engine/ledger/ledger-book.ts';
const ledgers = 'src/engine/ledger/vault-ledgers.ts';
const claims = 'src/core/audit/epochs.ts';
const contests = 'src/core/audit/ledger-conflicts.ts';
const earlier = 'src/engine/ledger/earlier-ledgers.ts';
const prefix = 'of two computers: ';

/** Faults in what keeps a ledger from preparing what is new: contests, and a person's answer. */
export const contestMutations: readonly Mutation[] = [
  {
    name: `${prefix}what was heard is forgotten at the next look`,
    file: ledgers,
    find: '    const parts = new Set(',
    replace: "    this.conflicts.answer({ hash: '', at: '' });\n    const parts = new Set(",
    tests: acting,
  },
  {
    name: `${prefix}what was heard is not recorded`,
    file: book,
    find: 'if (observed === null || this.halted) return false;',
    replace:
      'if (observed !== null) this.ledgers.conflicts.observe(observed);\n    if (observed === null || !this.halted) return false;',
    tests: attacks,
    only: 'a running process heard',
  },
  {
    name: `${prefix}what was heard while it ran is not recorded`,
    file: book,
    find: 'return this.observeIn(await this.ledgers.readOthers());',
    replace: 'return (await this.ledgers.readOthers()).length > 99;',
    tests: attacks,
    only: 'a running process heard',
  },
  {
    name: `${prefix}what was recorded as heard counts for nothing`,
    file: ledgers,
    find: '      this.conflicts.observe(record);\n',
    replace: '',
    tests: attacks,
    only: 'a running process heard',
  },
  {
    name: `${prefix}what is heard as a person takes over comes after that`,
    file: book,
    find: '    await this.observeIn(files);\n    return this.unknownOf',
    replace: '    return this.unknownOf',
    tests: ownLog,
  },
  {
    name: `${prefix}a take-over is no contest`,
    file: contests,
    find: 'return number === null || number <=',
    replace: 'return number !== null && number <=',
    tests: rule,
  },
  {
    name: `${prefix}both act that had not heard of each other`,
    file: contests,
    find: 'number <= this.number',
    replace: 'number < this.number',
    tests: rule,
  },
  {
    name: `${prefix}both act, whichever was there first`,
    file: contests,
    find: 'number <= this.number',
    replace: 'number < 0',
    tests: rule,
  },
  {
    name: `${prefix}whoever begins contests`,
    file: contests,
    find: 'number <= this.number',
    replace: 'number >= 0',
    tests: rule,
  },
  {
    name: `${prefix}one that was begun anew in its place is no contest`,
    file: contests,
    find: 'this.own.has(epoch) || over.some((one) => this.own.has(one))',
    replace: 'this.own.has(epoch)',
    tests: rule,
  },
  {
    name: `${prefix}only the device that was heard first speaks for an epoch`,
    file: contests,
    find: 'if (!isOwn && !this.known.has(key)) fresh',
    replace:
      'const first = this.observed().find(({ epoch }) => epoch === claim.epoch)?.device;\n      if ((first ?? claim.device) !== claim.device) continue;\n      if (!isOwn && !this.known.has(key)) fresh',
    tests: attacks,
    only: 'whichever ledger it speaks for',
  },
  {
    name: `${prefix}a person who takes over changes nothing`,
    file: contests,
    find: '    this.open = [];\n    if (this.flood',
    replace: '    if (this.flood',
    tests: acting,
  },
  {
    name: `${prefix}a person who takes over answers only whom they named`,
    file: ledgers,
    find: '      this.conflicts.answer(record.audit);\n',
    replace:
      "      if (record.epochs.includes(this.conflicts.latest?.epoch ?? '')) this.conflicts.answer(record.audit);\n",
    tests: ownLog,
    only: 'at a terminal',
  },
  {
    name: `${prefix}what was answered contests again with a copy`,
    file: claims,
    find: 'export function keyOf({ hash,',
    replace: 'export function keyOf({ device, hash,',
    also: [{ file: claims, find: 'return [hash, epoch,', replace: 'return [device, hash, epoch,' }],
    tests: rule,
    only: 'was answered',
  },
  {
    name: `${prefix}a second take-over under the same words is not heard`,
    file: claims,
    find: 'return [hash, epoch,',
    replace: 'return [epoch,',
    also: [{ file: claims, find: 'keyOf({ hash, epoch,', replace: 'keyOf({ epoch,' }],
    tests: rule,
    only: 'with the words and the time',
  },
  {
    name: `${prefix}a take-over from what a note invented is not told`,
    file: claims,
    find: 'claim: { epoch, over, mark },',
    replace: "claim: { epoch: over.length > 0 ? epoch : '', over, mark },",
    // What has no fields is read from its words, as older entries are.
    also: [
      { file: claims, find: '`now ${epoch}`', replace: "`now ${over.length > 0 ? epoch : ''}`" },
    ],
    tests: ownLog,
    only: 'had invented',
  },
  {
    name: `${prefix}words of a note stand in the audit log as an epoch`,
    file: claims,
    find: 'epochForm.test(from.epoch)',
    replace: 'from.epoch',
    tests: epochs,
  },
  {
    name: `${prefix}one that was taken over runs on`,
    file: book,
    find: 'return this.ledgers.conflicts.latest?.device ?? null;',
    replace: 'return null;',
    tests: idle,
  },
  {
    name: `${prefix}one that does not act takes over from anybody`,
    file: over,
    find: '  return book.isActive || book.ledgers.conflicts.conflictsWith(epoch);',
    replace: '  return epoch !== null;',
    tests: acting,
  },
  {
    name: `${prefix}one that has heard of others begins as the first`,
    file: claims,
    find: 'Math.min(highest + 1, mostNumber)',
    replace: 'Math.min(1, highest + mostNumber)',
    tests: acting,
  },
  {
    name: `${prefix}a number that nobody can read ends all counting`,
    file: claims,
    find: 'Math.min(highest + 1, mostNumber)',
    replace: 'highest + 1',
    tests: epochs,
  },
  {
    name: `${prefix}the alert ties with whoever contests`,
    file: contests,
    find: 'return number === this.number;',
    replace: 'return number !== 0;',
    tests: rule,
  },
  {
    name: `${prefix}an earlier ledger of this device counts as another computer`,
    file: contests,
    find: 'new Set([epoch, ...over, ...(earlier?.epochs ?? [])])',
    replace: 'new Set([epoch, ...over.slice(over.length), ...(earlier?.epochs.slice(0, 0) ?? [])])',
    tests: rule,
  },
  {
    name: `${prefix}a new epoch loses the place of those before it`,
    file: contests,
    find: 'Math.min(number ?? Infinity, earlier?.number ?? Infinity)',
    replace: 'earlier ? (number ?? Infinity) : (number ?? Infinity)',
    tests: rule,
  },
  {
    name: `${prefix}a new epoch forgets what those before it had heard`,
    file: contests,
    find: '    if (earlier) this.observe(earlier.heard);\n',
    replace: '',
    tests: ownLog,
    only: '^a new epoch',
  },
  {
    name: `${prefix}a new epoch forgets what was heard before the one before it`,
    file: earlier,
    find: '    if (earlier) observed.push(earlier.heard);\n',
    replace: '',
    tests: setAside,
  },
  {
    name: `${prefix}a new epoch takes the number of the last before it`,
    file: earlier,
    find: 'Math.min(Number.MAX_SAFE_INTEGER, ...numbers)',
    replace: 'numbers.at(-2) ?? Math.min(Number.MAX_SAFE_INTEGER)',
    tests: setAside,
  },
  {
    name: `${prefix}the device forgets the ledgers that were set aside`,
    file: 'src/hosts/desktop/logs/file-ledger.ts',
    find: 'ok({ records, damaged, earlier: earlier.value })',
    replace: 'ok({ records, damaged, earlier: [] })',
    tests: ['test/unit/hosts/desktop/logs/file-ledger.test.ts'],
    only: 'set aside beside it',
  },
  {
    name: `${prefix}the device forgets what those had heard that were set aside`,
    file: 'src/core/ledger/read-ledger.ts',
    find: "  'heard',\n",
    replace: '',
    tests: ['test/unit/hosts/desktop/logs/file-ledger.test.ts'],
    only: 'set aside beside it',
  },
  {
    name: `${prefix}a new ledger forgets what the one before it called`,
    file: earlier,
    find: "record.kind === 'intent' ? callOf(",
    replace: "record.kind === 'intent' && records.length === 0 ? callOf(",
    tests: ['test/unit/engine/ledger/other-ledgers/lost-ledgers.test.ts'],
    only: 'set aside, and nothing in the vault',
  },
  {
    name: `${prefix}a new ledger asks about what was not executed before it`,
    file: earlier,
    find: "if (outcome === 'not_executed') return [];",
    replace: "if (outcome === 'not_executed' && id === '') return [];",
    tests: setAside,
    only: 'not executed',
  },
  {
    name: `${prefix}a new ledger forgets what may have run of what the one before it took over`,
    file: earlier,
    find: 'if (!it) return [];',
    replace: 'if (it !== null) return [];',
    tests: setAside,
    only: 'may have run',
  },
  {
    name: `${prefix}more claims than are kept stop nobody`,
    file: contests,
    find: "if (isFlood && this.flood !== 'open')",
    replace: 'if (isFlood && this.flood !== this.flood)',
    tests: rule,
    only: 'very many',
  },
  {
    name: `${prefix}a file that tells too much hides the rest`,
    file: claims,
    find: 'at >= 0 && claims.length <= mostClaims;',
    replace: 'at >= 0 && claims.length < mostClaims;',
    tests: ownLog,
    only: '^very many',
  },
  {
    name: `${prefix}a file keeps its oldest claims`,
    file: claims,
    find: 'for (let at = lines.length - 1; at >= 0 && claims.length <= mostClaims; at -= 1)',
    replace: 'for (let at = 0; at < lines.length && claims.length <= mostClaims; at += 1)',
    tests: epochs,
    only: 'newest',
  },
  {
    name: `${prefix}a flood is recorded without end`,
    file: contests,
    find: " && this.flood !== 'open') return {",
    replace: ') return {',
    tests: rule,
    only: 'very many',
  },
  {
    name: `${prefix}a flood is never over`,
    file: contests,
    find: '    if (this.known.size >= maxObserved) this.known.clear();\n',
    replace: '',
    tests: rule,
    only: 'very many',
  },
  {
    name: `${prefix}after a flood an unknown ledger’s request is its own`,
    file: ledgers,
    find: 'return this.devices.has(epoch) || this.conflicts.wasFlooded;',
    replace: 'return this.devices.has(epoch);',
    tests: ownLog,
    only: '^very many',
  },
];
