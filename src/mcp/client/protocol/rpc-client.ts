import type { JsonObject } from '../../../core/json.js';
import type { SecretMask } from '../../../core/secret-mask.js';
import { rpcCodes, type RpcId, type RpcMessage, type RpcRequest } from '../../protocol/json-rpc.js';
import { eraOf, type Era } from '../../protocol/protocol-version.js';
import { requestMeta } from './client-info.js';
import { maskedReport, readAnswer, type RpcReport, type SendFailure } from './rpc-report.js';
import type { ServerTransport } from './server-transport.js';

const mostUnasked = 100_000;
const mostAsked = 1_000;
const mostAnswering = 8;

/** The client side of JSON-RPC 2.0 for MCP. Each message is sent once. */
export class RpcClient {
  #version: string | null = null;
  #lastId = 0;
  #refusals = 0;
  #unasked = 0;
  #asked = 0;
  #answering = 0;
  readonly #waiting = new Map<RpcId, (report: RpcReport) => void>();

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

  speak(version: string): void {
    this.#version = version;
  }

  /**
   * Sends one request and resolves with what became of it. Nothing is sent if `whyNot` returns a
   * sentence.
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
    // A server could guess the id. So no answer is accepted before `whyNot` has resolved.
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
    return report.kind === 'rpc_error' && this.#refusals > refusalsBefore
      ? { ...report, refused: true }
      : report;
  }

  /** Sends one notification. Resolves with null if that succeeds. */
  notify(method: string): Promise<SendFailure | null> {
    return this.#send({ jsonrpc: '2.0', method });
  }

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

  #answer({ id, method }: RpcRequest): void {
    if (method !== 'ping') this.#refusals += 1;
    if (this.era !== 'legacy') return;
    this.#asked += 1;
    // Answers that a server does not read would fill the memory.
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
