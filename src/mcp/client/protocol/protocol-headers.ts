import { isJsonObject, type Json, type JsonObject } from '../../../core/json.js';
import { headerValue, nameIn } from '../../protocol/header-value.js';
import type { RpcMessage } from '../../protocol/json-rpc.js';
import { metaKeys } from '../../protocol/protocol-version.js';

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/u;

/** Returns the headers that repeat parts of a message (MCP 2026-07-28). */
export function mirroredHeaders(message: RpcMessage): Record<string, string> {
  if (!isJsonObject(message as unknown as Json)) return {};
  if (!('method' in message) || !('id' in message)) return {};
  const { params } = message;
  const meta = params?.['_meta'];
  const version = meta !== undefined && isJsonObject(meta) ? meta[metaKeys.version] : undefined;
  if (typeof version !== 'string') return {};
  const name = nameIn(message);
  return {
    'mcp-protocol-version': version,
    'mcp-method': message.method,
    ...(name !== null && { 'mcp-name': headerValue(name) }),
  };
}

/**
 * Returns the `Mcp-Param-*` headers for a call, or what is wrong with the schema (MCP 2026-07-28,
 * "Schema extension").
 */
export function parameterHeaders(
  schema: JsonObject,
  args: JsonObject,
): Record<string, string> | string {
  const headers: Record<string, string> = {};
  const seen = new Set<string>();
  const problem = collect(schema, args, true);
  return problem ?? headers;

  function collect(node: Json, value: Json | undefined, reachable: boolean): string | null {
    if (Array.isArray(node)) return firstOf(node, (item: Json) => collect(item, undefined, false));
    if (!isJsonObject(node)) return null;
    if ('x-mcp-header' in node) {
      const wrong = take(node, value, reachable);
      if (wrong !== null) return wrong;
    }
    return firstOf(Object.entries(node), ([key, child]) => {
      if (key !== 'properties') {
        return isData(key) ? null : collect(child, undefined, false);
      }
      if (!isJsonObject(child)) return null;
      return firstOf(Object.entries(child), ([name, property]) =>
        collect(property, ownValue(value, name), reachable),
      );
    });
  }

  function take(node: JsonObject, value: Json | undefined, reachable: boolean): string | null {
    const name = node['x-mcp-header'];
    if (!reachable || node === schema) return 'an x-mcp-header where no argument is';
    if (typeof name !== 'string' || !TOKEN.test(name))
      return 'an x-mcp-header without a valid name';
    const { type } = node;
    if (type !== 'string' && type !== 'integer' && type !== 'boolean') {
      return `an x-mcp-header for ${name}, which is not text, a whole number or yes/no`;
    }
    const key = `mcp-param-${name.toLowerCase()}`;
    if (seen.has(key)) return `the x-mcp-header ${name} twice`;
    seen.add(key);
    const text = primitiveText(value);
    if (text !== null) headers[key] = headerValue(text);
    return null;
  }
}

function isData(keyword: string): boolean {
  return ['const', 'default', 'enum', 'examples', 'x-mcp-header'].includes(keyword);
}

function ownValue(value: Json | undefined, name: string): Json | undefined {
  return value !== undefined && isJsonObject(value) && Object.hasOwn(value, name)
    ? value[name]
    : undefined;
}

function primitiveText(value: Json | undefined): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : null;
}

function firstOf<T>(items: readonly T[], problemOf: (item: T) => string | null): string | null {
  for (const item of items) {
    const problem = problemOf(item);
    if (problem !== null) return problem;
  }
  return null;
}
