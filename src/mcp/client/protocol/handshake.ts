import { isJsonObject, type Json } from '../../../core/json.js';
import { rpcCodes } from '../../protocol/json-rpc.js';
import { eraOf, newestVersion, olderVersions } from '../../protocol/protocol-version.js';
import { clientCapabilities, clientInfo } from './client-info.js';
import type { RpcClient } from './rpc-client.js';
import { whyNoResult, type NoResult, type RpcReport } from './rpc-report.js';

/**
 * Agrees on a version of MCP. Over stdio, `initialize` comes first, because some older servers exit
 * at any other message.
 */
export async function shakeHands(client: RpcClient, overStdio: boolean): Promise<NoResult | null> {
  if (!overStdio) {
    const found = await discover(client);
    return found === 'older' ? agree(client, await initialize(client)) : found.problem;
  }
  const opened = await initialize(client);
  if (opened.kind !== 'rpc_error') return agree(client, opened);
  const found = await discover(client);
  return found === 'older' ? whyNoResult(opened) : found.problem;
}

type Found = 'older' | { readonly problem: NoResult | null };

const noCommonVersion: NoResult = {
  is: 'unreachable',
  words: 'the server does not support any MCP version that Countersign knows',
};

async function discover(client: RpcClient): Promise<Found> {
  client.speak(newestVersion);
  const report = await client.request('server/discover');
  switch (report.kind) {
    case 'result': {
      const { supportedVersions } = report.result;
      if (!isListOfTexts(supportedVersions) || !supportedVersions.includes(newestVersion)) {
        return 'older';
      }
      client.transport.setProtocolVersion?.(newestVersion);
      return { problem: null };
    }
    case 'rpc_error':
      return hasOlder(report) ? 'older' : { problem: noCommonVersion };
    case 'http_status':
      return isFromOlder(report.status) ? 'older' : { problem: whyNoResult(report) };
    default:
      return { problem: whyNoResult(report) };
  }
}

function hasOlder({ code, data }: Extract<RpcReport, { kind: 'rpc_error' }>): boolean {
  if (code !== rpcCodes.unsupportedVersion) return true;
  const supported = isJsonObject(data) ? data['supported'] : undefined;
  if (!isListOfTexts(supported)) return true;
  return supported.some((version) => eraOf(version) === 'legacy');
}

function isFromOlder(status: number): boolean {
  return status !== 401 && status !== 403 && status < 500;
}

function initialize(client: RpcClient): Promise<RpcReport> {
  const [offered] = olderVersions;
  client.speak(offered);
  return client.request('initialize', {
    protocolVersion: offered,
    capabilities: clientCapabilities,
    clientInfo,
  });
}

async function agree(client: RpcClient, opened: RpcReport): Promise<NoResult | null> {
  if (opened.kind !== 'result') return whyNoResult(opened);
  const agreed = olderVersions.find((version) => version === opened.result['protocolVersion']);
  if (agreed === undefined) {
    return { is: 'wants_other', words: 'wants an MCP version that Countersign does not know' };
  }
  client.speak(agreed);
  client.transport.setProtocolVersion?.(agreed);
  const failure = await client.notify('notifications/initialized');
  return failure === null ? null : whyNoResult(failure);
}

function isListOfTexts(value: Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
