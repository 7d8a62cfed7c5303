import { isJsonObject, type Json } from '../../core/json.js';
import { messageOf, type RpcAnswer, type RpcMessage } from './json-rpc.js';

/** Deep nesting could overflow the stack. */
const DEPTH_LIMIT = 100;

export type WireLine =
  | { readonly kind: 'message'; readonly message: RpcMessage }
  | { readonly kind: 'noise' }
  /** `answer` has only the id of the message. Null if the message is no answer. */
  | { readonly kind: 'unusable'; readonly reason: string; readonly answer: RpcAnswer | null };

export function readWireLine(line: string): WireLine {
  const value = parsed(line);
  return value === null ? { kind: 'noise' } : readWireValue(value);
}

export function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

export function writeWireLine(message: Json | object): string {
  return JSON.stringify(message).replace(/\\(?:ud[89a-f]..|.)/gu, (escape) =>
    escape.startsWith('\\ud') ? '\ufffd' : escape,
  );
}

export function readWireValue(value: Json): WireLine {
  const message = isJsonObject(value) ? messageOf(value) : null;
  if (message === null) return { kind: 'noise' };
  const reason = unusableBecause(value);
  if (reason === null) return { kind: 'message', message };
  const answer = 'method' in message ? null : ({ jsonrpc: '2.0', id: message.id } as const);
  return { kind: 'unusable', reason, answer };
}

/** Returns what a server's message asks of the person or a model. Null if nothing is asked. */
export function wantedInput(message: RpcMessage): string | null {
  if (!('method' in message) || !('id' in message)) return null;
  if (message.method !== 'elicitation/create' && message.method !== 'sampling/createMessage') {
    return null;
  }
  const question = message.params?.['message'];
  return typeof question === 'string' ? `${message.method}: ${question}` : message.method;
}

/** A recursive walk could overflow the stack. */
function unusableBecause(root: Json): string | null {
  const open: { value: Json; depth: number }[] = [{ value: root, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value === 'number' && !Number.isFinite(value)) {
      return 'it contains a number that is too large';
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth > DEPTH_LIMIT) return `it is nested more than ${DEPTH_LIMIT} levels deep`;
    if (Object.hasOwn(value, '__proto__')) return 'it contains a key named __proto__';
    for (const child of Object.values(value)) open.push({ value: child, depth: depth + 1 });
  }
  return null;
}
