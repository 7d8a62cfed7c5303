import type { RpcId, RpcMessage } from '../../protocol/json-rpc.js';
import type { SendFailure } from './rpc-report.js';

/** The connection to one server, which reports how far each message got. */
export interface ServerTransport {
  onmessage?: (message: RpcMessage) => void;
  /**
   * Called when the server asks the person something; the person is not asked. `during` is the request in
   * whose exchange the server asks; `null` when the transport does not know.
   */
  onwantedinput?: (question: string, during: RpcId | null) => void;
  onclose?: () => void;
  start(): void;
  /**
   * Sends a message once. Resolves with `null` when it was sent, else with the failure; over HTTP only after
   * the answer was passed on. Always settles once the connection has ended. `not_sent` means that not one
   * byte can have reached the server.
   * @param whyNot called when the connection is open, right before the first byte; if it returns a sentence,
   * nothing is sent
   */
  send(
    message: RpcMessage,
    headers?: Readonly<Record<string, string>>,
    whyNot?: () => Promise<string | null>,
  ): Promise<SendFailure | null>;
  isUnsent?(id: RpcId): boolean;
  /**
   * Gives up a request of which not one byte was sent; its report is `not_sent` with this reason. Returns
   * true when that was possible.
   */
  unsend?(id: RpcId, why: string): boolean;
  /** Sets the agreed version, for transports that repeat it with each message. */
  setProtocolVersion?(version: string): void;
  /** Why the connection ended, as the end of a sentence; `null` while it is open. */
  readonly closedBecause: string | null;
  /** Settles when the connection has ended and all of its resources are freed. */
  readonly closed: Promise<void>;
  readonly noise: readonly string[];
  /** The end of the server's stderr output; `''` if the transport has none. */
  stderrTail(): string;
  /**
   * Ends the connection for good.
   * @param because why, as the end of a sentence; default: it was closed here
   */
  shutDown(because?: string): Promise<void>;
}

/**
 * Limits for a server's output. Beyond a limit, the transport gives up the connection, or only the one
 * answer.
 */
export interface TransportLimits {
  readonly messageBytes: number;
  readonly noiseLines: number;
  readonly noiseLength: number;
}

export const defaultTransportLimits: TransportLimits = {
  messageBytes: 4 * 1024 * 1024,
  noiseLines: 1_000,
  noiseLength: 1024 * 1024,
};
