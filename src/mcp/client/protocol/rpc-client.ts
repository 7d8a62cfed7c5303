import type { JsonObject } from '../../../core/json.js';
import type { SecretMask } from '../../../core/secret-mask.js';
import { rpcCodes, type RpcId, type RpcMessage, type RpcRequest } from '../../protocol/json-rpc.js';
import { eraOf, type Era } from '../../protocol/protocol-version.js';
import { requestMeta } from './client-info.js';
import { maskedReport, readAnswer, type RpcReport, type SendFailure } from './rpc-report.js';
import type { ServerTransport } from './server-transport.js';

/** A server that tells of progress ten times a second does so for more than two hours. */
const mostUnasked = 100_000;
/** A server that asks every five seconds whether we are there does so for more than an hour. */
const mostAsked = 1_000;
const mostAnswering = 8;

/**
 * Our end of a conversation in JSON-RPC 2.0, as MCP uses it. It sends what it is given, once, and ties
 * each answer to its request by the very id; ids are never used again on a connection. It has no timer,
 * no cache and no second try: who waits decides for how long.
 */
export class RpcClient {
  #version: string | null = null;
  #lastId = 0;
  /** How many requests of the server were refused. */
  #refusals = 0;
  /** How many messages of its own the server sent since it last answered us, and how many of them ask for an answer. */
  #unasked = 0;
  #asked = 0;
  /** How many of our answers are on their way. */
  #answering = 0;
  readonly #waiting = new Map<RpcId, (report: RpcReport) => void>();

  /** Begins to listen to the server. Whatever a report tells but a result holds no secret: it may be cut later. */
  constructor(
    readonly transport: ServerTransport,
    readonly mask: SecretMask,
  ) {
    transport.onmessage = (message) => this.#take(message);
    transport.onclose = () => this.#endWaiting();
    transport.start();
  }

  /** Which era's rules hold now; `null` before a version was spoken. */
  get era(): Era | null {
    return this.#version === null ? null : eraOf(this.#version);
  }

  /** Chooses the version that is spoken from now on, whether the server has agreed to it yet or not. */
  speak(version: string): void {
    this.#version = version;
  }

  /**
   * Sends one request, and gives what became of it whenever that is known. Never rejects. `begun` gets its id first;
   * `whyNot` is asked right before it is handed over, and keeps it back with a sentence.
   */
  async request(
    method: string,
    params: JsonObject = {},
    headers: Readonly<Record<string, string>> = {},
    { begun, whyNot }: { begun?: (id: RpcId) => void; whyNot?: () => Promise<string | null> } = {},
  ): Promise<RpcReport> {
    const id = (this.#lastId += 1);
    begun?.(id);
    let expectAnswer = (): void => undefined;
    const answered = new Promise<RpcReport>((resolve) => {
      expectAnswer = () => void this.#waiting.set(id, resolve);
    });
    if (!whyNot) expectAnswer();
    // A server may guess the id and answer before it is asked.
    const mayAsk =
      whyNot &&
      (async (): Promise<string | null> => {
        const kept = await whyNot();
        if (kept === null) expectAnswer();
        return kept;
      });
    const refusalsBefore = this.#refusals;
    const version = this.#version;
    const inMeta = version !== null && eraOf(version) === 'modern';
    const failure = await this.#send(
      {
        jsonrpc: '2.0',
        id,
        method,
        params: inMeta ? { ...params, _meta: requestMeta(version) } : params,
      },
      headers,
      mayAsk,
    );
    if (failure !== null) {
      this.#waiting.delete(id);
      return maskedReport(failure, this.mask);
    }
    if (this.transport.closedBecause !== null) this.#endWaiting();
    const report = await answered;
    // Such an error may be our own refusal, passed on by a server that was in the middle of its work.
    return report.kind === 'rpc_error' && this.#refusals > refusalsBefore
      ? { ...report, refused: true }
      : report;
  }

  /** Sends one notification. `null`: it was handed over, or accepted. Never rejects. */
  notify(method: string): Promise<SendFailure | null> {
    return this.#send({ jsonrpc: '2.0', method });
  }

  /** Whatever is thrown on the way, something may have been sent. */
  #send(
    message: RpcMessage,
    headers: Readonly<Record<string, string>> = {},
    whyNot?: () => Promise<string | null>,
  ): Promise<SendFailure | null> {
    return this.transport
      .send(message, headers, whyNot)
      .catch((error: unknown) => ({ kind: 'lost', detail: `${String(error)}.` }));
  }

  #take(message: RpcMessage): void {
    if (this.transport.closedBecause !== null) return;
    if ('method' in message) {
      if ('id' in message) this.#answer(message);
      return this.#noteUnasked();
    }
    const { id } = message;
    const resolve = id === null ? undefined : this.#waiting.get(id);
    if (id === null || resolve === undefined) return this.#noteUnasked();
    this.#unasked = 0;
    this.#asked = 0;
    this.#waiting.delete(id);
    resolve(maskedReport(readAnswer(message), this.mask));
  }

  /** Whoever never stops would take up all of our time and memory. */
  #noteUnasked(): void {
    this.#unasked += 1;
    if (this.#unasked <= mostUnasked && this.#asked <= mostAsked) return;
    void this.transport.shutDown('the server sent too much that Countersign did not ask for');
  }

  /**
   * Nothing that a server may ask is offered to it, but whether we are there. From 2026-07-28 on servers
   * send no requests, and get no answers.
   */
  #answer({ id, method }: RpcRequest): void {
    if (method !== 'ping') this.#refusals += 1;
    if (this.era !== 'legacy') return;
    this.#asked += 1;
    // Who reads no answers gets no more of them: each one is held until it is read.
    if (this.#answering >= mostAnswering) return;
    this.#answering += 1;
    const answer =
      method === 'ping'
        ? { result: {} }
        : { error: { code: rpcCodes.methodNotFound, message: 'Method not found' } };
    void this.#send({ jsonrpc: '2.0', id, ...answer }).then(() => (this.#answering -= 1));
  }

  /** Nobody answers any more what has been handed over. */
  #endWaiting(): void {
    const { closedBecause } = this.transport;
    const why = closedBecause ?? 'the connection ended';
    const detail = `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
    for (const resolve of this.#waiting.values())
      resolve({ kind: 'lost', detail: this.mask(detail) });
    this.#waiting.clear();
  }
}
