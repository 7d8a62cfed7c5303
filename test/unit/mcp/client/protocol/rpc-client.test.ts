import { describe, expect, test } from 'vitest';
import { secretMask } from '../../../../../src/core/secret-mask.js';
import { RpcClient } from '../../../../../src/mcp/client/protocol/rpc-client.js';
import { playedTransport } from './played-transport.js';

/** A client of the older era that waits for the answer to one request. */
function asking() {
  const played = playedTransport();
  const client = new RpcClient(played.transport, secretMask([]));
  client.speak('2025-11-25');
  const report = client.request('tools/call', { name: 'record' });
  return { ...played, client, report };
}

describe('an answer is taken', () => {
  test('by the id of its request, in whatever order', async () => {
    const { client, report, say } = asking();
    const other = client.request('tools/list');
    say({ id: 2, result: { n: 2 } });
    say({ id: 1, result: { n: 1 } });
    expect(await report).toEqual({ kind: 'result', result: { n: 1 } });
    expect(await other).toEqual({ kind: 'result', result: { n: 2 } });
  });

  test.each([
    ['another', 7],
    ['a text that only looks like it', '1'],
    ['none', null],
  ])('for no other id: %s', async (_, id) => {
    const { report, say } = asking();
    say({ id, result: { n: 'wrong' } });
    say({ id: 1, result: { n: 'right' } });
    expect(await report).toMatchObject({ result: { n: 'right' } });
  });

  test('once: a second one is nobody’s, and no id is used again', async () => {
    const { client, report, say, sent } = asking();
    say({ id: 1, result: { n: 'first' } });
    say({ id: 1, error: { code: 1, message: 'second' } });
    say({ id: 2, result: { n: 'before it was asked' } });
    const next = client.request('tools/call');
    say({ id: 1, result: { n: 'third' } });
    say({ id: 2, result: { n: 'after' } });
    expect(await report).toMatchObject({ result: { n: 'first' } });
    expect(await next).toMatchObject({ result: { n: 'after' } });
    expect(sent.map((message) => 'id' in message && message.id)).toEqual([1, 2]);
  });

  test.each([
    ['result and error', { result: {}, error: { code: 1, message: 'no' } }],
    ['a result that is no object', { result: 7 }],
    ['an error without a code', { error: { message: 'no' } }],
    ['an error whose code is no whole number', { error: { code: 1.5, message: 'no' } }],
    ['neither', {}],
  ])('as unusable with %s', async (_, parts) => {
    const { report, say } = asking();
    say({ id: 1, ...parts });
    expect(await report).toEqual({
      kind: 'lost',
      detail: 'The server sent an answer that cannot be used.',
    });
  });

  test.each([
    [undefined, { kind: 'result', result: { content: [] } }],
    ['complete', { kind: 'result', result: { content: [], resultType: 'complete' } }],
    ['input_required', { kind: 'input_required', detail: 'input_required' }],
    ...['task', 'deferred', '', 'Complete', 7, null].map((type): [unknown, object] => [
      type,
      { kind: 'lost', detail: 'The server sent a result of an unknown type.' },
    ]),
  ])('by the type of its result: %j', async (resultType, expected) => {
    const { report, say } = asking();
    say({ id: 1, result: { content: [], ...(resultType !== undefined && { resultType }) } });
    expect(await report).toEqual(expected);
  });

  test.each<[string, object, object]>([
    [
      'an error',
      { code: -32602, message: 'no', data: [1], more: 1 },
      { kind: 'rpc_error', code: -32602, message: 'no', data: [1] },
    ],
    [
      'an error that asks for something',
      { code: -32042, message: 'Open it first' },
      { kind: 'input_required', detail: 'Open it first' },
    ],
  ])('as %s', async (_, error, expected) => {
    const { report, say } = asking();
    say({ id: 1, error });
    expect(await report).toEqual(expected);
  });
});

test('an answer that comes before the request was sent is none', async () => {
  const { transport, say } = playedTransport();
  const answer = (text: string): void => say({ id: 1, result: { said: text } });
  transport.send = async (_message, _headers, whyNot) => {
    await whyNot?.();
    answer('after it');
    return null;
  };
  const whyNot = async (): Promise<null> => {
    answer('before it');
    return null;
  };
  const client = new RpcClient(transport, secretMask([]));
  const report = await client.request('tools/call', {}, {}, { whyNot });
  expect(report).toEqual({ kind: 'result', result: { said: 'after it' } });
});

describe('a request without an answer', () => {
  test('is lost when the connection ends after it was handed over', async () => {
    const { report, end } = asking();
    await Promise.resolve();
    end('the server ended');
    expect(await report).toEqual({ kind: 'lost', detail: 'The server ended.' });
  });

  test('is lost when the connection ended while it was handed over', async () => {
    const { transport, end } = playedTransport(() => {
      end('the server ended');
      return null;
    });
    expect(await new RpcClient(transport, secretMask([])).request('ping')).toMatchObject({
      kind: 'lost',
    });
  });

  test('was not sent when the transport says so, whatever else ended', async () => {
    const { transport, end } = playedTransport(() => {
      end('the server ended');
      return { kind: 'not_sent', detail: 'The server is gone.' };
    });
    expect(await new RpcClient(transport, secretMask([])).request('ping')).toMatchObject({
      kind: 'not_sent',
    });
  });

  test('is lost when the transport breaks down: nobody knows how far it got', async () => {
    const { transport } = playedTransport(() => new Error('EPIPE'));
    expect(await new RpcClient(transport, secretMask([])).request('ping')).toEqual({
      kind: 'lost',
      detail: 'Error: EPIPE.',
    });
  });

  test('is sent once and for all, and nothing says that nobody waits any more', async () => {
    const { report, end, methods } = asking();
    await Promise.resolve();
    end('it was closed here');
    await report;
    expect(methods()).toEqual(['tools/call']);
  });
});

describe('what a server asks', () => {
  test('is answered with no more than that we are there, and that there is nothing else', () => {
    const { say, sent } = asking();
    say({ id: 'a', method: 'ping' });
    for (const method of ['roots/list', 'sampling/createMessage', 'elicitation/create', 'x']) {
      say({ id: method, method });
    }
    const [, ...answers] = sent;
    expect(answers).toEqual([
      { jsonrpc: '2.0', id: 'a', result: {} },
      ...['roots/list', 'sampling/createMessage', 'elicitation/create', 'x'].map((id) => ({
        jsonrpc: '2.0',
        id,
        error: { code: -32601, message: 'Method not found' },
      })),
    ]);
  });

  test('is not answered at all from 2026-07-28 on, and before a version was spoken', () => {
    const { transport, say, sent } = playedTransport();
    const client = new RpcClient(transport, secretMask([]));
    say({ id: 'a', method: 'ping' });
    client.speak('2026-07-28');
    say({ id: 'b', method: 'ping' });
    say({ id: 'c', method: 'elicitation/create' });
    expect(sent).toEqual([]);
  });

  test('gets no more than eight answers that are still on their way', () => {
    const { transport, say, sent } = playedTransport();
    transport.send = (message) => {
      sent.push(message);
      return new Promise(() => undefined);
    };
    new RpcClient(transport, secretMask([])).speak('2025-11-25');
    for (let id = 0; id < 900; id += 1) say({ id: `p${id}`, method: 'ping' });
    expect(sent).toHaveLength(8);
  });

  test.each([
    ['asks', 1_001, { id: 'a', method: 'ping' }],
    ['tells', 100_001, { method: 'notifications/progress' }],
    ['answers what nobody asked', 100_001, { id: 'x', result: {} }],
  ])('and %s without end while nothing is answered ends the connection', async (_, times, one) => {
    const { report, say, transport } = asking();
    for (let time = 1; time < times; time += 1) say(one);
    expect(transport.closedBecause).toBeNull();
    say({ id: 1, result: {} });
    expect(await report).toMatchObject({ kind: 'result' });
    for (let time = 1; time < times; time += 1) say(one);
    expect(transport.closedBecause).toBeNull();
    say(one);
    expect(transport.closedBecause).toBe(
      'the server sent too much that Countersign did not ask for',
    );
  });

  test('marks an error that follows, which may be our refusal passed on', async () => {
    const { report, say } = asking();
    say({ id: 'a', method: 'roots/list' });
    say({ id: 1, error: { code: -32601, message: 'Method not found' } });
    expect(await report).toMatchObject({ kind: 'rpc_error', refused: true });
    const unasked = asking();
    unasked.say({ id: 'a', method: 'ping' });
    unasked.say({ id: 1, error: { code: -32601, message: 'Method not found' } });
    expect(await unasked.report).not.toHaveProperty('refused');
  });

  test('without an id is no question', () => {
    const { say, sent } = asking();
    for (const method of ['notifications/progress', 'notifications/cancelled', 'ping']) {
      say({ method, params: { requestId: 1, progressToken: 1 } });
    }
    expect(sent).toHaveLength(1);
  });
});

test('from 2026-07-28 on each request says its version and that we offer nothing', async () => {
  const { transport, sent } = playedTransport(() => ({ result: {} }));
  const client = new RpcClient(transport, secretMask([]));
  client.speak('2026-07-28');
  await client.request('tools/list', { cursor: 'two' });
  client.speak('2025-11-25');
  await client.request('tools/list', { cursor: 'two' });
  expect(sent.map((message) => ('method' in message ? message.params : null))).toEqual([
    {
      cursor: 'two',
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'countersign', version: '0.1.0' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
    { cursor: 'two' },
  ]);
});
