import { isJsonObject, type Json, type JsonObject } from '../../core/json.js';

export type RpcId = string | number;

export interface RpcRequest {
  readonly jsonrpc: '2.0';
  readonly id: RpcId;
  readonly method: string;
  readonly params?: JsonObject;
}

export interface RpcNotification {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: JsonObject;
}

/** An answer that is not checked yet (JSON-RPC 2.0, §5). */
export interface RpcAnswer {
  readonly jsonrpc: '2.0';
  readonly id: RpcId | null;
  readonly result?: Json;
  readonly error?: Json;
}

export type RpcMessage = RpcRequest | RpcNotification | RpcAnswer;

export type SoundAnswer =
  | { readonly result: JsonObject; readonly error?: never }
  | {
      readonly result?: never;
      readonly error: { readonly code: number; readonly message: string; readonly data?: Json };
    };

export const rpcCodes = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** Used before MCP 2026-07-28. */
  resourceNotFound: -32002,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
  /** The person must open a URL first (MCP 2025-11-25). */
  inputRequired: -32042,
} as const;

export function messageOf(value: JsonObject): RpcMessage | null {
  const { jsonrpc, id, method, params } = value;
  if (jsonrpc !== '2.0') return null;
  const hasId = typeof id === 'string' || typeof id === 'number';
  const isMessage =
    'method' in value
      ? typeof method === 'string' &&
        (hasId || id === undefined) &&
        (params === undefined || isJsonObject(params))
      : (hasId || id === null) && ('result' in value || 'error' in value);
  return isMessage ? (value as unknown as RpcMessage) : null;
}

export function isSoundAnswer(answer: object): answer is SoundAnswer {
  const { result, error } = answer as { readonly result?: Json; readonly error?: Json };
  if (error === undefined) return isJsonObject(result);
  return (
    result === undefined &&
    isJsonObject(error) &&
    Number.isInteger(error['code']) &&
    typeof error['message'] === 'string'
  );
}
