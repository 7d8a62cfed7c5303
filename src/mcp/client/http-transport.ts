import type { JSONRPCMessage, TransportSendOptions } from '@modelcontextprotocol/client';
import type { CallReport } from '../../core/request/call-report.js';
import { withReport } from './failed-sending.js';
import { secretHider } from './hidden-secrets.js';
import { HttpAnswer } from './http-answer.js';
import type { HttpClient, HttpExchange } from './http-client.js';
import { mirroredHeaders } from './protocol-headers.js';
import type { ServerTransport, TransportLimits } from './server-transport.js';
import { wantedInput } from './wire-message.js';

/** The server of one HTTP bridge. */
export interface HttpServer {
  readonly url: string;
  /** Of the bridge; they may hold secrets, and never get into a message. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * MCP's Streamable HTTP, both eras: one POST a message, answered by JSON or by a stream of events. Unlike
 * the SDK's own it knows whether a message was sent at all, sends nothing twice (no redirect, no resumed
 * stream, no new session, no sign-in), takes an answer only from the very exchange that asked for it,
 * and learns at once when that ends without one. The stream for messages that nobody asked for (GET)
 * is not opened, and a session is not ended by DELETE, which could break off a call that runs.
 */
export class HttpTransport implements ServerTransport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  onwantedinput?: (question: string) => void;

  messagesWritten = 0;
  closedBecause: string | null = null;
  shaking = false;
  readonly noise: string[] = [];
  readonly closed: Promise<void>;

  #settleClosed = (): void => {};
  #session: string | null = null;
  #version: string | null = null;
  readonly #open = new Set<HttpExchange>();
  readonly #hide: (text: string) => string;

  constructor(
    readonly server: HttpServer,
    readonly http: HttpClient,
    readonly limits: TransportLimits,
  ) {
    this.#hide = secretHider(server.headers);
    this.closed = new Promise((resolve) => {
      this.#settleClosed = resolve;
    });
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  setProtocolVersion(version: string): void {
    this.#version = version;
  }

  stderrTail(): string {
    return '';
  }

  /** Why a handshake failed is told by its error, and not by this. */
  close(): Promise<void> {
    return this.shaking ? Promise.resolve() : this.shutDown();
  }

  shutDown(): Promise<void> {
    if (this.closedBecause === null) {
      this.closedBecause = 'it was closed here';
      for (const exchange of this.#open) exchange.breakOff();
      this.#open.clear();
      this.#settleClosed();
      this.onclose?.();
    }
    return this.closed;
  }

  /**
   * Settles when the exchange is over. Rejects with an error that carries a report ({@link withReport})
   * when the message was not sent, not accepted, or not answered.
   */
  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const sdk = await import('./sdk.js');
    const report = await this.#exchange(message, options?.headers ?? {});
    if (report === null) return;
    // The SDK chooses the era by the kind of error that its first question meets.
    throw report.kind === 'http_status'
      ? withReport(
          new sdk.SdkHttpError(sdk.SdkErrorCode.ClientHttpNotImplemented, describe(report), {
            status: report.status,
            text: report.detail,
          }),
          report,
        )
      : withReport(new Error(describe(report)), report);
  }

  /** `null`: accepted, or answered and passed on. */
  #exchange(
    message: JSONRPCMessage,
    more: Readonly<Record<string, string>>,
  ): Promise<CallReport | null> {
    if (this.closedBecause !== null) {
      return Promise.resolve({ kind: 'not_sent', detail: `${this.closedBecause}.` });
    }
    const id = 'method' in message && 'id' in message ? message.id : null;
    const isHandshake = 'method' in message && message.method === 'initialize';
    return new Promise((resolve) => {
      let sent = false;
      let answer: HttpAnswer | null = null;
      let exchange: HttpExchange | null = null;
      const settle = (report: CallReport | null): void => {
        if (exchange !== null) {
          this.#open.delete(exchange);
          exchange.breakOff();
        }
        resolve(report);
      };
      exchange = this.http.post(
        {
          url: this.server.url,
          headers: { ...lowerCased(this.server.headers), ...this.#headers(message), ...more },
          body: JSON.stringify(message),
        },
        {
          writing: () => {
            sent = true;
            this.messagesWritten += 1;
          },
          head: (head) => {
            const session = head.headers['mcp-session-id'];
            if (isHandshake && session !== undefined) this.#session = session;
            answer = new HttpAnswer(head, id, {
              limits: this.limits,
              hide: this.#hide,
              message: (received) => this.#pass(received),
              noise: (text) => this.#keepNoise(text),
              settle,
            });
          },
          body: (chunk) => answer?.push(chunk),
          end: (problem) => {
            if (answer !== null) return answer.end(problem);
            const detail = `${capitalise(problem ?? 'the server closed the connection')}.`;
            settle({ kind: sent ? 'lost' : 'not_sent', detail });
          },
        },
      );
      this.#open.add(exchange);
    });
  }

  #headers(message: JSONRPCMessage): Record<string, string> {
    return {
      accept: 'application/json, text/event-stream',
      'accept-encoding': 'identity',
      'content-type': 'application/json',
      ...(this.#session !== null && { 'mcp-session-id': this.#session }),
      ...(this.#version !== null && { 'mcp-protocol-version': this.#version }),
      ...mirroredHeaders(message),
    };
  }

  /** What a server asks of the person is told, and not passed on: nothing here could answer it. */
  #pass(message: JSONRPCMessage): void {
    if (this.closedBecause !== null) return;
    const question = wantedInput(message);
    if (question === null) this.onmessage?.(message);
    else this.onwantedinput?.(question);
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

function describe(report: CallReport): string {
  if (report.kind === 'http_status') return `the server answered HTTP ${report.status}`;
  return 'detail' in report ? report.detail.replace(/\.$/u, '') : 'the server did not answer';
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
