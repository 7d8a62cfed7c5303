import type { SecretMask } from '../../../core/secret-mask.js';
import { HttpAnswer } from './http-answer.js';
import type { HttpClient, HttpExchange } from './http-client.js';
import type { RpcId, RpcMessage } from '../../protocol/json-rpc.js';
import { mirroredHeaders } from '../protocol/protocol-headers.js';
import type { SendFailure } from '../protocol/rpc-report.js';
import type { ServerTransport, TransportLimits } from '../protocol/server-transport.js';
import { wantedInput } from '../../protocol/wire-message.js';

export interface HttpServer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** MCP's Streamable HTTP, with one POST for each message. */
export class HttpTransport implements ServerTransport {
  onclose?: () => void;
  onmessage?: (message: RpcMessage) => void;
  onwantedinput?: (question: string, during: RpcId | null) => void;

  closedBecause: string | null = null;
  readonly noise: string[] = [];
  readonly closed: Promise<void>;

  #resolveClosed = (): void => {};
  #session: string | null = null;
  #version: string | null = null;
  readonly #open = new Set<() => void>();
  readonly #unsent = new Map<RpcId, (why: string) => void>();

  constructor(
    readonly server: HttpServer,
    readonly http: HttpClient,
    readonly limits: TransportLimits,
    readonly mask: SecretMask,
  ) {
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
  }

  start(): void {
    // Nothing can arrive before something was sent.
  }

  setProtocolVersion(version: string): void {
    this.#version = version;
  }

  stderrTail(): string {
    return '';
  }

  shutDown(because = 'it was closed here'): Promise<void> {
    if (this.closedBecause === null) {
      this.closedBecause = because;
      for (const giveUp of [...this.#open]) giveUp();
      this.#resolveClosed();
      this.onclose?.();
    }
    return this.closed;
  }

  isUnsent(id: RpcId): boolean {
    return this.#unsent.has(id);
  }

  unsend(id: RpcId, why: string): boolean {
    const giveUp = this.#unsent.get(id);
    giveUp?.(why);
    return giveUp !== undefined;
  }

  send(
    message: RpcMessage,
    more: Readonly<Record<string, string>> = {},
    whyNot?: () => Promise<string | null>,
  ): Promise<SendFailure | null> {
    if (this.closedBecause !== null) {
      return Promise.resolve({ kind: 'not_sent', detail: `${capitalise(this.closedBecause)}.` });
    }
    const id = 'method' in message && 'id' in message ? message.id : null;
    const isHandshake = 'method' in message && message.method === 'initialize';
    return new Promise((resolve) => {
      let sent = false;
      let isSettled = false;
      let answer: HttpAnswer | null = null;
      let exchange: HttpExchange | null = null;
      const finish = (failure: SendFailure | null): void => {
        isSettled = true;
        this.#open.delete(giveUp);
        if (id !== null) this.#unsent.delete(id);
        exchange?.breakOff();
        resolve(failure);
      };
      const unanswered = (why: string): void =>
        finish({ kind: sent ? 'lost' : 'not_sent', detail: `${capitalise(why)}.` });
      const giveUp = (): void => unanswered(this.closedBecause ?? 'the connection was closed');
      const mayWrite = (kept: string | null): boolean => {
        if (isSettled) return false;
        if (kept !== null) {
          finish({ kind: 'not_sent', detail: kept });
          return false;
        }
        sent = true;
        if (id !== null) this.#unsent.delete(id);
        return true;
      };
      if (id !== null) {
        this.#unsent.set(id, (why) => finish({ kind: 'not_sent', detail: why }));
      }
      exchange = this.http.post(
        {
          url: this.server.url,
          headers: { ...lowerCased(this.server.headers), ...this.#headers(message), ...more },
          body: JSON.stringify(message),
        },
        {
          writing: () => (whyNot ? whyNot().then(mayWrite) : Promise.resolve(mayWrite(null))),
          head: (head) => {
            if (!sent) return unanswered('the server answered before it was asked');
            const session = head.headers['mcp-session-id'];
            if (isHandshake && session !== undefined) this.#session = session;
            answer = new HttpAnswer(head, id, {
              limits: this.limits,
              mask: this.mask,
              message: (received) => this.#pass(received, id),
              noise: (text) => this.#keepNoise(text),
              finish,
            });
          },
          body: (chunk) => answer?.push(chunk),
          end: (problem) => {
            if (answer === null) unanswered(problem ?? 'the server closed the connection');
            else answer.end(problem);
          },
        },
      );
      this.#open.add(giveUp);
    });
  }

  #headers(message: RpcMessage): Record<string, string> {
    return {
      accept: 'application/json, text/event-stream',
      'accept-encoding': 'identity',
      'content-type': 'application/json',
      ...(this.#session !== null && { 'mcp-session-id': this.#session }),
      ...(this.#version !== null && { 'mcp-protocol-version': this.#version }),
      ...mirroredHeaders(message),
    };
  }

  #pass(message: RpcMessage, during: RpcId | null): void {
    if (this.closedBecause !== null) return;
    const question = wantedInput(message);
    if (question === null) this.onmessage?.(message);
    else this.onwantedinput?.(question, during);
  }

  #keepNoise(text: string): void {
    this.noise.push(text);
    if (this.noise.length > KEPT_NOISE) this.noise.shift();
  }
}

const KEPT_NOISE = 20;

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
