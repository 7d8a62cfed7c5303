import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, realpath } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { folderDisk } from '../disk/folder-disk.js';
import { describeError } from '../rpc/remote-error.js';
import { wantedBy } from './guard.js';
import { pageFiles } from './page-files.js';
import { PageSession } from './page-session.js';

/** What is served, and where. */
export interface ServeOptions {
  /** The vault's folder. */
  readonly vaultRoot: string;
  /** Where devices keep their state, each in a folder of its name; made if missing. */
  readonly stateRoot: string;
  /** Any free one by default. */
  readonly port?: number;
  /** The environment that the page sees; ours by default. */
  readonly env?: NodeJS.ProcessEnv;
}

/** A server that runs. */
export interface Served {
  /** Where the page is; it holds the secret of this run. */
  readonly address: string;
  readonly port: number;
  /** How many pages are connected. */
  pages(): number;
  /** Ends every page's connection, and all that the pages opened and started. */
  close(): Promise<void>;
}

const LARGEST_FRAME = 256 * 1024 * 1024;
const LARGEST_SIGNAL = 1024;

/**
 * Serves the stand-in to a browser on this computer. The page may read and change the vault and the
 * devices' state, and start programs: the plugin in it does what it does in the real app. So the
 * server listens on 127.0.0.1 only, answers nobody who does not know the random secret in its address
 * (see `guard.ts`), reaches no file elsewhere (`allowed-places.ts`) and starts programs only by
 * `spawn` without a shell (`child-methods.ts`).
 */
export async function serve(options: ServeOptions): Promise<Served> {
  const secret = randomBytes(24).toString('base64url');
  await mkdir(options.stateRoot, { recursive: true, mode: 0o700 });
  const stateRoot = await realpath(options.stateRoot);
  const disk = folderDisk(await realpath(options.vaultRoot));
  const sessions = new Map<string, PageSession>();
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_FRAME });
  const env = options.env ?? process.env;

  const connect = (socket: WebSocket): void => {
    const send = (frame: Uint8Array): void => socket.send(frame);
    const session = new PageSession({ disk, stateRoot, env, send });
    sessions.set(session.id, session);
    socket.binaryType = 'nodebuffer';
    socket.on('message', (frame: Uint8Array) => {
      try {
        session.receive(frame);
      } catch {
        // Not a message of ours.
        socket.terminate();
      }
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => void session.close().finally(() => sessions.delete(session.id)));
  };

  const server = createServer((request, response) => {
    const wanted = wantedBy(request, portOf(server), secret);
    if (wanted === 'signal') void signal(request, response, sessions);
    else if (wanted === null || wanted === 'socket') refuse(response);
    else void answer(response, wanted);
  });
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (wantedBy(request, portOf(server), secret) === 'socket') {
      sockets.handleUpgrade(request, stream, head, connect);
    } else {
      stream.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
    }
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');

  return {
    address: `http://127.0.0.1:${portOf(server)}/${secret}/`,
    port: portOf(server),
    pages: () => sessions.size,
    close: async () => {
      for (const socket of sockets.clients) socket.terminate();
      await Promise.all([...sessions.values()].map((session) => session.close()));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

const HEADERS = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  // A plugin is evaluated from its text, and asks other servers through `requestUrl`.
  'Content-Security-Policy': [
    "default-src 'self'",
    "script-src 'self' 'unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self' http: https:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

const TYPES = { page: 'text/html', script: 'text/javascript', style: 'text/css' } as const;

async function answer(response: ServerResponse, wanted: keyof typeof TYPES): Promise<void> {
  try {
    const text = (await pageFiles())[wanted];
    response.writeHead(200, { ...HEADERS, 'Content-Type': `${TYPES[wanted]}; charset=utf-8` });
    response.end(text);
  } catch (error) {
    response.writeHead(500, HEADERS).end(String(error));
  }
}

function refuse(response: ServerResponse): void {
  response
    .writeHead(403, { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8' })
    .end('Refused. Open the whole address that the workbench printed.\n');
}

/** `process.kill`, which a page waits for: over the socket it could only be told later. */
async function signal(
  request: IncomingMessage,
  response: ServerResponse,
  sessions: ReadonlyMap<string, PageSession>,
): Promise<void> {
  response.setHeader('Content-Type', 'application/json');
  try {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) {
      text += chunk as string;
      if (text.length > LARGEST_SIGNAL) return refuse(response);
    }
    const asked = JSON.parse(text) as { session: string; pid: number; signal: NodeJS.Signals | 0 };
    const session = sessions.get(asked.session);
    if (session === undefined) return refuse(response);
    session.signal(asked.pid, asked.signal);
    response.end('{}');
  } catch (error) {
    response.end(JSON.stringify({ error: describeError(error) }));
  }
}
