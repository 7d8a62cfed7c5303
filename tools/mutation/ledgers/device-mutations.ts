import type { Mutation } from '../mutation.js';

const takesOver = ['test/unit/engine/person-actions/take-over.test.ts'];
const lost = ['test/unit/engine/ledger/other-ledgers/lost-ledgers.test.ts'];
const phone = ['test/unit/engine/person-actions/remote/remote-actions.test.ts'];
const keys = ['test/unit/core/settings/device-keys.test.ts'];
const fingerprints = ['test/unit/core/settings/fingerprint.test.ts'];
const terminal = ['test/unit/hosts/node/cli/commands/trust-command.test.ts'];
const remote = 'src/engine/person-actions/remote-actions.ts';
const context = 'src/engine/person-actions/remote-context.ts';
const over = 'src/engine/requests/of-another-ledger.ts';
const told = 'src/engine/ledger/earlier-attempts.ts';

/** Faults in what several devices, their keys and their ledgers are taken for. */
export const deviceMutations: readonly Mutation[] = [
  {
    name: 'a plan that ended under a ledger before goes on under the next one',
    file: 'src/engine/ledger/earlier-ledgers.ts',
    find: 'return plans.size === 0 ? {} : { plans: [...plans] };',
    replace: 'return {};',
    tests: ['test/unit/engine/plans/plan-approval.test.ts'],
  },
  {
    name: 'a line in an audit file changes how a plan ended',
    file: 'src/engine/ledger/earlier-ledgers.ts',
    find: '[...told, ...planned.ends()]',
    replace: '[...planned.ends(), ...told]',
    tests: ['test/unit/engine/ledger/earlier-ledgers.test.ts'],
  },
  {
    name: 'a plan that waits for approval is worked under the next ledger',
    file: 'src/engine/ledger/earlier-ledgers.ts',
    find: '...(waiting.length === 0 ? {} : { waiting: [...new Set(waiting)] }),',
    replace: '',
    tests: ['test/unit/engine/plans/plan-approval.test.ts'],
    only: 'goes on waiting under a new ledger',
  },
  {
    name: 'a plan whose approval was not written is worked after a take-over',
    file: 'src/engine/ledger/earlier-ledgers.ts',
    find: "eventsOfEnds.join('|')",
    replace: "eventsOfEnds.slice(0, -1).join('|')",
    tests: ['test/unit/engine/person-actions/after-take-over.test.ts'],
    only: 'not written there: approved',
  },
  {
    name: 'a plan whose rejection was not written is over after a take-over',
    file: 'src/engine/ledger/earlier-ledgers.ts',
    find: "const isUndone = event === 'not_written' && by === path;",
    replace: 'const isUndone = event === by;',
    tests: ['test/unit/engine/person-actions/after-take-over.test.ts'],
    only: 'not written there: rejected',
  },
  {
    name: 'a plan that waits for approval is worked after a take-over',
    file: 'src/engine/ledger/earlier-ledgers.ts',
    find: ', ...named(approvals.waiting(), approvals.approved()) };',
    replace: ' };',
    tests: ['test/unit/engine/person-actions/after-take-over.test.ts'],
    only: 'a plan that waits',
  },
  ...(
    [
      ['of whatever folder', over, "    place === 'rejected' &&\n", ''],
      ['whatever it came back from', over, '    supersedes === null &&\n', ''],
      ['whatever id it had before', over, '    firstId(book, id) === id &&\n', ''],
      ['though nobody there rejected it', over, 'rejectedElsewhere.has(', 'rejectedElsewhere.add('],
      ['by a ledger that never had it', told, 'else if (prepared.has(key)) ', 'else '],
      ['that was called or came back', told, '(others.has(id) ? [] : key)', 'key'],
    ] as const
  ).map(([what, file, find, replace]) => ({
    name: `what is taken over counts as rejected elsewhere, ${what}`,
    ...{ file, find, replace },
    tests: ['test/unit/engine/ledger/other-ledgers/taken-over.test.ts'],
    only: 'is no attempt only where',
  })),
  {
    name: 'what was taken over does not ask',
    file: over,
    find: ': { mayHaveRun: { effect, call, note: request.text } }),',
    replace: ': {}),',
    tests: takesOver,
  },
  {
    name: 'what a request came back from asks only while it stays the same call',
    file: 'src/core/ledger/ledger-facts.ts',
    find: 'for (const id of this.idsBefore(exceptId)) if (this.wasAttempted(id)) ids.add(id);',
    replace: '',
    tests: ['test/unit/core/ledger/attempted-step.test.ts'],
  },
  {
    name: 'what a note claims to come from asks nothing',
    file: 'src/core/ledger/ledger-facts.ts',
    find: 'if (claimed !== null && this.wasAttempted(claimed)) ids.add(claimed);',
    replace: '',
    tests: ['test/unit/engine/gate/changed-notes/forged-notes.test.ts'],
    only: 'claims to come from',
  },
  {
    name: 'any outcome of what a request came back from counts as not executed',
    file: 'src/engine/requests/returned-requests.ts',
    find: "return outcome?.outcome === 'not_executed'",
    replace: 'return outcome',
    tests: [
      'test/unit/engine/requests/request-alerts.test.ts',
      'test/unit/engine/gate/changed-notes/forged-notes.test.ts',
    ],
  },
  {
    name: 'the same effect asks nothing once its bridge is started otherwise',
    file: 'src/core/ledger/ledger-facts.ts',
    find: 'addTo(this.attemptsByEffect, call, id);',
    replace: '',
    tests: ['test/unit/engine/gate/laundering.test.ts'],
    only: 'started otherwise',
  },
  {
    name: 'what others tell of a call asks nothing once its bridge is started otherwise',
    file: 'src/core/ledger/ledger-facts.ts',
    find: '    addTo(this.attemptsByEffect, call ?? null, id);\n',
    replace: '',
    tests: ['test/unit/engine/ledger/other-ledgers/lost-ledgers.test.ts'],
    only: 'started otherwise',
  },
  {
    name: 'an hour begins anew once its bridge is started otherwise',
    file: 'src/core/ledger/call-times.ts',
    find: ' || call?.bridge.alias === alias',
    replace: '',
    tests: ['test/unit/engine/gate/limits.test.ts'],
    only: 'started otherwise',
  },
  {
    name: 'older bytes of what another ledger had prepared are prepared here after a take-over',
    file: over,
    find: 'const wasPrepared = book.ledgers.preparedElsewhere.has(requestId);',
    replace: 'const wasPrepared = false;',
    tests: ['test/unit/engine/ledger/active-ledger/active-ledger-order.test.ts'],
    only: 'an older copy asks at the one that took over',
  },
  {
    name: 'settings that cannot be read any more at the last moment keep nothing from being called',
    file: 'src/engine/gate/dispatch.ts',
    find: 'const now = context.config();\n  if (!isConfig(now)) return { ok: false, error: now };',
    replace:
      'const read = context.config();\n  const now = isConfig(read) ? read : examined.input.config;',
    // They are read once more after the intent.
    also: [
      {
        file: 'src/engine/gate/dispatch.ts',
        find: 'if (!isConfig(now)) return now.message;',
        replace: 'if (!isConfig(now)) return null;',
      },
    ],
    tests: ['test/unit/engine/gate/last-moment.test.ts'],
  },
  {
    name: 'what another ledger prepared is taken over without a person',
    file: over,
    find: 'if (book.facts.takenOver.size === 0 || !book.isActive) return null;',
    replace: '',
    also: [
      {
        file: over,
        find: ' || !book.facts.takenOver.has(epoch)) return false;',
        replace: ') return false;',
      },
    ],
    tests: ['test/unit/engine/ledger/active-ledger/two-executors.test.ts'],
  },
  {
    name: 'what comes back from a take-over is still the other device’s',
    file: 'src/engine/requests/outcomes/write-back.ts',
    find: 'facts.voided?.mayHaveRun ? readdress(request, book.epoch, id) : request',
    replace: 'request',
    tests: takesOver,
  },
  {
    name: 'a take-over does not read what the audit files tell',
    file: 'src/engine/person-actions/take-over.ts',
    find: 'const spent = await book.unknownAttempts();',
    replace: 'const spent: Awaited<ReturnType<typeof book.unknownAttempts>> = [];',
    tests: [...takesOver, 'test/unit/engine/ledger/other-ledgers/unread-audit.test.ts'],
  },
  {
    name: 'any code takes over, without a gesture',
    file: 'src/engine/person-actions/take-over.ts',
    find: 'return taken.ok ? takeOverFrom(context, epoch) : taken;',
    replace: 'return taken.ok || true ? takeOverFrom(context, epoch) : taken;',
    tests: takesOver,
  },
  {
    name: 'a request of another device is withdrawn with its plan',
    file: 'src/engine/plans/unwanted-requests.ts',
    find: 'if (isOthers || isAsked',
    replace: 'if (isAsked',
    tests: ['test/unit/engine/ledger/active-ledger/two-executors.test.ts'],
  },
  {
    name: 'a rolled-back ledger offers no way out',
    file: 'src/engine/views/engine-alerts.ts',
    find: "problem.code === 'ledger_invalid' ?",
    replace: "problem.code === 'locked' ?",
    tests: lost,
  },
  {
    name: 'a new epoch forgets what was run',
    file: 'src/engine/ledger/ledger-book.ts',
    find: '        await options.earlierAttempts(files),\n        contents.value.earlier,\n',
    replace: '        [],\n        contents.value.earlier,\n',
    // Right before the call the notes of executed requests are looked at again.
    also: [
      {
        file: 'src/engine/gate/dispatch.ts',
        find: '  await observeFiled(context, context.notes.filed);\n',
        replace: '',
      },
    ],
    tests: ['test/unit/engine/ledger/active-ledger/two-executors.test.ts'],
  },
  {
    name: 'nobody is told that the ledger’s time is far ahead',
    file: 'src/engine/views/engine-alerts.ts',
    find: 'if (facts.newestMs - clock.now() <= mostAheadMs) return [];',
    replace: 'if (facts.newestMs > 0) return [];',
    tests: lost,
  },
  {
    name: 'a phone signs over a stamp that is there',
    file: context,
    find: 'if (machine.stamp !== null) return',
    replace: 'if (machine.stamp === path) return',
    tests: phone,
  },
  {
    name: 'the stamp of a phone is written in Pending',
    file: remote,
    find: "  const path = folder === 'approved'",
    replace:
      "  if (folder === 'pending') {\n    const early = await writeStamp(context, from, { request, confirms }, stamp.value);\n    if (!early.ok) return early;\n  }\n  const path = folder === 'approved'",
    tests: phone,
  },
  {
    name: 'the name decides which key is trusted',
    file: 'src/core/settings/device-keys.ts',
    find: 'return deviceNameOf(publicKey) === device ? { device, publicKey } : null;',
    replace: 'return { device, publicKey };',
    tests: keys,
  },
  {
    name: 'any key is the one that was meant',
    file: 'src/core/settings/device-keys.ts',
    find: 'fingerprintOf(publicKey) === fingerprint.value',
    replace: "fingerprintOf(publicKey) !== ''",
    tests: keys,
  },
  {
    name: 'half a fingerprint is enough',
    file: 'src/core/settings/fingerprint.ts',
    find: 'if (text.length !== LENGTH) {',
    replace: 'if (text.length > LENGTH) {',
    tests: fingerprints,
  },
  {
    name: 'what is no key has a fingerprint',
    file: 'src/core/settings/fingerprint.ts',
    find: 'P256_SPKI.some((byte, at) => spki[at] !== byte)',
    replace: 'P256_SPKI.length === 0',
    tests: fingerprints,
  },
  {
    name: 'a program trusts a device at the terminal',
    file: 'src/hosts/node/cli/commands/trust-command.ts',
    find: '  if (!said.ok) return sayProblem(terminal, said.error);\n',
    replace: '',
    tests: terminal,
  },
  {
    name: 'a program begins a new epoch at the terminal',
    file: 'src/hosts/node/cli/commands/new-epoch-command.ts',
    find: '  if (!said.ok) return sayProblem(terminal, said.error);\n',
    replace: '',
    tests: terminal,
  },
  {
    name: 'a new epoch begins while another process runs the actions',
    file: 'src/hosts/node/cli/commands/new-epoch-command.ts',
    find: '  if (!locked.ok) return sayProblem(terminal, locked.error);\n',
    replace: '  if (!locked.ok) return begin(terminal, device.value);\n',
    tests: terminal,
  },
  {
    name: 'a new epoch keeps the device’s name',
    file: 'src/hosts/node/cli/commands/new-epoch-command.ts',
    find: 'const named = await nameNewLedger(device, true);',
    replace: 'const named = aside;',
    tests: terminal,
  },
  {
    name: 'a phone approves before a person said so there',
    file: 'src/hosts/obsidian/lifecycle/own-key.ts',
    find: 'own.isTrustedHere || isShared(own, shared))',
    replace: 'own.publicKey || isShared(own, shared))',
    tests: ['test/unit/hosts/obsidian/lifecycle/own-key.test.ts'],
  },
  {
    name: 'another vault id gets a ledger of its own',
    file: 'src/hosts/desktop/device/device-folder.ts',
    find: 'if (others.length > 0) return anotherId(vaultId, others);',
    replace: '',
    tests: ['test/unit/hosts/node/cli/commands/which-vault-command.test.ts'],
    requirements: ['GATE-21'],
  },
  {
    name: 'a runner starts while the state of another vault is set aside',
    file: 'src/hosts/desktop/device/which-vault.ts',
    find: 'releases.push(locked.value);',
    replace: 'await locked.value();',
    tests: ['test/unit/hosts/desktop/device/which-vault.test.ts'],
    requirements: ['GATE-21'],
  },
  {
    name: 'unusual folder names are confirmed that nobody was shown',
    file: 'src/hosts/desktop/device/device.ts',
    find: 'initialFolders(settings.folders));',
    replace: 'settings.folders);',
    tests: ['test/unit/hosts/node/cli/commands/which-vault-command.test.ts'],
    requirements: ['GATE-21'],
  },
  {
    name: 'folder names are confirmed again where the safety settings are gone',
    file: 'src/hosts/desktop/device/device.ts',
    find: 'if ((await ledgersIn(folder)).length > 0) return configLost(folder);',
    replace: '',
    tests: ['test/unit/hosts/node/cli/commands/which-vault-command.test.ts'],
    requirements: ['GATE-21'],
  },
  {
    name: 'a runner goes on when the id or the folder names of its vault change',
    file: 'src/hosts/node/runner/runner.ts',
    find: 'if (stopped) return stopped;',
    replace: '',
    tests: ['test/unit/hosts/node/cli/commands/which-vault-command.test.ts'],
    requirements: ['GATE-21'],
  },
  {
    name: 'which vault this is can be said where nobody sits',
    file: 'src/hosts/node/cli/terminal/terminal.ts',
    find: 'if (!terminal.ask) {',
    replace: 'if (!terminal.ask) return ok(words[0]);\n  if (!terminal.ask) {',
    tests: ['test/unit/hosts/node/cli/commands/which-vault-command.test.ts'],
    requirements: ['GATE-21'],
  },
  {
    name: 'two processes change the settings of a device at one moment',
    file: 'src/hosts/desktop/device/file-device-state.ts',
    find: "takeFileLock(folder, 'settings-lock', () => undefined);",
    replace:
      'Promise.resolve({ identity: file, isOurs: async () => true, release: async () => undefined });',
    tests: ['test/contract/device-state.test.ts'],
  },
  {
    name: 'the settings of a device are written without the lock when it is not free',
    file: 'src/hosts/desktop/device/file-device-state.ts',
    find: "if (lock === null) return notWritten(file, 'another process is changing it');",
    replace: '',
    tests: ['test/unit/hosts/desktop/device/file-device-state.test.ts'],
  },
  {
    name: 'a process that lost the lock writes the settings of a device all the same',
    file: 'src/hosts/desktop/device/file-device-state.ts',
    find: 'held.isOurs(),',
    replace: 'Promise.resolve(true),',
    tests: ['test/unit/hosts/desktop/device/file-device-state.test.ts'],
  },
  {
    name: 'a ledger goes on under the settings of another device',
    file: 'src/engine/ledger/ledger-book.ts',
    find: 'if (other) return other;',
    replace: '',
    tests: ['test/unit/hosts/node/cli/commands/agents/allow-tools.test.ts'],
  },
];
