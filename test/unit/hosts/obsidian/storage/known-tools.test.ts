import { beforeEach, expect, test } from 'vitest';
import { bridgeDigest, toolDigest } from '../../../../../src/core/request/action/digests.js';
import type { ArgumentChange, Review } from '../../../../../src/core/request/review/review.js';
import type {
  BridgeTarget,
  ToolDefinition,
} from '../../../../../src/core/request/action/tool-definition.js';
import { KnownTools } from '../../../../../src/hosts/obsidian/storage/known-tools.js';

const sends: ToolDefinition = {
  name: 'send_email',
  inputSchema: { type: 'object' },
  annotations: { destructiveHint: false, title: 'Send' },
};
const target: BridgeTarget = { transport: 'stdio', command: 'mailer', args: ['--fast'], names: [] };
const mailer = { target, shown: 'mailer --fast' };
const name = { bridge: 'mail', tool: 'send_email' };

let stored: Record<string, unknown>;
let writes: number;
const storage = {
  loadLocalStorage: (key: string): unknown => stored[key] ?? null,
  saveLocalStorage(key: string, data: unknown) {
    writes += 1;
    stored[key] = JSON.parse(JSON.stringify(data));
  },
};
beforeEach(() => {
  stored = {};
  writes = 0;
});

/** A review of a request that was prepared for the tool with this digest. */
const preparedFor = (digest: string | null): Review =>
  ({
    request: {
      call: { ...name, arguments: {} },
      machine: { preparation: digest === null ? null : { tool_digest: digest } },
    },
  }) as unknown as Review;

test('a tool is known once its server listed it, by what it is called with', () => {
  const tools = new KnownTools(storage);
  expect(tools.hintsOf(name)).toBeUndefined();
  tools.learn('mail', { ...mailer, tools: [sends], shownTools: [sends] });
  expect(tools.hintsOf(name)).toEqual({ destructiveHint: false });
  expect(tools.hintsOf({ ...name, bridge: 'other' })).toBeUndefined();
  expect(tools.hintsOf({ ...name, tool: 'delete_email' })).toBeUndefined();
});

test('what it said is told only of the very tool that a request was prepared for', () => {
  const tools = new KnownTools(storage);
  tools.learn('mail', { ...mailer, tools: [sends], shownTools: [sends] });
  const hints = { destructiveHint: false };
  expect(tools.tell(preparedFor(toolDigest(sends))).toolHints).toEqual(hints);
  expect(tools.tell(preparedFor(null)).toolHints).toEqual(hints);
  expect(tools.tell(preparedFor('0'.repeat(64))).toolHints).toBeUndefined();
});

test('what it says later counts, and that it is gone', () => {
  const tools = new KnownTools(storage);
  tools.learn('mail', { ...mailer, tools: [sends], shownTools: [sends] });
  expect(tools.hintsOf(name)).toEqual({ destructiveHint: false });
  tools.learn('mail', {
    ...mailer,
    tools: [{ ...sends, annotations: {} }],
    shownTools: [{ ...sends, annotations: {} }],
  });
  expect(tools.hintsOf(name)).toEqual({});
  tools.learn('mail', { ...mailer, tools: [], shownTools: [] });
  expect(tools.hintsOf(name)).toBeUndefined();
  expect(new KnownTools(storage).hintsOf(name)).toBeUndefined();
});

test('it is known after a restart, before any server was asked; nothing is written twice', () => {
  const tools = new KnownTools(storage);
  tools.learn('mail', { ...mailer, tools: [sends], shownTools: [sends] });
  for (let look = 0; look < 3; look += 1) tools.hintsOf(name);
  tools.learn('mail', { ...mailer, tools: [{ ...sends }], shownTools: [{ ...sends }] });
  tools.hintsOf(name);
  expect(writes).toBe(1);
  expect(new KnownTools(storage).tell(preparedFor(toolDigest(sends))).toolHints).toEqual({
    destructiveHint: false,
  });
});

/** A change between what has these two digests. */
const changed = (before: string, after: string): ArgumentChange => ({
  name: 'It',
  before,
  after,
  isFingerprint: true,
});

test('of a tool that changed, the lines that differ are told; over a restart, too', () => {
  const before = { ...sends, description: 'Sends a mail.' };
  const after = { ...sends, description: 'Sends a mail, and a copy.' };
  const change = changed(toolDigest(before), toolDigest(after));
  const tools = new KnownTools(storage);
  tools.learn('mail', { ...mailer, tools: [before], shownTools: [before] });
  tools.hintsOf(name);
  const later = new KnownTools(storage);
  expect(later.explain([change])).toEqual([change]);
  later.learn('mail', { ...mailer, tools: [after], shownTools: [after] });
  later.hintsOf(name);
  expect(later.explain([change])).toEqual([
    { ...change, known: { before: 'Sends a mail.', after: 'Sends a mail, and a copy.' } },
  ]);
  const secret = { ...after, description: 'Uses Tr0ub4dor.' };
  later.learn('mail', {
    ...mailer,
    tools: [secret],
    shownTools: [{ ...secret, description: 'Uses •••.' }],
  });
  later.hintsOf(name);
  expect(
    JSON.stringify([stored, later.explain([changed(toolDigest(after), toolDigest(secret))])]),
  ).not.toContain('Tr0');
  const [{ known } = change] = later.explain([changed('0'.repeat(64), toolDigest(after))]);
  expect(known?.before).toBeUndefined();
  expect(known?.after).toContain('and a copy.');
});

test('of a server that changed, its command and arguments are told, and never written down', () => {
  const after: BridgeTarget = { ...target, args: ['--account=\u200bother'], names: ['KEY'] };
  const tools = new KnownTools(storage);
  tools.learn('mail', { ...mailer, tools: [], shownTools: [] });
  tools.learn('mail', {
    target: after,
    shown: 'mailer --account=\u200bother',
    tools: [],
    shownTools: [],
  });
  const change = changed(bridgeDigest(target), bridgeDigest(after));
  expect(tools.explain([change])).toEqual([
    {
      ...change,
      known: { before: 'mailer --fast', after: 'mailer --account=‹U+200B›other (KEY)' },
    },
  ]);
  const ofContent = { name: 'To', before: 'a', after: 'b' };
  expect(tools.explain([ofContent])).toEqual([ofContent]);
  expect(JSON.stringify(stored)).not.toContain('account');
});

test.each([[null], ['x'], [[1, [], ['a'], ['a', null], ['a', { digest: 1 }]]]])(
  'what cannot be read of what was kept is as if it were not there: %j',
  (kept) => {
    stored['countersign-tools'] = kept;
    const tools = new KnownTools(storage);
    tools.learn('mail', { ...mailer, tools: [sends], shownTools: [sends] });
    expect(tools.hintsOf(name)).toEqual({ destructiveHint: false });
  },
);

test('a tool whose server says half a character is not known, and keeps nothing from being drawn', () => {
  const tools = new KnownTools(storage);
  tools.learn('mail', {
    ...mailer,
    tools: [{ ...sends, description: '\ud800' }],
    shownTools: [{ ...sends, description: '\ud800' }],
  });
  expect(tools.hintsOf(name)).toBeUndefined();
  expect(tools.tell(preparedFor(null)).toolHints).toBeUndefined();
  tools.learn('mail', { ...mailer, tools: [sends], shownTools: [sends] });
  expect(tools.hintsOf(name)).toEqual({ destructiveHint: false });
});

test('a tool is known also where nothing more can be kept', () => {
  const tools = new KnownTools({
    ...storage,
    saveLocalStorage() {
      throw new Error('QuotaExceededError');
    },
  });
  tools.learn('mail', { ...mailer, tools: [sends], shownTools: [sends] });
  expect(tools.hintsOf(name)).toEqual({ destructiveHint: false });
});
