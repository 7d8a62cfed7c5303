import type { JsonObject } from '../../../core/json.js';
import type { SecretMask } from '../../../core/secret-mask.js';
import { rpcCodes, type RpcId, type RpcMessage, type RpcRequest } from '../../protocol/json-rpc.js';
import { eraOf, type Era } from '../../protocol/protocol-version.js';
import { requestMeta } from './client-info.js';
import { maskedReport, readAnswer, type RpcReport, type SendFailure } from './rpc-report.js';
import type { ServerTransport } from './server-transport.js';

/**
 * The most messages that a server may send between two answers: enough for progress ten times a second for
 * more than two hours.
 */
const mostUnasked = 100_000;
/**
 * The most requests that a server may send between two answers: enough for a ping every five seconds for more
 * than an hour.
 */
const mostAsked = 1_000;
const mostAnswering = 8;

/**
 * The client side of JSON-RPC 2.0 as MCP uses it. Each message is sent once, and each answer is matched to
 * its request by id; ids are never reused on a connection. There is no timer, cache or retry: the caller
 * decides how long to wait.
 */
export class RpcClient {
  #version: string | null = null;
  #lastId = 0;
  #refusals = 0;
  /**
   * How many messages the server sent by itself since its last answer to us. `#asked` is how many of them
   * want an answer.
   */
  #unasked = 0;
  #asked = 0;
  #answering = 0;
  readonly #waiting = new Map<RpcId, (report: RpcReport) => void>();

  /**
   * Starts listening to the server. Reported texts are masked here, because a secret that is cut later could
   * no longer be recognised.
   */
  constructor(
    readonly transport: ServerTransport,
    readonly mask: SecretMask,
  ) {
    transport.onmessage = (message) => this.#take(message);
    transport.onclose = () => this.#endWaiting();
    transport.start();
  }

  get era(): Era | null {
    return this.#version === null ? null : eraOf(this.#version);
  }

  /** Chooses the version for all further messages, even if the server has not agreed to it. */
  speak(version: string): void {
    this.#version = version;
  }

  /**
   * Sends one request and resolves with what became of the request. Never rejects. `begun` is called first,
   * with the request's id. `whyNot` is called right before the request is sent; if it returns a sentence,
   * nothing is sent.
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
    // With a check before sending, an answer is expected only after the check: a server may guess the id and
    // answer before the request was sent.
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
    // The error may be our own refusal of a question, passed back by a server in the middle of its work.
    return report.kind === 'rpc_error' && this.#refusals > refusalsBefore
      ? { ...report, refused: true }
      : report;
  }

  /** Sends one notification. Resolves with `null` when it was sent or accepted. Never rejects. */
  notify(method: string): Promise<SendFailure | null> {
    return this.#send({ jsonrpc: '2.0', method });
  }

  /** A message whose sending throws is reported as lost, because a part may have been sent. */
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

  #noteUnasked(): void {
    this.#unasked += 1;
    if (this.#unasked <= mostUnasked && this.#asked <= mostAsked) return;
    void this.transport.shutDown('the server sent too much that Countersign did not ask for');
  }

  /** From MCP 2026-07-28 on, servers send no requests and get no answers. */
  #answer({ id, method }: RpcRequest): void {
    if (method !== 'ping') this.#refusals += 1;
    if (this.era !== 'legacy') return;
    this.#asked += 1;
    // Each answer is kept in memory until the server reads it, so a server that reads none gets no more.
    if (this.#answering >= mostAnswering) return;
    this.#answering += 1;
    const answer =
      method === 'ping'
        ? { result: {} }
        : { error: { code: rpcCodes.methodNotFound, message: 'Method not found' } };
    void this.#send({ jsonrpc: '2.0', id, ...answer }).then(() => (this.#answering -= 1));
  }

  #endWaiting(): void {
    const { closedBecause } = this.transport;
    const why = closedBecause ?? 'the connection ended';
    const detail = `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
    for (const resolve of this.#waiting.values())
      resolve({ kind: 'lost', detail: this.mask(detail) });
    this.#waiting.clear();
  }
}
