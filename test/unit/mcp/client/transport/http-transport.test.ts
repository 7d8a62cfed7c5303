import { describe, expect, test } from 'vitest';
import { secretMask } from '../../../../../src/core/secret-mask.js';
import type {
  HttpListeners,
  HttpRequest,
} from '../../../../../src/mcp/client/transport/http-client.js';
import { HttpTransport } from '../../../../../src/mcp/client/transport/http-transport.js';
import type { RpcMessage } from '../../../../../src/mcp/protocol/json-rpc.js';
import {
  defaultTransportLimits,
  type TransportLimits,
} from '../../../../../src/mcp/client/protocol/server-transport.js';

const call = {
  jsonrpc: '2.0',
  id: 5,
  method: 'tools/call',
  params: { name: 'record', arguments: {} },
} as const;
const answer = (id: unknown) => JSON.stringify({ jsonrpc: '2.0', id, result: { content: [] } });

/** A transport whose exchanges the test plays by hand. */
function played(limits: Partial<TransportLimits> = {}) {
  const sent: { request: HttpRequest; listeners: HttpListeners; broken: boolean }[] = [];
  const received: RpcMessage[] = [];
  const questions: string[] = [];
  const transport = new HttpTransport(
    { url: 'https://example.com/mcp', headers: { 'X-Key': 'swordfish', Accept: 'text/html' } },
    {
      post: (request, listeners) => {
        const exchange = { request, listeners, broken: false };
        sent.push(exchange);
        return { breakOff: () => (exchange.broken = true) };
      },
    },
    { ...defaultTransportLimits, ...limits },
    secretMask(['swordfish']),
  );
  transport.onmessage = (message) => received.push(message);
  transport.onwantedinput = (question) => questions.push(question);
  /** Sends a message, and gives what is known about it in the end; `null`: nothing to complain of. */
  const send = (message: RpcMessage = call) => {
    const sending = transport.send(message);
    return { sending, exchange: sent.at(-1)! };
  };
  const push = (listeners: HttpListeners, text: string) =>
    listeners.body(new TextEncoder().encode(text));
  const head = (
    listeners: HttpListeners,
    type: string,
    more: Record<string, string> = {},
    status = 200,
  ) => {
    void listeners.writing();
    listeners.head({ status, headers: { 'content-type': type, ...more } });
  };
  return { transport, sent, received, questions, send, push, head };
}

describe('an answer counts', () => {
  test.each<[string, unknown]>([
    ['for another request', 6],
    ['for nobody', null],
    ['whose id only looks like ours', '5'],
  ])('not when it is %s', async (_, id) => {
    const { send, push, head, received } = played();
    const { sending, exchange } = send();
    head(exchange.listeners, 'text/event-stream');
    push(exchange.listeners, `data: ${answer(id)}\n\n`);
    exchange.listeners.end(null);
    expect(await sending).toEqual({
      kind: 'lost',
      detail: 'The server ended its answer without a result.',
    });
    expect(received).toEqual([]);
  });

  test('once, and what comes behind it is not looked at any more', async () => {
    const { send, push, head, received } = played();
    const { sending, exchange } = send();
    head(exchange.listeners, 'text/event-stream');
    push(exchange.listeners, `data: ${answer(5)}\n\ndata: ${answer(5)}\n\n`);
    expect(await sending).toBeNull();
    expect(exchange.broken).toBe(true);
    exchange.listeners.end('the server broke off its answer');
    expect(received).toHaveLength(1);
  });

  test('not when one body holds two of them: who knows which is true', async () => {
    const { send, push, head, received } = played();
    const { sending, exchange } = send();
    head(exchange.listeners, 'application/json');
    push(
      exchange.listeners,
      `[${answer(5)},{"jsonrpc":"2.0","id":5,"error":{"code":1,"message":"no"}}]`,
    );
    exchange.listeners.end(null);
    expect(await sending).toMatchObject({ kind: 'lost' });
    expect(received).toEqual([]);
  });

  test('only while the connection lasts', async () => {
    const { transport, send, sent, received } = played();
    send();
    await transport.shutDown();
    expect(sent[0]?.broken).toBe(true);
    expect(await send().sending).toEqual({ kind: 'not_sent', detail: 'It was closed here.' });
    expect(sent).toHaveLength(1);
    expect(received).toEqual([]);
  });
});

describe('a call that failed', () => {
  test('was not sent as long as nothing was written', async () => {
    const { send } = played();
    const { sending, exchange } = send();
    exchange.listeners.end('nothing listens at its address (ECONNREFUSED)');
    expect(await sending).toEqual({
      kind: 'not_sent',
      detail: 'Nothing listens at its address (ECONNREFUSED).',
    });
  });

  test.each([
    [false, 'not_sent'],
    [true, 'lost'],
  ])('by our closing the connection (written before: %s) is %s', async (written, kind) => {
    const { transport, send } = played();
    const { sending, exchange } = send();
    if (written) void exchange.listeners.writing();
    await transport.shutDown();
    expect(await sending).toEqual({ kind, detail: 'It was closed here.' });
  });

  test('is lost from the first byte on', async () => {
    const { send } = played();
    const { sending, exchange } = send();
    void exchange.listeners.writing();
    exchange.listeners.end('the server closed the connection (ECONNRESET)');
    expect(await sending).toMatchObject({ kind: 'lost' });
  });
});

describe('of an answer under HTTP 404', () => {
  const played404 = async (
    body: string,
    problem: string | null = null,
    type = 'application/json',
    headers: Record<string, string> = {},
  ) => {
    const { send, push, head, received } = played();
    const { sending, exchange } = send();
    head(exchange.listeners, type, headers, 404);
    push(exchange.listeners, body);
    exchange.listeners.end(problem);
    return { report: await sending, received };
  };
  const error = (id: unknown) =>
    JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32602, message: 'no' } });

  test('a message that answers this request counts', async () => {
    const { report, received } = await played404(error(5));
    expect(report).toBeNull();
    expect(received).toMatchObject([{ id: 5, error: { code: -32602 } }]);
  });

  test.each([error(null), error(6), 'not found', '', '[]'])('%j is only a status', async (body) => {
    expect((await played404(body)).report).toEqual({
      kind: 'http_status',
      status: 404,
      detail: body,
    });
  });

  test('a message in a list that answers this request counts', async () => {
    const { report, received } = await played404(`[${error(6)},${error(5)}]`);
    expect(report).toBeNull();
    expect(received).toMatchObject([{ id: 5, error: { code: -32602 } }]);
  });

  test.each([
    ['is no JSON-RPC', '{"id":5,"error":"no"}', 'application/json', {}],
    ['comes as events', `data: ${error(5)}\n\n`, 'text/event-stream', {}],
    ['is packed', 'xx', 'application/json', { 'content-encoding': 'gzip' }],
    ['has its id as a text', '{"jsonrpc":"2.0","id":"5","result":{}}', 'application/json', {}],
    ['is an error with its id as a text', '{"id":"5","error":{"code":1}}', 'application/json', {}],
    ['is in UTF-16', 'x', 'application/json; charset=UTF-16LE', {}],
    ['is in UTF-16 and does not say so', answer(5).split('').join('\0'), 'application/json', {}],
    ['escapes its name', '{"id":"5","\\u0072esult":{}}', 'application/json', {}],
    ['is one of several lines', `{}\n${answer(5)}`, 'application/json', {}],
    ['is an event that is not called so', `data: ${answer(5)}\n\n`, 'text/plain', {}],
    ['is inside something else', `{"data":${answer(5)}}`, 'application/json', {}],
    ['is an error on one of several lines', `${error(null)}\n${error(5)}`, 'application/json', {}],
    ['is an error in an event', `event: message\ndata: ${error(5)}`, 'text/plain', {}],
    ['is an error in a list in a list', `[[${error(5)}]]`, 'application/json', {}],
    ['is an error behind other text', `)]}'\n${error(5)}`, 'application/json', {}],
    ['is an error as a text', JSON.stringify(error(5)), 'application/json', {}],
  ])('an answer that %s cannot be read, so nothing is known', async (_, body, type, headers) => {
    expect((await played404(body, null, type, headers)).report).toMatchObject({ kind: 'lost' });
  });

  test('a result contradicts it, so nothing is known', async () => {
    expect((await played404(answer(5))).report).toMatchObject({ kind: 'lost' });
  });

  test('half a message might have said more, so nothing is known', async () => {
    expect((await played404('{"jsonrpc":', 'the server broke off')).report).toMatchObject({
      kind: 'lost',
    });
  });

  test('a secret that it repeats is taken out', async () => {
    expect((await played404('bad key swordfish')).report).toMatchObject({
      detail: 'bad key •••',
    });
  });
});

describe('of an answer of 50 MB', () => {
  test.each(['application/json', 'text/event-stream', 'text/html'])(
    'as %s no more is taken than the limit, and then it is broken off',
    async (type) => {
      const limit = 1024 * 1024;
      const { send, push, head } = played({ messageBytes: limit });
      const { sending, exchange } = send();
      head(exchange.listeners, type);
      const piece = 'x'.repeat(64 * 1024);
      push(exchange.listeners, 'data: ');
      let taken = 0;
      while (!exchange.broken && taken < 50 * limit) {
        push(exchange.listeners, piece);
        taken += piece.length;
      }
      expect(taken).toBeLessThanOrEqual(limit + piece.length);
      expect((await sending)?.kind).toBe(type === 'text/html' ? 'http_status' : 'lost');
    },
  );

  test.each(['limit', 'end'])('nothing of a secret that is cut at the %s is told', async (at) => {
    const { send, push, head } = played();
    const { sending, exchange } = send();
    head(exchange.listeners, 'text/html');
    if (at === 'limit') push(exchange.listeners, 'swordfish'.repeat(8_000));
    else {
      push(exchange.listeners, 'bad key swordfi');
      exchange.listeners.end('the server broke off');
    }
    const failure = await sending;
    expect(failure).toMatchObject({ kind: 'http_status', status: 200 });
    expect(JSON.stringify(failure)).not.toContain('swordf');
  });

  test('in small events no more is taken than sixteen times the limit', async () => {
    const limit = 64 * 1024;
    const { send, push, head } = played({ messageBytes: limit });
    const { sending, exchange } = send();
    head(exchange.listeners, 'text/event-stream');
    const event = `data: {"jsonrpc":"2.0","method":"${'x'.repeat(8_000)}"}\n\n`;
    let taken = 0;
    while (!exchange.broken && taken < 50 * limit) {
      push(exchange.listeners, event);
      taken += event.length;
    }
    expect(taken).toBeLessThanOrEqual(16 * limit + event.length);
    expect(await sending).toEqual({ kind: 'lost', detail: 'The server sent too much.' });
  });

  test('an unusable message that is not the answer ends no call', async () => {
    const { send, push, head } = played();
    const { sending, exchange } = send();
    head(exchange.listeners, 'text/event-stream');
    for (const start of ['"method":"notifications/message"', '"id":99,"result":{}']) {
      push(exchange.listeners, `data: {"jsonrpc":"2.0",${start},"params":1e400}\n\n`);
    }
    push(exchange.listeners, `data: ${answer(5)}\n\n`);
    expect(await sending).toBeNull();
  });

  test('that is no message at all the noise limit ends it', async () => {
    const { send, push, head, transport } = played({ noiseLines: 10 });
    const { sending, exchange } = send();
    head(exchange.listeners, 'text/event-stream');
    for (let sent = 0; sent < 11; sent += 1) push(exchange.listeners, 'data: swordfish!\n\n');
    expect(await sending).toMatchObject({ kind: 'lost' });
    expect(transport.noise).toHaveLength(11);
    expect(transport.noise[0]).toBe('•••!');
  });
});

test.each(['elicitation/create', 'sampling/createMessage'])(
  '%s is told to the person and answered by nobody',
  async (method) => {
    const { send, push, head, sent, questions, received } = played();
    const { exchange } = send();
    head(exchange.listeners, 'text/event-stream');
    const question = { jsonrpc: '2.0', id: 1, method, params: { message: 'Really?' } };
    push(exchange.listeners, `data: ${JSON.stringify(question)}\n\n`);
    expect(questions).toEqual([`${method}: Really?`]);
    expect(received).toEqual([]);
    expect(sent).toHaveLength(1);
  },
);

test('a session counts from the handshake alone, and is said with everything after it', async () => {
  const { transport, send, head, push } = played();
  const stray = send();
  head(stray.exchange.listeners, 'application/json', { 'mcp-session-id': 'stray' });
  const opening = send({ jsonrpc: '2.0', id: 0, method: 'initialize' });
  expect(opening.exchange.request.headers['mcp-session-id']).toBeUndefined();
  head(opening.exchange.listeners, 'application/json', { 'mcp-session-id': 'ours' });
  push(opening.exchange.listeners, answer(0));
  opening.exchange.listeners.end(null);
  await opening.sending;
  transport.setProtocolVersion('2025-11-25');
  const { exchange } = send();
  expect(exchange.request.headers).toEqual({
    accept: 'application/json, text/event-stream',
    'accept-encoding': 'identity',
    'content-type': 'application/json',
    'mcp-protocol-version': '2025-11-25',
    'mcp-session-id': 'ours',
    'x-key': 'swordfish',
  });
});

test('what is no longer wanted when the connection is there is not written', async () => {
  const { transport, sent } = played();
  const sending = transport.send(call, {}, async () => 'A person took it back.');
  expect(await sent[0]?.listeners.writing()).toBe(false);
  expect(await sending).toEqual({ kind: 'not_sent', detail: 'A person took it back.' });
  expect(sent[0]?.broken).toBe(true);
});

test('what is given up while the last look is taken is not written', async () => {
  const { transport, sent } = played();
  let decide: (kept: string | null) => void = () => undefined;
  const sending = transport.send(call, {}, () => new Promise((resolve) => (decide = resolve)));
  const writing = sent[0]?.listeners.writing();
  expect(transport.unsend(5, 'No time.')).toBe(true);
  decide(null);
  expect(await writing).toBe(false);
  expect(await sending).toMatchObject({ kind: 'not_sent' });
});

test('what is answered while the last look is taken is no answer, and nothing is written', async () => {
  const { transport, sent } = played();
  let decide: (kept: string | null) => void = () => undefined;
  const sending = transport.send(call, {}, () => new Promise((resolve) => (decide = resolve)));
  const writing = sent[0]?.listeners.writing();
  sent[0]?.listeners.head({ status: 200, headers: { 'content-type': 'application/json' } });
  decide(null);
  expect(await writing).toBe(false);
  expect(await sending).toEqual({
    kind: 'not_sent',
    detail: 'The server answered before it was asked.',
  });
});

test('what was not written yet can be ended for certain, and nothing else', async () => {
  const { transport, send } = played();
  const { sending, exchange } = send();
  expect(transport.unsend(6, 'No time.')).toBe(false);
  expect(transport.unsend(5, 'No time.')).toBe(true);
  expect(await sending).toMatchObject({ kind: 'not_sent' });
  expect(exchange.broken).toBe(true);
  expect(transport.unsend(5, 'No time.')).toBe(false);

  const written = send();
  void written.exchange.listeners.writing();
  expect(transport.unsend(5, 'No time.')).toBe(false);
  expect(written.exchange.broken).toBe(false);
});
