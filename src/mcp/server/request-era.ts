import { isJsonObject, type Json, type JsonObject } from '../../core/json.js';
import { decodeHeaderValue, nameIn } from '../protocol/header-value.js';
import { rpcCodes, type RpcRequest } from '../protocol/json-rpc.js';
import { metaKeys, newestVersion, olderVersions, type Era } from '../protocol/protocol-version.js';
import { refuse, type Refusal } from './reply.js';

export interface MirroredHeaders {
  readonly version: string | null;
  readonly method: string | null;
  readonly name: string | null;
}

type Verdict = { readonly era: Era; readonly refusal?: never } | { readonly refusal: Refusal };

const supported: readonly string[] = [newestVersion, ...olderVersions];
const supportedInMeta: readonly string[] = [newestVersion];

/**
 * Decides to which era of MCP a request belongs, or refuses the request (MCP 2026-07-28, "Server
 * validation").
 * @param headers null when the transport has none
 */
export function judgeEra(request: RpcRequest, headers: MirroredHeaders | null): Verdict {
  const meta = request.params?.['_meta'];
  const claimed = isJsonObject(meta) ? meta[metaKeys.version] : undefined;
  if (isJsonObject(meta) && claimed !== undefined) return judgeClaim(request, meta, headers);
  const said = headers?.version ?? null;
  if (said === null) return { era: 'legacy' };
  if (said === newestVersion) {
    if (request.method === 'initialize') {
      return mismatch('initialize belongs to the versions before it');
    }
    return refuse(
      rpcCodes.invalidParams,
      `Version ${newestVersion} has _meta["${metaKeys.version}"] in each request.`,
      { status: 400 },
    );
  }
  // `initialize` itself agrees on a version, so any header is accepted.
  return supported.includes(said) || request.method === 'initialize'
    ? { era: 'legacy' }
    : unsupported(said, supported);
}

function judgeClaim(
  request: RpcRequest,
  meta: JsonObject,
  headers: MirroredHeaders | null,
): Verdict {
  const version = meta[metaKeys.version];
  const wrong = wrongMeta(meta);
  if (typeof version !== 'string' || wrong !== null) {
    const problem = wrong ?? `${metaKeys.version} must be text`;
    return refuse(rpcCodes.invalidParams, `_meta: ${problem}.`, { status: 400 });
  }
  if (headers && headers.version !== null && headers.version !== version) {
    return mismatch(`MCP-Protocol-Version differs from the version in _meta, ${version}`);
  }
  if (!supportedInMeta.includes(version)) return unsupported(version, supportedInMeta);
  const differs = headers && differingHeader(request, headers);
  return differs === null ? { era: 'modern' } : mismatch(differs);
}

function wrongMeta(meta: JsonObject): string | null {
  if (!isJsonObject(meta[metaKeys.clientCapabilities])) {
    return `${metaKeys.clientCapabilities} must be an object`;
  }
  const info: Json | undefined = meta[metaKeys.clientInfo];
  const isSound =
    info === undefined ||
    (isJsonObject(info) && typeof info['name'] === 'string' && typeof info['version'] === 'string');
  return isSound ? null : `${metaKeys.clientInfo} must have a name and a version`;
}

function differingHeader(request: RpcRequest, headers: MirroredHeaders): string | null {
  if (headers.version === null) return 'MCP-Protocol-Version is missing';
  if (headers.method === null) return 'Mcp-Method is missing';
  if (headers.method !== request.method) return 'Mcp-Method differs from the method';
  const name = nameIn(request);
  if (name === null) return null;
  if (headers.name === null) return 'Mcp-Name is missing';
  return decodeHeaderValue(headers.name) === name ? null : 'Mcp-Name differs from the parameters';
}

function mismatch(what: string): { readonly refusal: Refusal } {
  return refuse(rpcCodes.headerMismatch, `Header mismatch: ${what}.`, { status: 400 });
}

function unsupported(
  requested: string,
  versions: readonly string[],
): { readonly refusal: Refusal } {
  return refuse(rpcCodes.unsupportedVersion, 'Unsupported protocol version', {
    status: 400,
    data: { supported: versions, requested },
  });
}
