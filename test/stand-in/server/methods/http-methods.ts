import { createServer, type Server, type ServerResponse } from 'node:http';
import type { ListenOptions } from 'node:net';
import { describeError } from '../../rpc/remote-error.js';
import type { Tell } from './child-methods.js';

/** The HTTP servers of one page. Requests are read here to their end, and answered there. */
export class HttpMethods {
  readonly #servers = new Map<number, Server>();
  readonly #responses = new Map<number, ServerResponse>();
  #requests = 0;

  /** @param folder where sockets may lie */
  constructor(
    readonly folder: string,
    readonly tell: Tell,
  ) {}

  readonly methods = {
    listenHttp: (id: number, on: ListenOptions): void => {
      const { path, port } = on;
      if (path !== undefined && !path.startsWith(`${this.folder}/`)) {
        throw new TypeError('The page may only listen in its own folder');
      }
      // Only for this computer, whatever the page asks for.
      const place = path === undefined ? { port, host: '127.0.0.1' } : { path };
      const server = createServer((request, response) => {
        const number = (this.#requests += 1);
        const chunks: Buffer[] = [];
        this.#responses.set(number, response);
        response.on('close', () => {
          this.#responses.delete(number);
          this.tell(`http:${id}`, 'gone', number);
        });
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const { method, url, headers } = request;
          const body = new Uint8Array(Buffer.concat(chunks));
          this.tell(
            `http:${id}`,
            'request',
            number,
            { method, url, headers: { ...headers } },
            body,
          );
        });
      });
      this.#servers.set(id, server);
      server.on('error', (error) => this.tell(`http:${id}`, 'error', describeError(error)));
      server.listen(place, () => this.tell(`http:${id}`, 'listening', addressOf(server)));
    },

    headHttp: (request: number, status: number, headers: Readonly<Record<string, string>>) =>
      void this.#responses.get(request)?.writeHead(status, headers),
    writeHttp: (request: number, text: string) => void this.#responses.get(request)?.write(text),
    endHttp: (request: number, text: string) => void this.#responses.get(request)?.end(text),

    closeHttp: (id: number): Promise<void> =>
      new Promise((resolve) => {
        const server = this.#servers.get(id);
        this.#servers.delete(id);
        if (!server) return resolve();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async close(): Promise<void> {
    await Promise.all([...this.#servers.keys()].map((id) => this.methods.closeHttp(id)));
  }
}

function addressOf(server: Server): { readonly port: number } | null {
  const address = server.address();
  return typeof address === 'object' && address !== null ? { port: address.port } : null;
}
