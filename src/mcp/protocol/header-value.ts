import type { RpcRequest } from './json-rpc.js';

/** The header `Mcp-Name` repeats these fields (MCP 2026-07-28, "Standard request headers"). */
const nameFields: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

export function nameIn({ method, params }: RpcRequest): string | null {
  const name = params?.[nameFields[method] ?? ''];
  return Object.hasOwn(nameFields, method) && typeof name === 'string' ? name : null;
}

/** Returns a text as the value of a header, in base64 if a plain text would not be safe. */
export function headerValue(text: string): string {
  const isPlain =
    /^[\t\x20-\x7e]+$/u.test(text) && text.trim() === text && !/^=\?base64\?.*\?=$/u.test(text);
  if (isPlain) return text;
  const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte));
  return `=?base64?${btoa(binary.join(''))}?=`;
}

/** Returns the text of a header's value, which may be in base64. Null if the base64 is damaged. */
export function decodeHeaderValue(value: string): string | null {
  const [, base64] = /^=\?base64\?(.*)\?=$/u.exec(value) ?? [];
  if (base64 === undefined) return value;
  try {
    const binary = atob(base64);
    if (btoa(binary) !== base64) return null;
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
