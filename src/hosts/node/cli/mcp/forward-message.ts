import { request, type IncomingMessage } from 'node:http';
import type { Json } from '../../../../core/json.js';
import { EventStream } from '../../../../mcp/client/transport/event-stream.js';
import { mirroredHeaders } from '../../../../mcp/client/protocol/protocol-headers.js';
import { headerValue } from '../../../../mcp/protocol/header-value.js';
import type { RpcMessage } from '../../../../mcp/protocol/json-rpc.js';
import { parsed } from '../../../../mcp/protocol/wire-message.js';

export interface SocketTarget {
  readonly path: string;
  readonly client?: string | undefined;
  /** The version of MCP that client and server agreed on. */
  readonly version?: string | undefined;
}

/**
 * What became of a message. With `lost`, the message may have been carried out. With `unreachable`,
 * `refused` and `busy`, nothing was done.
 */
export type Forwarded = 'answered' | 'unreachable' | 'refused' | 'busy' | 'lost';

const mostBytes = 64 * 1024 * 1024;

export function forwardMessage(
  target: SocketTarget,
  text: string,
  signal: AbortSignal,
  say: (message: Json) => void,
): Promise<Forwarded> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(target.version !== undefined && { 'mcp-protocol-version': target.version }),
    ...mirroredHeaders((parsed(text) ?? {}) as unknown as RpcMessage),
    ...(target.client !== undefined && { 'countersign-client': headerValue(target.client) }),
  };
  // Some headers repeat texts of the message. HTTP headers do not allow all characters.
  if (Object.values(headers).some((value) => !/^[\t\x20-\x7e]*$/u.test(value))) {
    return Promise.resolve('refused');
  }
  return new Promise((resolve) => {
    let isConnected = false;
    const sent = request({
      socketPath: target.path,
      path: '/mcp',
      method: 'POST',
      // Each message gets a new connection, because an earlier connection may be closing.
      agent: false,
      signal,
      headers,
    });
    sent.on('socket', (socket) => socket.once('connect', () => (isConnected = true)));
    sent.on('error', () => resolve(isConnected ? 'lost' : 'unreachable'));
    sent.on('response', (response) => {
      readAnswer(response, say).then(resolve, () => resolve('lost'));
    });
    sent.end(text);
  });
}

async function readAnswer(
  response: IncomingMessage,
  say: (message: Json) => void,
): Promise<Forwarded> {
  const isStream = (response.headers['content-type'] ?? '').startsWith('text/event-stream');
  const events = new EventStream(mostBytes);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > mostBytes) return 'lost';
    if (isStream) for (const data of events.push(chunk).data) say(parsed(data));
    else chunks.push(chunk);
  }
  const { statusCode = 0 } = response;
  // Node answers 408 if the whole message did not arrive in time. Nobody acted on it.
  if (length === 0 && statusCode === 408) return 'busy';
  if (length === 0 && statusCode >= 400) return statusCode < 500 ? 'refused' : 'lost';
  if (isStream || length === 0) return 'answered';
  const answer = parsed(Buffer.concat(chunks).toString('utf8'));
  if (answer === null) return 'lost';
  say(answer);
  return 'answered';
}
