import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { nodeHttpClient } from '../../../../../src/hosts/desktop/servers/node-http-client.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server of bare sockets; `serve` gets each with the bytes that came first. */
async function bareServer(serve: (socket: Socket, first: string) => void) {
  const received: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (chunk) => serve(socket, chunk.toString('latin1')));
    socket.on('data', (chunk) => received.push(chunk.toString('latin1')));
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, received };
}

/** What became of one request, event by event. */
async function post(url: string, headers: Record<string, string> = {}) {
  const events: string[] = [];
  const problem = await new Promise<string | null>((resolve) => {
    nodeHttpClient().post(
      { url, headers, body: '{"a":"ü"}' },
      {
        writing: async () => events.push('writing') > 0,
        head: ({ status }) => events.push(`head ${status}`),
        body: (chunk) => events.push(new TextDecoder().decode(chunk)),
        end: resolve,
      },
    );
  });
  return { events, problem };
}

describe('nothing was written when', () => {
  test('nobody listens', async () => {
    const { port } = await bareServer(() => {});
    servers.splice(0).forEach((server) => server.close());
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({
      events: [],
      problem: 'nothing listens at its address (ECONNREFUSED)',
    });
  });

  test('the name is not known', async () => {
    const { events, problem } = await post('https://nowhere.invalid/');
    expect(events).toEqual([]);
    expect(problem).toMatch(/^its host name /);
  });

  test('the other side speaks no TLS: not one byte of the request has left', async () => {
    const { port, received } = await bareServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
    const { events, problem } = await post(`https://127.0.0.1:${port}/`, { 'x-key': 'swordfish' });
    expect(events).toEqual([]);
    expect(problem).not.toBeNull();
    expect(received.join('')).not.toContain('swordfish');
  });

  test('a header cannot be sent, and its value is not told', async () => {
    const { events, problem } = await post('http://127.0.0.1:1/', { 'x-key': 'sword\nfish' });
    expect(events).toEqual([]);
    expect(problem).toBe('the connection failed (ERR_INVALID_CHAR)');
  });

  test('it was broken off before', async () => {
    const { port, received } = await bareServer(() => {});
    const events: string[] = [];
    const listener = (name: string) => () => void events.push(name);
    nodeHttpClient()
      .post(
        { url: `http://127.0.0.1:${port}/`, headers: {}, body: 'x' },
        {
          writing: async () => events.push('writing') > 0,
          head: listener('head'),
          body: listener('body'),
          end: listener('end'),
        },
      )
      .breakOff();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(events).toEqual([]);
    expect(received).toEqual([]);
  });

  test('it was no longer wanted when the connection was there', async () => {
    const { port, received } = await bareServer(() => {});
    const isAsked = await new Promise((resolve) => {
      const listener = (): void => undefined;
      const exchange = nodeHttpClient().post(
        { url: `http://127.0.0.1:${port}/`, headers: {}, body: 'x' },
        {
          writing: async () => {
            setTimeout(() => {
              exchange.breakOff();
              resolve(true);
            }, 50);
            return false;
          },
          ...{ head: listener, body: listener, end: listener },
        },
      );
    });
    expect(isAsked).toBe(true);
    expect(received).toEqual([]);
  });
});

describe('a request that was written', () => {
  test('goes out once, whole, over a connection of its own', async () => {
    const { port, received } = await bareServer((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'),
    );
    expect(await post(`http://127.0.0.1:${port}/mcp?a=1`)).toEqual({
      events: ['writing', 'head 200', 'hi'],
      problem: null,
    });
    expect(received.join('')).toMatch(
      /^POST \/mcp\?a=1 HTTP\/1\.1\r\n[^]*content-length: 10\r\n[^]*connection: close\r\n/i,
    );
  });

  test.each([
    ['without a word', '', [], 'the server closed the connection (ECONNRESET)'],
    [
      'in the middle of its answer',
      'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi',
      ['head 200', 'hi'],
      'the server closed the connection (ECONNRESET)',
    ],
    [
      'with something else than HTTP',
      'hello\r\n\r\n',
      [],
      'the connection failed (HPE_INVALID_CONSTANT)',
    ],
    [
      'with a protocol nobody asked for',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
      [],
      'the server closed the connection',
    ],
  ])('and that the server ends %s is told as it is', async (_, said, events, problem) => {
    const { port } = await bareServer((socket) => socket.end(said));
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({
      events: ['writing', ...events],
      problem,
    });
  });

  test('is not sent again to where the answer points', async () => {
    const { port, received } = await bareServer((socket) =>
      socket.end('HTTP/1.1 307 Temporary\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n'),
    );
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
      events: ['writing', 'head 307'],
    });
    expect(received.join('').match(/POST/g)).toHaveLength(1);
  });
});
