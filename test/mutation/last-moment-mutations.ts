import type { Mutation } from './mutation.js';

const gate = 'src/engine/gate';

/** Faults in what the gate does with words that come while a call is about to be made. */
export const lastMomentMutations: readonly Mutation[] = [
  {
    name: 'what a person pauses at the last moment runs',
    file: `${gate}/dispatch.ts`,
    find: '        config,\n        halted: book.halted,',
    replace: '        halted: book.halted,',
    also: [
      {
        file: `${gate}/dispatch.ts`,
        find: 'stopped = await stoppedSince(context, candidate, examined).catch(',
        replace: 'stopped = await Promise.resolve(null).catch(',
      },
    ],
    tests: ['test/engine/gate/last-checks.test.ts'],
    only: 'paused since',
  },
  {
    name: 'trust that ends at the last moment still counts',
    file: `${gate}/dispatch.ts`,
    find: 'noLongerTrusted(authority, input.config, { ...config, trustMoves }) ??',
    replace: '',
    tests: ['test/engine/gate/last-checks.test.ts'],
    only: 'no longer trusting since',
  },
  {
    name: 'what comes while the intent is written does not keep the call from being made',
    file: `${gate}/dispatch.ts`,
    find: 'stopped = await stoppedSince(context, candidate, examined).catch(',
    replace: 'stopped = await Promise.resolve(null).catch(',
    tests: ['test/engine/gate/last-moment.test.ts'],
    only: 'while the intent is written',
  },
  {
    name: 'the plan as it was before the intent still counts',
    file: `${gate}/dispatch.ts`,
    find: '{ ...examined, input: { ...examined.input, plan } }',
    replace: 'examined',
    tests: ['test/engine/gate/last-moment.test.ts'],
    only: 'read once more after the intent',
  },
  {
    name: 'the note as it was before the intent still counts',
    file: `${gate}/dispatch.ts`,
    find: 'if (!note.ok || note.value !== request.text) return changedMeanwhile.reason;',
    replace: 'void note;',
    tests: ['test/engine/gate/last-moment.test.ts'],
    only: 'while the intent is written',
  },
  {
    name: 'other ledgers are not heard of once more before the call',
    file: `${gate}/dispatch.ts`,
    find: 'if (unheard !== null) return unheard;',
    replace: '',
    tests: ['test/engine/gate/last-moment.test.ts'],
    only: 'while the intent is written',
  },
  {
    name: 'an unknown outcome is not told while its note is empty',
    file: `${gate}/settle.ts`,
    find: 'const whole = isTold ? ok',
    replace: 'const whole = Boolean(isTold && false) ? ok',
    tests: ['test/engine/gate/saved-in-place.test.ts'],
    only: 'during its call',
  },
  {
    name: 'a request is filed while its call is being made',
    file: `${gate}/settle.ts`,
    find: ' || isInFlight',
    replace: '',
    tests: ['test/engine/gate/refused.test.ts'],
    only: 'no other end',
  },
  {
    name: 'whoever ends a request whose call was made is told that it ended',
    file: `${gate}/end-request.ts`,
    find: 'settled.ok ? calledAlready(id) : settled',
    replace: 'settled',
    tests: ['test/engine/gate/refused.test.ts'],
    only: 'no other end',
  },
  {
    name: 'over HTTP a call is sent that was given up while the last look was taken',
    file: 'src/mcp/client/http-transport.ts',
    find: 'if (isSettled) return false;',
    replace: '',
    tests: ['test/mcp/client/http-transport.test.ts'],
  },
  {
    name: 'a process that was frozen calls although another one has its ledger',
    file: 'src/engine/gate/dispatch.ts',
    find: '  await book.lookAtLedger();\n',
    replace: '',
    tests: ['test/engine/gate/until-the-first-byte.test.ts'],
  },
  {
    name: 'a ledger that another process wrote looks unchanged',
    file: 'src/hosts/desktop/file-ledger.ts',
    find: 'return known === null || (await sizeOf(file)) === known',
    replace: 'return known === null || (await sizeOf(file)) >= known',
    tests: ['test/hosts/desktop/file-ledger.test.ts'],
  },
];
