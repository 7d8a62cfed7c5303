import { isJsonObject, type Json, type JsonObject } from '../../core/json.js';
import {
  rpcCodes,
  type RpcAnswer,
  type RpcId,
  type RpcNotification,
  type RpcRequest,
} from '../protocol/json-rpc.js';
import { readWireValue } from '../protocol/wire-message.js';
import { answerCall, toolResult } from './methods.js';
import { refuse, type Outcome } from './reply.js';
import { resultFor } from './older-content.js';
import { judgeEra, type MirroredHeaders } from './request-era.js';
import { RunningCalls } from './running-calls.js';
import type { ServerFeatures, ToolAnswer } from './server-features.js';

export interface Exchange {
  readonly client: string | null;
  readonly features: ServerFeatures;
  readonly headers: MirroredHeaders | null;
  readonly signal: AbortSignal;
  readonly notify: ((notification: RpcNotification) => void) | null;
}

export interface Reply {
  readonly status: number;
  readonly message: RpcAnswer | null;
  readonly onTold?: ToolAnswer['onTold'];
}

const accepted: Reply = { status: 202, message: null };

export class McpServer {
  readonly #running = new RunningCalls();
  readonly #serverInfo: JsonObject;

  constructor(version: string) {
    this.#serverInfo = { name: 'countersign', title: 'Countersign', version };
  }

  async answer(body: Json, exchange: Exchange): Promise<Reply> {
    if (Array.isArray(body)) {
      return replyTo(null, refuse(rpcCodes.invalidRequest, 'Batches are refused.', bad));
    }
    const read = readWireValue(body);
    if (read.kind !== 'message') {
      const why = read.kind === 'noise' ? 'it is no message of JSON-RPC 2.0' : read.reason;
      return replyTo(idIn(body), refuse(rpcCodes.invalidRequest, `Not answered: ${why}.`, bad));
    }
    const { message } = read;
    if (!('method' in message)) {
      return replyTo(null, refuse(rpcCodes.invalidRequest, 'Only requests are answered.', bad));
    }
    if (!('id' in message)) {
      if (message.method === 'notifications/cancelled') {
        this.#running.cancel(exchange.client, message.params?.['requestId']);
      }
      return accepted;
    }
    return this.#answerRequest(message, exchange);
  }

  async #answerRequest(request: RpcRequest, exchange: Exchange): Promise<Reply> {
    const { client, features, headers, notify } = exchange;
    const verdict = judgeEra(request, headers);
    if (verdict.refusal) return replyTo(request.id, verdict);
    const { id, method, params = {} } = request;
    const outcome = await this.#running.run(client, id, exchange.signal, (signal) =>
      answerCall({
        ...{ id, method, params, era: verdict.era, features, signal, notify },
        serverInfo: this.#serverInfo,
      }).catch(failed),
    );
    if (outcome === null) return accepted;
    const isOlder = verdict.era === 'legacy' && method === 'tools/call' && outcome.result;
    if (!isOlder) return replyTo(id, outcome);
    return replyTo(id, { ...outcome, result: resultFor(headers?.version ?? null, outcome.result) });
  }
}

const bad = { status: 400 } as const;

/** An exception may contain what no agent should read. */
function failed(): Outcome {
  return refuse(
    rpcCodes.internal,
    'Countersign failed while it worked on this. It may have been done: look before you repeat it.',
  );
}

export function replyTo(id: RpcId | null, outcome: Outcome): Reply {
  const { result, refusal } = outcome;
  if (result) {
    return { status: 200, message: { jsonrpc: '2.0', id, result }, onTold: outcome.onTold };
  }
  const { status = 200, code, message, data } = refusal;
  const error = { code, message, ...(data && { data }) };
  return { status, message: { jsonrpc: '2.0', id, error } };
}

export function refusedCall(body: Json, why: string, status: number): Reply {
  const { method, id: given } = isJsonObject(body) ? body : {};
  const id = idIn(body);
  if (method === 'tools/call' && id !== null) {
    const result = { resultType: 'complete', ...toolResult({ isError: true, text: why }) };
    return replyTo(id, { result });
  }
  if (typeof method === 'string' && given === undefined) return accepted;
  return replyTo(id, refuse(rpcCodes.invalidRequest, why, { status }));
}

export function idIn(body: Json): RpcId | null {
  const id = isJsonObject(body) ? body['id'] : undefined;
  if (typeof id === 'number') return Math.abs(id) > Number.MAX_SAFE_INTEGER ? null : id;
  return typeof id === 'string' ? id : null;
}
