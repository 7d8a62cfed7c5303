import type { Mutation } from '../mutation.js';

const tests = [
  'test/unit/engine/gate/permissions/permitted-call.test.ts',
  'test/unit/engine/gate/permissions/given-back.test.ts',
  'test/unit/engine/gate/permissions/call-log.test.ts',
  'test/unit/engine/gate/permissions/answers.test.ts',
  'test/unit/core/settings/agents/standing-permission.test.ts',
];
const call = 'src/engine/gate/call-permitted.ts';
const prepares = 'src/engine/gate/preparation.ts';
const ends = 'src/engine/gate/permissions.ts';
const calls = 'src/engine/gate/permitted-calls.ts';
const earlier = 'src/engine/ledger/earlier-attempts.ts';
const settings = 'src/core/settings/agents/standing-permission.ts';

/** By file: what would be wrong, the code, and the code with that fault. */
const faults: Readonly<Record<string, readonly (readonly [string, string, string])[]>> = {
  [settings]: [
    [
      'a tool that a route uses for a word of a person’s own may be allowed',
      '!permittedTypes.includes(one.actionType)',
      "['email', 'payment', 'social_post'].includes(one.actionType)",
    ],
    [
      'any client may use a permission',
      '!permission?.clients.includes(client.tokenHash)',
      '!permission',
    ],
    ['a paused client may use a permission', ' || client.paused', ''],
    [
      'a permission outlives a change of its tool',
      '    one.digest === other.digest\n',
      '    true\n',
    ],
    [
      'a tool can be allowed that does not say that it only reads',
      "annotations['readOnlyHint'] !== true || ",
      '',
    ],
    [
      'a tool can be allowed that says that it destroys',
      " || annotations['destructiveHint'] === true",
      '',
    ],
    ['a tool can be allowed that a route sends with', 'return route ?', 'return route && !route ?'],
  ],
  [call]: [
    [
      'nobody looks at the settings again right before a permitted call',
      "  if (!('kind' in now.value)) return null;",
      '  if (now.ok) return null;',
    ],
    [
      'a permitted call is made whatever stops this device at the last moment',
      'if (!now.ok) return now.error.message;',
      'if (!now.ok) return null;',
    ],
    ['a permitted call is made while everything is paused', '  if (stopped) {', '  if (!config) {'],
    [
      'another permission takes the place of the one that was found',
      'found.digest !== digest) return',
      'digest === "") return',
    ],
    [
      'a permission that has ended is used',
      'if (ended === null) return ok(found);',
      'if (ended !== "") return ok(found);',
    ],
    [
      'nobody is told that the time of a permission is over until a timer runs',
      "if (!book.permissions.hasEnded(found.digest)) context.lookAgain('permissions:');",
      '',
    ],
    ['a permission holds for a tool that is gone', '  if (!now) return', '  if (!named) return'],
    ['a permission holds for a tool that is listed twice', 'named.length > 1', 'named.length > 9'],
    [
      'a permission holds for a tool that changed',
      'if (toolDigest(now) !== tool.digest)',
      "if (tool.digest === '')",
    ],
    ['a permission holds for another server', 'bridgeDigest(target) === permission.server && ', ''],
    ['a permission holds for another account', ' && launch === permission.launch', ''],
    [
      'a permission does not end when its server changed',
      'const recorded = await endPermission(context, permissionOf(call.tool, digest), definition);',
      'const recorded = null;',
    ],
    [
      'settings that cannot be read permit something',
      'if (!isConfig(config)) return notCalled(config);',
      'if (!isConfig(config)) return ok(noPermission);',
    ],
    [
      'a permitted call is made with arguments that are not valid',
      "if (bad) return fail('input_invalid', bad.reason, 'Nothing was called.');",
      '',
    ],
    [
      'a permitted call may name a file of the vault by its full path',
      'if (await bridges.namesVault(texts, hidden)) return true;',
      '',
    ],
    [
      'a permitted call may name a hidden file of the vault',
      'bridges.namesVault(texts, hidden)',
      'bridges.namesVault(texts, [])',
    ],
    [
      'a permitted call may name a file of the vault by its path in it',
      '.some((version) => version !== null);',
      '.some((version) => version === "");',
    ],
    [
      'a permitted call may name a path that the disk can’t look at',
      'notes.version(path).catch(() => path)',
      'notes.version(path).catch(() => null)',
    ],
    [
      'a permitted call may name any number of paths',
      'if (paths.size > mostPaths) return true;',
      '',
    ],
    [
      'a permitted call is made although the hour is used up',
      'if (used) return notCalled(used);',
      '',
    ],
    [
      'a permitted call is made that is not in the log',
      'if (!begun.ok) return notCalled(begun.error);',
      '',
    ],
  ],
  [prepares]: [
    [
      'an agent is told what a person could do about a server',
      'if (inspected.ok) return inspected;',
      'if (inspected !== null) return inspected;',
    ],
  ],
  [ends]: [
    [
      'a permission that ended once counts again',
      "if (book.permissions.hasEnded(digest)) return 'What",
      "if (digest === '') return 'What",
    ],
    [
      'a permission never ends by itself',
      'leftMs <= 0 || leftMs > longestMs',
      'leftMs > longestMs',
    ],
    [
      'a permission that a clock far ahead gave holds for as long',
      'leftMs <= 0 || leftMs > longestMs',
      'leftMs <= 0',
    ],
    [
      'a permission is not looked at once a route sends with its tool',
      'return whyNotPermitted(tool.shown, tool.bridge, routes);',
      'return routes.length < 0 ? whyNotPermitted(tool.shown, tool.bridge, routes) : null;',
    ],
    [
      'a permission outlives an edit of its server that was undone',
      'const isEdited = context.bridges.launchOf(tool.bridge) !== tool.allowed.launch;',
      'const isEdited = false;',
    ],
    [
      'a permission that a person took away could be given back by an old file of settings',
      'if (!held.has(permission.digest))',
      "if (permission.digest === '')",
    ],
  ],
  [earlier]: [
    [
      'a permission that had not ended outlives its ledger',
      "entry?.event === 'permission_given' || ",
      '',
    ],
  ],
  [calls]: [
    [
      'any number of permitted calls fits in an hour',
      'recent.length >= permittedCallsPerHour',
      'recent.length < 0',
    ],
    [
      'permitted calls of before a start do not count',
      'this.times.set(key, [...this.withinHour(key, line.atMs), line.atMs]);',
      '',
    ],
    [
      'a call beside a line of the log that failed is made',
      'if (this.broken) return { ok: false, error: this.broken };',
      '',
    ],
    [
      'a line of the log that failed lets the next call be made',
      'this.broken = appended.error;\n        this.timers',
      'this.timers',
    ],
    ['nobody is told that a line of the log failed', "this.timers.at('permissions:', nowMs);", ''],
    [
      'the log of calls is told of further than its calls are counted',
      'const { hash: head, atMs } = this.written;',
      'const { head, written } = this;\n    const { atMs } = written;',
    ],
    [
      'old days of the log of calls go before the audit log names a later line',
      'const appended = (await log?.append(',
      'await log?.dropBefore(nowMs - keptMs);\n      const appended = (await log?.append(',
    ],
    [
      'old days of the log of calls go although the ledger could not be written',
      ' || told.some(({ ok }) => !ok)',
      '',
    ],
    [
      'days of the log of calls go before what the ledger names is on the disk',
      'detail: `Called ${bridge}.${tool} ${times}, as a person allowed.`,\n          },',
      'detail: `Called ${bridge}.${tool} ${times}, as a person allowed.`,\n          },\n          { durable: false },',
    ],
    [
      'the log of calls loses the line that the audit log names',
      'dropBefore(atMs - keptMs)',
      'dropBefore(this.now() - keptMs)',
    ],
    [
      'the log of calls is kept for ever',
      'await this.log?.dropBefore(atMs - keptMs)',
      'await this.log?.sync()',
    ],
    [
      'nobody tells that the log of calls was changed',
      'if (isCallLogWhole(found.value, told)) return null;',
      'if (found.ok) return null;',
    ],
  ],
};

/** What keeps agents from calling more than a person permits. */
export const permissionMutations: readonly Mutation[] = Object.entries(faults).flatMap(
  ([file, all]) => all.map(([name, find, replace]) => ({ name, file, find, replace, tests })),
);
