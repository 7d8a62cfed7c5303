import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../src/core/json.js';
import { McpServer, type Exchange } from '../../../../src/mcp/server/mcp-server.js';
import { fakeFeatures } from '../../../support/mcp/agent-bench.js';

const server = new McpServer('9.9.9');

const meta = (more: JsonObject = {}) => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'some-client', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
  ...more,
});

const headersOf = (method: string, name: string | null = null) => ({
  ...{ version: '2026-07-28', method, name },
});

const ask = (method: string, params?: JsonObject, id: Json = 1): JsonObject => ({
  ...{ jsonrpc: '2.0', id, method },
  ...(params && { params }),
});

const modern = (method: string, params: JsonObject = {}) =>
  ask(method, { ...params, _meta: meta() });

async function answer(message: Json, more: Partial<Exchange> = {}) {
  const seen = { calls: [], waiting: 0, mostWaiting: 0 };
  const reply = await server.answer(message, {
    ...{ client: 'Claude', features: fakeFeatures(seen, 'Claude'), headers: null, notify: null },
    signal: new AbortController().signal,
    ...more,
  });
  return { ...reply, calls: seen.calls };
}

test.each([
  ['2025-11-25', '2025-11-25'],
  ['2025-06-18', '2025-06-18'],
  ['2025-03-26', '2025-03-26'],
  ['1999-01-01', '2025-11-25'],
])('who opens with %s speaks %s', async (wanted, agreed) => {
  const params = {
    protocolVersion: wanted,
    capabilities: {},
    clientInfo: { name: 'a', version: '1' },
  };
  const { message } = await answer(ask('initialize', params));
  expect(message).toMatchObject({
    result: {
      protocolVersion: agreed,
      serverInfo: { version: '9.9.9' },
      instructions: 'Say something.',
    },
  });
  expect(message).not.toHaveProperty('result.resultType');
});

test('answers of 2026-07-28 say who answers, that they are complete, and how long they may be kept', async () => {
  const { message } = await answer(modern('tools/list'), { headers: headersOf('tools/list') });
  expect(message).toMatchObject({
    result: {
      ...{ resultType: 'complete', ttlMs: 60_000, cacheScope: 'private' },
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'countersign', version: '9.9.9' } },
    },
  });
  const found = await answer(modern('server/discover'), { headers: headersOf('server/discover') });
  expect(found.message).toMatchObject({
    result: {
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
      cacheScope: 'private',
    },
  });
  const uri = 'countersign://mission';
  const read = await answer(modern('resources/read', { uri }));
  expect(read.message).toMatchObject({ result: { ttlMs: 0, contents: [{ uri }] } });
  const call = await answer(modern('tools/call', { name: 'echo', arguments: { text: 'x' } }));
  expect(call.message).not.toHaveProperty('result.ttlMs');
  const older = await answer(ask('tools/list'));
  expect(older.message).not.toHaveProperty('result.cacheScope');
});

test('methods belong to their era', async () => {
  expect(await answer(ask('ping'))).toMatchObject({ status: 200, message: { result: {} } });
  for (const method of ['ping', 'initialize', 'logging/setLevel', 'constructor']) {
    expect(await answer(modern(method)), method).toMatchObject({
      status: 404,
      message: { error: { code: -32601 } },
    });
  }
  expect(await answer(ask('server/discover'))).toMatchObject({
    status: 200,
    message: { error: { code: -32601 } },
  });
});

const echo = modern('tools/call', { name: 'echo', arguments: { text: 'x' } });
const right = headersOf('tools/call', 'echo');

test.each([
  ['no version', { ...right, version: null }, -32020],
  ['another version', { ...right, version: '2025-11-25' }, -32020],
  ['no method', { ...right, method: null }, -32020],
  ['another method', { ...right, method: 'tools/list' }, -32020],
  ['no name', { ...right, name: null }, -32020],
  ['another name', { ...right, name: 'wait' }, -32020],
  ['a name in broken base64', { ...right, name: '=?base64?ZWNo?bw==?=' }, -32020],
])('a header with %s is refused, and no tool runs', async (_, headers, code) => {
  expect(await answer(echo, { headers })).toMatchObject({
    ...{ status: 400, calls: [] },
    message: { id: 1, error: { code } },
  });
});

test('a name in base64 is that name', async () => {
  const headers = { ...right, name: '=?base64?ZWNobw==?=' };
  expect((await answer(echo, { headers })).calls).toHaveLength(1);
});

test.each<[string, JsonObject, Exchange['headers'], number]>([
  ['no _meta', ask('tools/list'), headersOf('tools/list'), -32602],
  [
    'no capabilities',
    ask('tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }),
    headersOf('tools/list'),
    -32602,
  ],
  [
    'a client without a version',
    ask('tools/list', { _meta: meta({ 'io.modelcontextprotocol/clientInfo': { name: 'a' } }) }),
    headersOf('tools/list'),
    -32602,
  ],
  [
    'a version from the future',
    ask('tools/list', { _meta: meta({ 'io.modelcontextprotocol/protocolVersion': '2099-01-01' }) }),
    { ...headersOf('tools/list'), version: '2099-01-01' },
    -32022,
  ],
  ['initialize in the new era', ask('initialize'), headersOf('initialize'), -32020],
  [
    'an unknown older version',
    ask('tools/list'),
    { version: '2001-01-01', method: null, name: null },
    -32022,
  ],
])('a request with %s is refused', async (_, message, headers, code) => {
  const reply = await answer(message, { headers });
  expect(reply).toMatchObject({ status: 400, message: { error: { code } } });
});

const older = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

test.each([
  ['_meta', '2099-01-01', meta, ['2026-07-28']],
  ['_meta', '2025-11-25', meta, ['2026-07-28']],
  ['a header', '2099-01-01', () => null, ['2026-07-28', ...older]],
])('who names a version in %s that is not spoken there, %s, learns which are', async (...row) => {
  const [, requested, inMeta, supported] = row;
  const said = inMeta({ 'io.modelcontextprotocol/protocolVersion': requested });
  const message = ask('tools/list', said === null ? {} : { _meta: said });
  const headers = { ...headersOf('tools/list'), version: requested };
  expect((await answer(message, { headers })).message).toMatchObject({
    error: { code: -32022, data: { requested, supported } },
  });
});

test('a subscription is told that nothing is announced, and ends', async () => {
  const told: unknown[] = [];
  const { message } = await answer(
    modern('subscriptions/listen', { notifications: { toolsListChanged: true } }),
    { notify: (notification) => void told.push(notification) },
  );
  const id = { 'io.modelcontextprotocol/subscriptionId': 1 };
  expect(told).toEqual([
    {
      ...{ jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged' },
      params: { notifications: {}, _meta: id },
    },
  ]);
  expect(message).toMatchObject({ result: { resultType: 'complete', _meta: id } });
  expect((await answer(modern('subscriptions/listen'))).message).toMatchObject({
    error: { code: -32602 },
  });
});

test.each<[string, Json, Json]>([
  ['a batch', [ask('ping')], null],
  ['a text', 'ping', null],
  ['another version of JSON-RPC', { ...ask('ping'), jsonrpc: '1.0' }, 1],
  ['an answer', { jsonrpc: '2.0', id: 4, result: {} }, null],
  [
    'a key that names a prototype',
    JSON.parse('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{}}}') as Json,
    1,
  ],
])('%s is refused', async (_, message, id) => {
  expect(await answer(message)).toMatchObject({
    status: 400,
    message: { id, error: { code: -32600 } },
  });
});

test.each<[string, JsonObject, string]>([
  ['arguments that are a list', { name: 'echo', arguments: [] }, 'must be an object'],
  ['no arguments', { name: 'echo' }, 'The argument “text” is missing.'],
])('a call with %s learns what is wrong', async (_, params, words) => {
  const { message, calls } = await answer(ask('tools/call', params));
  expect(message).toMatchObject({
    result: { isError: true, content: [{ text: expect.stringContaining(words) as string }] },
  });
  expect(calls).toEqual([]);
});

test.each<[string, JsonObject]>([
  ['tools/list', { cursor: 'page-2' }],
  ['resources/read', {}],
  ['prompts/get', { name: 'resume', arguments: { plan: 1 } }],
  ['prompts/get', { name: 'other' }],
  ['tools/call', { name: 7 }],
])('%s with %j is an error', async (method, params) => {
  expect((await answer(ask(method, params))).message).toMatchObject({ error: { code: -32602 } });
});

test('a resource that is not there has the error of its era', async () => {
  const params = { uri: 'countersign://other' };
  const codes = [ask('resources/read', params), modern('resources/read', params)];
  const errors = await Promise.all(codes.map(async (one) => (await answer(one)).message));
  expect(errors).toMatchObject([{ error: { code: -32002 } }, { error: { code: -32602 } }]);
});

const link = { type: 'resource_link', uri: 'https://x.com/7', name: 'receipt' };
const linkAsText = { type: 'text', text: '[resource_link] receipt https://x.com/7' };
const audio = { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' };
const audioAsText = { type: 'text', text: '[audio] audio/wav' };
test.each([
  ['2025-11-25', link, audio],
  ['2025-06-18', link, audio],
  ['2025-03-26', linkAsText, audio],
  ['2024-11-05', linkAsText, audioAsText],
  [null, linkAsText, audioAsText],
])('a client of version %s gets only kinds of content that it knows', async (version, ...items) => {
  const headers = { version, method: null, name: null };
  const seen = { calls: [], waiting: 0, mostWaiting: 0 };
  const features = {
    ...fakeFeatures(seen, 'Claude'),
    callTool: async () => ({ isError: false, text: '', content: [link, audio] }),
  };
  const params = { name: 'echo', arguments: { text: 'x' } };
  const { message } = await answer(ask('tools/call', params), { headers, features });
  expect(message).toMatchObject({ result: { content: items } });
});
