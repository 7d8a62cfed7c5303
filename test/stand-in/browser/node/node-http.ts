import { implementedOnly } from '../../implemented-only.js';
import { rebuildError } from '../../rpc/remote-error.js';
import type { Remote } from '../../rpc/remote.js';
import type { RemoteErrorShape } from '../../rpc/wire.js';
import type { ServerMethods } from '../../server/page-session.js';
import { EventEmitter } from './node-events.js';

interface Head {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What the serving process tells of a server. */
type HttpEvent =
  | ['listening', address: { readonly port: number } | null]
  | ['error', error: RemoteErrorShape]
  | ['request', request: number, head: Head, body: Uint8Array]
  | ['gone', request: number];

type Handler = (request: object, response: RemoteResponse) => void;

/** Node's `IncomingMessage`, which was read to its end. Its body comes once somebody listens to it. */
class RemoteRequest extends EventEmitter {
  readonly complete = true;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  #body: Uint8Array | null;

  constructor({ method, url, headers }: Head, body: Uint8Array) {
    super();
    [this.method, this.url, this.headers, this.#body] = [method, url, headers, body];
  }

  override on(event: string, listener: (...args: never[]) => void): this {
    super.on(event, listener);
    const body = this.#body;
    if (event !== 'data' || body === null) return this;
    this.#body = null;
    queueMicrotask(() => {
      if (body.length > 0) this.emit('data', body);
      this.emit('end');
    });
    return this;
  }

  pause(): this {
    return this;
  }
}

/** Node's `ServerResponse`. */
class RemoteResponse extends EventEmitter {
  headersSent = false;
  writableEnded = false;
  writableFinished = false;
  destroyed = false;
  closed = false;

  constructor(
    readonly remote: Remote<ServerMethods>,
    readonly request: number,
  ) {
    super();
  }

  writeHead(status: number, headers: Readonly<Record<string, string>> = {}): this {
    this.headersSent = true;
    this.remote.tell('headHttp', this.request, status, { ...headers });
    return this;
  }

  write(text: string): boolean {
    this.headersSent = true;
    this.remote.tell('writeHttp', this.request, text);
    return true;
  }

  end(text = ''): this {
    this.headersSent = true;
    this.writableEnded = true;
    this.remote.tell('endHttp', this.request, text);
    return this;
  }

  /** Its connection is over. */
  gone(): void {
    this.writableFinished = this.writableEnded;
    this.closed = true;
    this.destroyed = true;
    this.emit('close');
  }
}

/** Node's `http.Server`, on the serving process. */
class RemoteServer extends EventEmitter {
  maxConnections = 0;
  #address: { readonly port: number } | null = null;
  readonly #responses = new Map<number, RemoteResponse>();
  #stop: () => void = () => undefined;

  constructor(
    readonly remote: Remote<ServerMethods>,
    readonly id: number,
    readonly handler: Handler,
  ) {
    super();
  }

  listen(on: object): this {
    this.#stop = this.remote.listen(`http:${this.id}`, (...event: HttpEvent) =>
      this.#receive(...event),
    );
    this.remote.tell('listenHttp', this.id, { ...on });
    return this;
  }

  address(): { readonly port: number } | null {
    return this.#address;
  }

  close(closed: () => void = () => undefined): this {
    void this.remote
      .call('closeHttp', this.id)
      .catch(() => undefined)
      .then(() => {
        this.#stop();
        closed();
      });
    return this;
  }

  closeAllConnections(): void {
    // `close` did it already.
  }

  #receive(...[event, value, head, body]: HttpEvent): void {
    switch (event) {
      case 'listening':
        this.#address = value;
        return void this.emit('listening');
      case 'error':
        return void this.emit('error', rebuildError(value));
      case 'gone':
        this.#responses.get(value)?.gone();
        this.#responses.delete(value);
        return;
      case 'request': {
        const response = new RemoteResponse(this.remote, value);
        this.#responses.set(value, response);
        if (head && body) this.handler(new RemoteRequest(head, body), response);
      }
    }
  }
}

/** Node's `http`: `createServer`, on the serving process. */
export function remoteHttp(remote: Remote<ServerMethods>): object {
  let made = 0;
  const createServer = (first: object, handler?: Handler): RemoteServer =>
    new RemoteServer(remote, (made += 1), handler ?? (first as Handler));
  return implementedOnly("require('http')", { createServer });
}
