import { describe, expect, test } from 'vitest';
import { secretMask } from '../../../../../src/core/secret-mask.js';
import type { JsonObject } from '../../../../../src/core/json.js';
import { shakeHands } from '../../../../../src/mcp/client/protocol/handshake.js';
import { RpcClient } from '../../../../../src/mcp/client/protocol/rpc-client.js';
import { playedTransport } from './played-transport.js';

const opened = (protocolVersion: string) => ({ result: { protocolVersion, capabilities: {} } });
const found = (...supportedVersions: string[]) => ({ result: { supportedVersions } });
const refused = (code: number, supported?: string[]) => ({
  error: { code, message: 'no', ...(supported && { data: { supported } }) },
});
const status = (of: number) => ({ kind: 'http_status', status: of, detail: 'no' });

/** Shakes hands with a server that answers as given; gives why not, and what it was asked. */
async function shaken(replies: Record<string, JsonObject>, overStdio = false) {
  const { transport, methods, versions } = playedTransport((message) =>
    'method' in message ? (replies[message.method] ?? null) : null,
  );
  const client = new RpcClient(transport, secretMask([]));
  const problem = await shakeHands(client, overStdio);
  return { problem: problem && problem.words, methods: methods(), versions, era: client.era };
}

const older = ['server/discover', 'initialize', 'notifications/initialized'];

describe('over HTTP', () => {
  test('a server of the newest version is asked one thing', async () => {
    expect(await shaken({ 'server/discover': found('2027-01-01', '2026-07-28') })).toEqual({
      problem: null,
      methods: ['server/discover'],
      versions: ['2026-07-28'],
      era: 'modern',
    });
  });

  test.each<[string, JsonObject]>([
    ['does not know the question', refused(-32601)],
    ['says something else', { result: { hello: 'there' } }],
    ['knows only older versions', found('2025-11-25')],
    ['knows older versions beside newer ones', refused(-32022, ['2027-01-01', '2025-11-25'])],
    ['knows a version, but does not say which', refused(-32022)],
    ['misses a session', refused(-32001)],
    ...[200, 302, 400, 404, 405, 406, 415].map((of): [string, JsonObject] => [
      `answers HTTP ${of}`,
      status(of),
    ]),
  ])('a server that %s is greeted in the older way', async (_, discover) => {
    const { problem, methods, versions, era } = await shaken({
      'server/discover': discover,
      initialize: opened('2025-06-18'),
    });
    expect({ problem, methods, versions, era }).toEqual({
      problem: null,
      methods: older,
      versions: ['2025-06-18'],
      era: 'legacy',
    });
  });

  test.each<[string, JsonObject]>([
    ['wants a sign-in or a valid key (401)', status(401)],
    ['wants a sign-in or a valid key (403)', status(403)],
    ['the server answered HTTP 503', status(503)],
    [
      'the server does not support any MCP version that Countersign knows',
      refused(-32022, ['2027-01-01']),
    ],
    ['nothing listens', { kind: 'not_sent', detail: 'Nothing listens.' }],
    ['the server broke off', { kind: 'lost', detail: 'The server broke off.' }],
  ])('nothing more is asked when %s', async (problem, discover) => {
    const result = await shaken({
      'server/discover': discover,
      initialize: opened('2025-11-25'),
    });
    expect(result).toMatchObject({ problem, methods: ['server/discover'], versions: [] });
  });
});

describe('over stdio', () => {
  test.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])(
    'a server of %s is greeted in the older way at once',
    async (version) => {
      expect(await shaken({ initialize: opened(version) }, true)).toEqual({
        problem: null,
        methods: ['initialize', 'notifications/initialized'],
        versions: [version],
        era: 'legacy',
      });
    },
  );

  test('a server that refuses just that is asked for the newest version', async () => {
    const newest = { initialize: refused(-32022), 'server/discover': found('2026-07-28') };
    expect(await shaken(newest, true)).toEqual({
      problem: null,
      methods: ['initialize', 'server/discover'],
      versions: ['2026-07-28'],
      era: 'modern',
    });
  });

  test('a server that refuses both has said why', async () => {
    const both = { initialize: refused(-32600), 'server/discover': refused(-32601) };
    expect(await shaken(both, true)).toMatchObject({ problem: '“no”' });
  });

  test('a server that is gone is asked nothing more', async () => {
    const gone = { initialize: { kind: 'not_sent', detail: 'The server is gone.' } };
    expect(await shaken(gone, true)).toMatchObject({
      problem: 'the server is gone',
      methods: ['initialize'],
    });
  });
});

test.each<[string, JsonObject]>([
  ['a newer one', { result: { protocolVersion: '2026-07-28' } }],
  ['one that never was', { result: { protocolVersion: '1.0' } }],
  ['none', { result: {} }],
])('a server that then wants another version is left alone: %s', async (_, initialize) => {
  expect(await shaken({ initialize }, true)).toMatchObject({
    problem: 'wants an MCP version that Countersign does not know',
    methods: ['initialize'],
    versions: [],
  });
});

test('there is no agreement until the server has taken note of it', async () => {
  const deaf = { initialize: opened('2025-11-25'), 'notifications/initialized': status(400) };
  expect(await shaken(deaf, true)).toMatchObject({ problem: 'the server answered HTTP 400' });
});

test('a long complaint is cut', async () => {
  const error = { code: 1, message: 'x'.repeat(10_000) };
  const wordy = { initialize: { error }, 'server/discover': refused(-32601) };
  const { problem } = await shaken(wordy, true);
  expect(problem?.length).toBeLessThan(400);
});
