import type { JsonObject } from '../../../../../src/core/json.js';
import type { RpcMessage } from '../../../../../src/mcp/protocol/json-rpc.js';
import type { SendFailure } from '../../../../../src/mcp/client/protocol/rpc-report.js';
import type { ServerTransport } from '../../../../../src/mcp/client/protocol/server-transport.js';

/** What the test says to one message; nothing is an acceptance without an answer. */
type Reply = JsonObject | SendFailure | Error | null;

/** A transport whose server is a function of the test. */
export function playedTransport(reply: (message: RpcMessage) => Reply = () => null) {
  const sent: RpcMessage[] = [];
  const versions: string[] = [];
  const transport: ServerTransport & { closedBecause: string | null } = {
    closedBecause: null,
    closed: Promise.resolve(),
    noise: [],
    start: () => {},
    stderrTail: () => '',
    shutDown: (because = 'it was closed here') => {
      end(because);
      return Promise.resolve();
    },
    setProtocolVersion: (version) => versions.push(version),
    send: (message) => {
      sent.push(message);
      const said = reply(message);
      if (said instanceof Error) return Promise.reject(said);
      if (said !== null && 'kind' in said) return Promise.resolve(said as SendFailure);
      if (said !== null && 'id' in message) say({ id: message.id, ...said });
      return Promise.resolve(null);
    },
  };
  const say = (message: object): void =>
    transport.onmessage?.({ jsonrpc: '2.0', ...message } as RpcMessage);
  const end = (reason: string): void => {
    transport.closedBecause = reason;
    transport.onclose?.();
  };
  const methods = (): string[] =>
    sent.map((message) => ('method' in message ? message.method : 'answer'));
  return { transport, sent, versions, methods, say, end };
}
