import type { IncomingMessage, ServerResponse } from 'node:http';
import { rpcCodes, type RpcMessage, type RpcNotification } from '../../../mcp/protocol/json-rpc.js';
import { writeWireLine } from '../../../mcp/protocol/wire-message.js';
import { replyTo, type Reply } from '../../../mcp/server/mcp-server.js';
import { refuse } from '../../../mcp/server/reply.js';

export class AgentResponse {
  /** Null if the client does not accept an event stream. */
  readonly notify: ((notification: RpcNotification) => void) | null;

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
  ) {
    const accepts = (request.headers.accept ?? '').includes('text/event-stream');
    this.notify = accepts ? (notification) => this.#stream(notification) : null;
  }

  onGone(gone: () => void): void {
    const { response } = this;
    const tell = (): void => {
      if (!response.writableFinished) gone();
    };
    if (response.closed) tell();
    else response.once('close', tell);
  }

  refuse({
    status,
    why,
    headers = {},
  }: {
    readonly status: number;
    readonly why: string;
    readonly headers?: Readonly<Record<string, string>>;
  }): void {
    const isUnread = !this.request.complete;
    this.send(replyTo(null, refuse(rpcCodes.invalidRequest, why, { status })), {
      ...headers,
      ...(isUnread && { connection: 'close' }),
    });
  }

  send({ status, message, onTold }: Reply, headers: Readonly<Record<string, string>> = {}): void {
    const { response } = this;
    if (response.destroyed || response.writableEnded) return;
    response.once('finish', () => void onTold?.());
    if (response.headersSent) {
      if (message) this.#stream(message);
      response.end();
    } else if (message === null) {
      response.writeHead(status, headers).end();
    } else {
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(writeWireLine(message));
    }
  }

  #stream(message: RpcMessage): void {
    const { response } = this;
    if (response.destroyed || response.writableEnded) return;
    if (!response.headersSent) {
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-cache',
        'x-accel-buffering': 'no',
      });
    }
    response.write(`event: message\ndata: ${writeWireLine(message)}\n\n`);
  }
}
