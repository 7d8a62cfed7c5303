import type {
  Client,
  RequestOptions,
  VersionNegotiationOptions,
} from '@modelcontextprotocol/client';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker';
import type { ServerTransport } from './server-transport.js';
import { StdioTransport } from './stdio-transport.js';

/** The newest version, which knows no `initialize`. */
const NEWEST = '2026-07-28';

/**
 * Agrees with a server on a version of MCP. Over HTTP the newest is tried first (`auto`). Over stdio
 * `initialize` comes first, because some older servers end on anything else; only a server that refuses
 * just that is asked for the newest version, on the same process. Rejects when there is no agreement.
 */
export async function shakeHands(
  transport: ServerTransport,
  options: RequestOptions,
  isClosing: () => boolean,
): Promise<Client> {
  const { ProtocolError } = await import('./sdk.js');
  if (isClosing()) throw new Error('it was closed here');
  const overStdio = transport instanceof StdioTransport;
  transport.shaking = true;
  try {
    return await connect(transport, options, overStdio ? 'legacy' : 'auto');
  } catch (error) {
    if (!overStdio || !(error instanceof ProtocolError)) throw error;
    if (transport.closedBecause !== null) throw error;
    // The first client is done with: nothing that comes from now on is for it.
    delete transport.onmessage;
    delete transport.onclose;
    delete transport.onerror;
    return await connect(transport, options, { pin: NEWEST });
  } finally {
    transport.shaking = false;
  }
}

async function connect(
  transport: ServerTransport,
  options: RequestOptions,
  mode: NonNullable<VersionNegotiationOptions['mode']>,
): Promise<Client> {
  const { Client: SdkClient } = await import('./sdk.js');
  const client = new SdkClient(
    { name: 'countersign', version: '0.1.0' },
    {
      capabilities: {},
      inputRequired: { autoFulfill: false },
      versionNegotiation: { mode },
      jsonSchemaValidator: new CfWorkerJsonSchemaValidator(),
    },
  );
  await client.connect(transport, options);
  return client;
}
