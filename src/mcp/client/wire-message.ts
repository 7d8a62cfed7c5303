import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.js';

/** Deepest nesting of a message that is passed on; recursive readers behind us stay within their stack. */
const DEPTH_LIMIT = 100;

/** JSON-RPC error of MCP for "the person has to open a URL first" (2025-11-25, elicitation). */
export const inputRequiredCode = -32042;

/** What one line from a server is. */
export type WireLine =
  | { readonly kind: 'message'; readonly message: JSONRPCMessage }
  /** No JSON-RPC message: a log line gone astray, a torn or mangled answer. */
  | { readonly kind: 'noise' }
  /** JSON that nothing behind us should be given. */
  | { readonly kind: 'unusable'; readonly reason: string };

/** Reads one line from a server. Whether the message has a sound shape is left to the SDK. */
export function readWireLine(line: string): WireLine {
  const value = parsed(line);
  return value === null ? { kind: 'noise' } : readWireValue(value);
}

/** JSON, or `null` where it is none; `null` itself is no message either. */
export function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** Reads one message that was already parsed. */
export function readWireValue(value: Json): WireLine {
  if (!isJsonObject(value) || value['jsonrpc'] !== '2.0') return { kind: 'noise' };
  const reason = unusableBecause(value) ?? oddResult(value);
  if (reason !== null) return { kind: 'unusable', reason };
  return { kind: 'message', message: keepInputRequired(value) as unknown as JSONRPCMessage };
}

/** What a server asks of the person with this message, or `null`. */
export function wantedInput(message: JSONRPCMessage): string | null {
  if (!('method' in message) || !('id' in message)) return null;
  if (message.method !== 'elicitation/create' && message.method !== 'sampling/createMessage') {
    return null;
  }
  const question = message.params?.['message'];
  return typeof question === 'string' ? `${message.method}: ${question}` : message.method;
}

/**
 * From 2026-07-28 on a result says of what type it is; one of a type that is not known is no success. On
 * connections of the older eras the SDK would strip the type, and the rest would look like one.
 */
function oddResult(message: JsonObject): string | null {
  const result = message['result'];
  const type = result !== undefined && isJsonObject(result) ? result['resultType'] : undefined;
  return type === undefined || type === 'complete' || type === 'input_required'
    ? null
    : 'its result is of a type that is not known';
}

/** Walks without recursion: `JSON.parse` accepts nesting that would overflow a recursive walk. */
function unusableBecause(root: Json): string | null {
  const open: { value: Json; depth: number }[] = [{ value: root, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value === 'number' && !Number.isFinite(value)) {
      return 'it holds a number too large to be kept';
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth > DEPTH_LIMIT) return `it is nested more than ${DEPTH_LIMIT} levels deep`;
    if (Object.hasOwn(value, '__proto__')) return 'it holds a key named __proto__';
    for (const child of Object.values(value)) open.push({ value: child, depth: depth + 1 });
  }
  return null;
}

/**
 * A result of type `input_required` is no result. On connections of the older eras the SDK strips
 * `resultType`, and the rest would look like a success: so it is turned into the error that says the same.
 */
function keepInputRequired(message: JsonObject): JsonObject {
  const result = message['result'];
  if (!isJsonObject(result) || result['resultType'] !== 'input_required') return message;
  const requests = isJsonObject(result['inputRequests']) ? result['inputRequests'] : {};
  const questions = Object.values(requests).map((request) => {
    const method = isJsonObject(request) ? request['method'] : undefined;
    const params = isJsonObject(request) ? request['params'] : undefined;
    const question = isJsonObject(params) ? params['message'] : undefined;
    return [method, question].filter((part) => typeof part === 'string').join(': ');
  });
  return {
    jsonrpc: '2.0',
    id: message['id'] ?? null,
    error: { code: inputRequiredCode, message: ['input_required', ...questions].join('; ') },
  };
}
