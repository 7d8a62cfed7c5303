import { expect, describe, test } from 'vitest';
import type { JsonObject } from '../../../../src/core/json.js';
import { authoriseAction } from '../../../../src/core/request/approval/authorised-action.js';
import type { BridgeConfig } from '../../../../src/core/settings/device-config.js';
import { mcpBridges } from '../../../../src/mcp/client/bridges.js';
import type { HttpClient } from '../../../../src/mcp/client/transport/http-client.js';
import { realClock } from '../../../support/mcp/bridge-bench.js';
import { noProcesses } from '../../../support/mcp/test-processes.js';

type HttpConfig = Extract<BridgeConfig, { transport: 'http' }>;

/** A server of the newest era that exists only here. Keeps which methods arrived, and where. */
function serverHere(properties: JsonObject) {
  const seen: string[] = [];
  const connecting = { during: (method: string): void => void method };
  const results: Readonly<Record<string, JsonObject>> = {
    'server/discover': { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
    'tools/list': { tools: [{ name: 'record', inputSchema: { type: 'object', properties } }] },
    'tools/call': { content: [] },
  };
  const http: HttpClient = {
    post: ({ url, body }, listeners) => {
      const { id, method } = JSON.parse(body) as { id: number; method: string };
      const lasting = method === 'tools/call' ? {} : { ttlMs: 0, cacheScope: 'private' };
      const result = { resultType: 'complete', ...lasting, ...results[method] };
      const answer = async (): Promise<void> => {
        connecting.during(method);
        if (!(await listeners.writing())) return;
        seen.push(`${method} ${new URL(url).host}`);
        listeners.head({ status: 200, headers: { 'content-type': 'application/json' } });
        listeners.body(new TextEncoder().encode(JSON.stringify({ jsonrpc: '2.0', id, result })));
        listeners.end(null);
      };
      queueMicrotask(() => void answer());
      return { breakOff: () => {} };
    },
  };
  return { http, seen, connecting };
}

function bridge(start: Partial<HttpConfig> = {}, properties: JsonObject = {}) {
  const { http, seen, connecting } = serverHere(properties);
  let config: HttpConfig | null = {
    alias: 'far',
    transport: 'http',
    url: 'https://example.com/mcp',
    headers: { Authorization: 'Bearer one' },
    timeLimitSeconds: 5,
    ...start,
  };
  const bridges = mcpBridges({
    configs: () => (config ? [config] : []),
    processes: noProcesses,
    http,
    clock: realClock,
  });
  return {
    seen,
    inspect: () => bridges.inspect('far'),
    connect: async () => {
      const inspected = await bridges.inspect('far');
      if (!inspected.ok) throw new Error(inspected.error.message);
      return inspected.value.connection;
    },
    change: (change: Partial<HttpConfig>) => {
      if (config) config = { ...config, ...change };
    },
    remove: () => {
      config = null;
    },
    connecting,
    call: (connection: string) =>
      bridges.call(
        authoriseAction({
          requestId: 'r-1',
          bridge: 'far',
          connection,
          tool: 'record',
          arguments: {},
        }),
        async () => null,
      ),
  };
}

const changes: readonly [string, Partial<HttpConfig>][] = [
  ['another address', { url: 'https://example.org/mcp' }],
  ['another value in a header', { headers: { Authorization: 'Bearer two' } }],
];

test.each(changes)('with %s it is launched otherwise', async (_what, change) => {
  const { inspect, change: changeTo } = bridge();
  const before = await inspect();
  changeTo(change);
  const after = await inspect();
  if (!before.ok || !after.ok) throw new Error('It was not reached.');
  expect(after.value.launch).not.toBe(before.value.launch);
  expect(after.value.launch).toMatch(/^[0-9a-f]{64}$/u);
});

describe('a call to an alias that has', () => {
  test('not changed is made, where its tools were listed', async () => {
    const { connect, call, seen } = bridge();
    expect(await call(await connect())).toMatchObject({ kind: 'result' });
    expect(seen).toEqual([
      'server/discover example.com',
      'tools/list example.com',
      'tools/call example.com',
    ]);
  });

  test.each(changes)('%s since its tools were listed is not sent', async (_, change) => {
    const { connect, change: apply, call, seen } = bridge();
    const connection = await connect();
    apply(change);
    expect(await call(connection)).toEqual({
      kind: 'not_sent',
      detail: 'The server "far" was changed after its tools were checked.',
    });
    expect(seen).toHaveLength(2);
  });

  test.each(changes)('%s, and was connected there, is not sent either', async (_, change) => {
    const { connect, change: apply, call, seen } = bridge();
    const connection = await connect();
    apply(change);
    await connect();
    expect(await call(connection)).toEqual({
      kind: 'not_sent',
      detail: 'The server "far" was reconnected after its tools were checked.',
    });
    expect(seen.filter((line) => line.startsWith('tools/call'))).toEqual([]);
  });
});

test.each([
  ['changed', 'The server "far" was changed after its tools were checked.'],
  ['removed', 'This computer no longer has a server named "far".'],
])('a server that is %s while the call is connecting is not called', async (what, detail) => {
  const { connect, change, remove, call, connecting, seen } = bridge();
  const connection = await connect();
  connecting.during = (method) => {
    if (method !== 'tools/call') return;
    if (what === 'removed') remove();
    else change({ headers: { Authorization: 'Bearer two' } });
  };
  expect(await call(connection)).toEqual({ kind: 'not_sent', detail });
  expect(seen).toEqual(['server/discover example.com', 'tools/list example.com']);
});

test('a tool whose schema asks for impossible headers is not called', async () => {
  const text = { type: 'string', 'x-mcp-header': 'a b' };
  const { connect, call, seen } = bridge({}, { text });
  expect(await call(await connect())).toEqual({
    kind: 'not_sent',
    detail:
      'Its description of record isn’t valid. Update the server, or report this to its developer.\nWhat is wrong: an x-mcp-header without a valid name.',
  });
  expect(seen).toHaveLength(2);
});

test('headers never leave this computer over plain http, even when the bridge is already kept', async () => {
  const { inspect, seen } = bridge({ url: 'http://192.0.2.1/mcp' });
  expect(await inspect()).toMatchObject({
    error: {
      code: 'bridge_unreachable',
      message: expect.stringContaining('its url is plain http to 192.0.2.1') as string,
    },
  });
  expect(seen).toEqual([]);
});
