import type { ClientRequest, RequestOptions } from 'node:http';
import type {
  HttpClient,
  HttpExchange,
  HttpListeners,
  HttpRequest,
} from '../../../mcp/client/transport/http-client.js';

/**
 * Uses Node's `http` and `https`, because `fetch` does not distinguish an unsent request from a
 * lost answer.
 */
export function nodeHttpClient(): HttpClient {
  return { post: (request, listeners) => new Exchange(request, listeners) };
}

class Exchange implements HttpExchange {
  #request: ClientRequest | null = null;
  #over = false;

  constructor(
    sent: HttpRequest,
    readonly listeners: HttpListeners,
  ) {
    const opening = /^https:/iu.test(sent.url) ? this.#secured(sent) : this.#plain(sent);
    opening.catch((error: unknown) => this.#end(describe(error)));
  }

  breakOff(): void {
    this.#over = true;
    this.#request?.destroy();
  }

  async #plain(sent: HttpRequest): Promise<void> {
    const { default: http } = await import('node:http');
    if (this.#over) return;
    const payload = new TextEncoder().encode(sent.body);
    this.#run(http.request(sent.url, optionsOf(sent, payload)), 'connect', payload);
  }

  async #secured(sent: HttpRequest): Promise<void> {
    const { default: https } = await import('node:https');
    if (this.#over) return;
    const payload = new TextEncoder().encode(sent.body);
    const options = { ...optionsOf(sent, payload), rejectUnauthorized: true };
    this.#run(https.request(sent.url, options), 'secureConnect', payload);
  }

  #run(request: ClientRequest, connected: 'connect' | 'secureConnect', payload: Uint8Array): void {
    this.#request = request;
    request.once('socket', (socket) => {
      socket.once(connected, () => {
        void this.#write(request, payload);
      });
    });
    let answered = false;
    request.once('response', (response) => {
      answered = true;
      if (this.#over) return;
      this.listeners.head({
        status: response.statusCode ?? 0,
        headers: Object.fromEntries(
          Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
        ),
      });
      response.on('data', (chunk: Uint8Array) => {
        if (!this.#over) this.listeners.body(chunk);
      });
      response.once('end', () =>
        this.#end(response.complete ? null : 'the server broke off its answer'),
      );
      response.once('error', (error) => this.#end(describe(error)));
      response.once('close', () => this.#end('the server broke off its answer'));
    });
    // Node may report a second error. With `once`, nothing would listen for it, so Node would throw.
    request.on('error', (error) => this.#end(describe(error)));
    request.once('close', () => {
      if (!answered) this.#end('the server closed the connection');
    });
  }

  async #write(request: ClientRequest, payload: Uint8Array): Promise<void> {
    if (this.#over || !(await this.listeners.writing())) return;
    if (!this.#over) request.end(payload);
  }

  #end(problem: string | null): void {
    if (this.#over) return;
    this.#over = true;
    this.listeners.end(problem);
    this.#request?.destroy();
  }
}

function optionsOf({ headers }: HttpRequest, payload: Uint8Array): RequestOptions {
  return {
    method: 'POST',
    headers: { ...headers, 'content-length': payload.length, connection: 'close' },
    agent: false,
  };
}

const meanings: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at its address (ECONNREFUSED)',
  ENOTFOUND: 'its host name is not known (ENOTFOUND)',
  EAI_AGAIN: 'its host name could not be looked up (EAI_AGAIN)',
  ECONNRESET: 'the server closed the connection (ECONNRESET)',
  EPIPE: 'the server closed the connection (EPIPE)',
  ETIMEDOUT: 'its address did not answer (ETIMEDOUT)',
  EHOSTUNREACH: 'its address can’t be reached (EHOSTUNREACH)',
  ENETUNREACH: 'its address can’t be reached (ENETUNREACH)',
  CERT_HAS_EXPIRED: 'its certificate has expired (CERT_HAS_EXPIRED)',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate isn’t trusted (DEPTH_ZERO_SELF_SIGNED_CERT)',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate isn’t trusted (SELF_SIGNED_CERT_IN_CHAIN)',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate isn’t trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE)',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another name (ERR_TLS_CERT_ALTNAME_INVALID)',
};

/** Uses only the error's code, because Node's messages may quote what was sent or received. */
function describe(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!/^[A-Z][A-Z0-9_]*$/u.test(code)) return 'the request could not be made';
  return meanings[code] ?? `the connection failed (${code})`;
}
