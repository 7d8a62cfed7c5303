import { request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AgentClient } from '../../../../../src/core/settings/agents/agent-clients.js';
import {
  agentClient,
  claudeToken,
  codexToken,
  echoCall,
  fakeFeatures,
  openAgentBench,
  post,
  type AgentBench,
} from '../../../../support/mcp/agent-bench.js';
import { until } from '../../../../support/until.js';

let bench: AgentBench;
beforeEach(async () => {
  bench = await openAgentBench();
});
afterEach(() => bench.close());

/** Sends what `fetch` does not let one send. */
function raw(
  headers: Readonly<Record<string, string>>,
  { method = 'POST', path = '/mcp', body = '' } = {},
): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve, reject) => {
    const { port } = bench.endpoint;
    const sent = request({ port, host: '127.0.0.1', method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('before anything is read, the endpoint refuses', () => {
  test.each([
    ['no token', { authorization: '' }],
    ['an unknown token', { authorization: 'Bearer other-token' }],
    ['the token as a password', { authorization: 'Basic Y2xhdWRlOg==' }],
  ])('%s', async (_, headers) => {
    const { status, headers: answered, body } = await post(bench.url, echoCall('x'), headers);
    expect(status).toBe(401);
    expect(answered.get('www-authenticate')).toBe('Bearer');
    expect(body).toMatchObject({
      error: { message: expect.stringContaining('has this token') as string },
    });
    expect(bench.calls).toEqual([]);
    expect(bench.heard).toEqual([]);
  });

  test('a revoked token, like one that never was', async () => {
    const before = await post(bench.url, echoCall('x'), { authorization: 'Bearer never-was' });
    bench.clients.splice(0, 1);
    const revoked = await post(bench.url, echoCall('x'));
    expect([revoked.status, revoked.body]).toEqual([401, before.body]);
    const other = await post(bench.url, echoCall('x'), { authorization: `Bearer ${codexToken}` });
    expect(other.status).toBe(200);
  });

  test.each(['https://evil.example', 'http://127.0.0.1', 'null', ''])(
    'a page of the origin “%s”, whatever token it has',
    async (origin) => {
      for (const token of ['Bearer claude-token-0123456789', 'Bearer wrong']) {
        const headers = { authorization: token, 'content-type': 'application/json', origin };
        expect((await raw(headers, { body: JSON.stringify(echoCall('x')) })).status).toBe(403);
      }
      expect(bench.calls).toEqual([]);
    },
  );

  test.each([
    'evil.example',
    '127.0.0.1',
    'localhost',
    '[::1]:PORT',
    '127.0.0.1.evil.example:PORT',
  ])('the host %s', async (host) => {
    const { port } = bench.endpoint;
    const headers = {
      host: host.replace('PORT', String(port)),
      authorization: 'Bearer claude-token-0123456789',
      'content-type': 'application/json',
    };
    expect((await raw(headers, { body: JSON.stringify(echoCall('x')) })).status).toBe(403);
    const allowed = { ...headers, host: `LOCALHOST:${port}` };
    expect((await raw(allowed, { body: JSON.stringify(echoCall('x')) })).status).toBe(200);
  });

  test.each([
    ['GET', '/mcp', 405],
    ['DELETE', '/mcp', 405],
    ['POST', '/', 404],
    ['POST', '/mcp/../mcp', 404],
  ] as const)('%s %s', async (method, path, status) => {
    expect((await raw({}, { method, path })).status).toBe(status);
  });

  test('a form', async () => {
    const sent = await post(bench.url, echoCall('x'), { 'content-type': 'text/plain' });
    expect(sent.status).toBe(415);
    expect(bench.calls).toEqual([]);
  });
});

describe('too much', () => {
  test.each(['content-length', 'transfer-encoding'])('a body of 10 MB by %s', async (by) => {
    const body = JSON.stringify(echoCall('x'.repeat(10 * 1024 * 1024)));
    const length = by === 'content-length' ? { [by]: String(body.length) } : { [by]: 'chunked' };
    const headers = {
      authorization: 'Bearer claude-token-0123456789',
      'content-type': 'application/json',
      ...length,
    };
    // Who still writes may lose the answer with the connection.
    const answer = await raw(headers, { body }).catch(() => ({ status: 413 }));
    expect(answer.status).toBe(413);
    expect(bench.calls).toEqual([]);
    expect((await post(bench.url, echoCall('x'))).status).toBe(200);
  });

  test('more than 64 calls of one client at a time, and only of that one', async () => {
    const gone = new AbortController();
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait' } };
    const sent = Array.from({ length: 200 }, () =>
      fetch(bench.url, {
        method: 'POST',
        headers: {
          authorization: 'Bearer claude-token-0123456789',
          'content-type': 'application/json',
        },
        body: JSON.stringify(call),
        signal: gone.signal,
      }).then(
        ({ status }) => status,
        () => 0,
      ),
    );
    const known: number[] = [];
    for (const one of sent) void one.then((status) => known.push(status));
    await until('136 are refused', async () =>
      known.length === 136 && bench.waiting === 64 ? true : null,
    );
    expect(new Set(known)).toEqual(new Set([429]));
    const other = await post(bench.url, echoCall('x'), { authorization: `Bearer ${codexToken}` });
    expect(other.status).toBe(200);
    gone.abort();
    await Promise.all(sent);
    await until('no wait is left', async () => (bench.waiting === 0 ? true : null));
    expect(bench.mostWaiting).toBe(64);
    expect((await post(bench.url, echoCall('x'))).status).toBe(200);
  });

  test('200 calls of four clients in a row of 50 each are all answered', async () => {
    bench.clients.push(agentClient('Third', 'third-token'), agentClient('Fourth', 'fourth-token'));
    const tokens = ['claude-token-0123456789', codexToken, 'third-token', 'fourth-token'];
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, at) => {
        const authorization = `Bearer ${tokens[at % 4]}`;
        return (await post(bench.url, echoCall(`call ${at}`, at), { authorization })).body;
      }),
    );
    answers.forEach((answer, at) =>
      expect(answer).toMatchObject({
        id: at,
        result: { structuredContent: { text: `call ${at}` } },
      }),
    );
  });

  test('more calls a minute than allowed, with when to go on', async () => {
    await bench.close();
    bench = await openAgentBench({ limits: { callsAMinute: 3 } });
    for (let at = 0; at < 3; at += 1) await post(bench.url, echoCall('x'));
    const over = await post(bench.url, echoCall('x'));
    expect([over.status, over.headers.get('retry-after')]).toEqual([
      200,
      expect.stringMatching(/^(?:60|5\d)$/),
    ]);
    expect(over.body).toMatchObject({
      result: {
        isError: true,
        content: [
          {
            text: expect.stringMatching(/Nothing was done\. Continue in \d+ seconds\.$/) as string,
          },
        ],
      },
    });
    const list = await post(bench.url, { jsonrpc: '2.0', id: 5, method: 'tools/list' });
    expect(list).toMatchObject({ status: 429, body: { id: 5 } });
    expect(bench.calls).toHaveLength(3);
    const other = await post(bench.url, echoCall('x'), { authorization: `Bearer ${codexToken}` });
    expect(other.body).not.toHaveProperty('result.isError');
  });

  test('the head of a request that never ends', async () => {
    await bench.close();
    bench = await openAgentBench({ limits: { headMs: 200, requestMs: 400 } });
    const said = await new Promise<string>((resolve) => {
      const socket = connect(bench.endpoint.port, '127.0.0.1');
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('close', () => resolve(text));
      socket.write('POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n');
    });
    expect(said).toMatch(/^HTTP\/1\.1 408/);
  });
});

describe('a client that a person takes away while it is let in', () => {
  const slowly = async (meanwhile: () => void): Promise<number> => {
    const { port } = bench.endpoint;
    const text = JSON.stringify(echoCall('late'));
    const headers = {
      authorization: `Bearer ${claudeToken}`,
      'content-type': 'application/json',
      'content-length': String(text.length),
    };
    return new Promise((resolve, reject) => {
      const sent = request(
        { port, host: '127.0.0.1', method: 'POST', path: '/mcp', headers },
        (response) => resolve(response.resume().statusCode ?? 0),
      );
      sent.on('error', reject);
      sent.write(text.slice(0, 10));
      setTimeout(() => {
        meanwhile();
        sent.end(text.slice(10));
      }, 50);
    });
  };

  test.each<[string, number, () => void]>([
    ['revoked', 401, () => bench.clients.splice(0, 1)],
    [
      'revoked, and another one has its name',
      401,
      () => bench.clients.splice(0, 1, agentClient('Claude', 'another-token-0123456789')),
    ],
    ['paused', 403, () => bench.clients.splice(0, 1, { ...bench.clients[0]!, paused: true })],
  ])('and is %s does nothing with the rest of its message', async (_how, status, meanwhile) => {
    expect(await slowly(meanwhile)).toBe(status);
    expect(bench.calls).toEqual([]);
  });

  test('hears nothing of that while the settings can’t be read', async () => {
    await bench.close();
    let clients: AgentClient[] | null = bench.clients;
    bench = await openAgentBench({ clients: () => clients });
    clients = null;
    const refused = await post(bench.url, echoCall('x'));
    expect(refused.status).toBe(503);
    expect(JSON.stringify(refused.body)).toMatch(/can’t read its settings now. Nothing was done/);
    clients = bench.clients;
    expect(await slowly(() => (clients = null))).toBe(503);
    expect(bench.calls).toEqual([]);
  });

  test('gets no answer to what it waited for', async () => {
    let goOn: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (goOn = resolve));
    await bench.close();
    bench = await openAgentBench({
      featuresFor: (client) => ({
        ...fakeFeatures({ calls: [], waiting: 0, mostWaiting: 0 }, client),
        callTool: async () => {
          await answered;
          return { isError: false, text: 'It came slowly.' };
        },
      }),
    });
    const waits = post(bench.url, echoCall('x'));
    await until('it is heard', async () => (bench.heard.length > 0 ? true : null));
    bench.clients.splice(0, 1);
    goOn();
    const told = JSON.stringify((await waits).body);
    expect(told).toContain('A person revoked this client');
    expect(told).not.toContain('slowly');
  });
});

test('a paused client is told so in each answer, and nothing is done for it', async () => {
  bench.clients[0] = { ...bench.clients[0]!, paused: true };
  const call = await post(bench.url, echoCall('x'));
  expect(call).toMatchObject({
    status: 200,
    body: {
      result: {
        isError: true,
        content: [{ text: expect.stringContaining('A person paused') as string }],
      },
    },
  });
  const list = await post(bench.url, { jsonrpc: '2.0', id: 2, method: 'tools/list' });
  expect(list).toMatchObject({ status: 403, body: { id: 2, error: {} } });
  expect(bench.calls).toEqual([]);
});
