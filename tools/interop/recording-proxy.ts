import { createServer, request as ask, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '../../src/core/json.js';
import { objectIn, parsed, textIn } from './read-json.js';

/** One request that came through, and its answer. */
export interface Exchange {
  /** Of its message; `''`: it held none. */
  readonly method: string;
  /** As the header says; `''`: it says none. */
  readonly version: string;
  readonly status: number;
  /** The answer's JSON; `null`: it was none. */
  readonly answer: Json;
}

export interface RecordingProxy {
  readonly address: string;
  readonly exchanges: readonly Exchange[];
  close(): Promise<void>;
}

/**
 * Stands in front of an endpoint, and records what is asked there: what a client really did, whatever it says of it.
 *
 * @param token of a client that can't send headers of its own
 */
export async function startProxy(target: string, token?: string): Promise<RecordingProxy> {
  const endpoint = new URL(target);
  const exchanges: Exchange[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const asked = textOf(incoming);
    const { port } = server.address() as AddressInfo;
    const sent = { ...headers };
    // Another name than the proxy's own is the client's to send, and the endpoint's to refuse.
    if (headers.host === `127.0.0.1:${port}`) sent.host = endpoint.host;
    if (token !== undefined) sent.authorization = `Bearer ${token}`;
    const { hostname, port: to } = endpoint;
    const passed = ask({ hostname, port: to, method, path, headers: sent }, (answered) => {
      const { statusCode: status = 0 } = answered;
      outgoing.writeHead(status, answered.headers);
      answered.pipe(outgoing);
      void Promise.all([asked, textOf(answered)]).then(([message, answer]) =>
        exchanges.push({
          method: textIn(objectIn(parsed(message))['method']),
          version: String(headers['mcp-protocol-version'] ?? ''),
          status,
          answer: parsed(answer),
        }),
      );
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/mcp`,
    exchanges,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function textOf(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  message.on('data', (part: Buffer) => parts.push(part));
  await new Promise((resolve) => message.once('close', resolve));
  return Buffer.concat(parts).toString('utf8');
}
