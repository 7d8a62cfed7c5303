import type { RpcId, RpcMessage } from '../../protocol/json-rpc.js';
import type { SendFailure } from './rpc-report.js';

/** The connection to one server, and never to a second one. It reports how far each message got. */
export interface ServerTransport {
  /** Called with each valid message from the server. */
  onmessage?: (message: RpcMessage) => void;
  /**
   * Called when the server asks the person something. It gets no answer with which it could continue. `during` is the request in whose
   * exchange it asks; `null` if the transport does not know.
   */
  onwantedinput?: (question: string, during: RpcId | null) => void;
  /** Called once, when the connection has ended. */
  onclose?: () => void;
  /** Starts listening to the server; call it once. */
  start(): void;
  /**
   * Sends a message once. Settles when it was sent, or with the failure; over HTTP only after its answer was passed on. Always settles once
   * the connection has ended. `not_sent` means that not one byte can have reached the server.
   *
   * @param whyNot called when the connection is open, right before the first byte; if it returns a sentence, nothing is sent
   */
  send(
    message: RpcMessage,
    headers?: Readonly<Record<string, string>>,
    whyNot?: () => Promise<string | null>,
  ): Promise<SendFailure | null>;
  /** Whether not one byte of a request was sent yet. */
  isUnsent?(id: RpcId): boolean;
  /** Gives up a request of which not one byte was sent, as `not_sent` with this reason; returns whether it could. */
  unsend?(id: RpcId, why: string): boolean;
  /** Sets the agreed version, for transports that repeat it. */
  setProtocolVersion?(version: string): void;
  /** Why the connection ended, as the end of a sentence; `null` while it is open. */
  readonly closedBecause: string | null;
  /** Settles when the connection has ended and all of its resources are freed. */
  readonly closed: Promise<void>;
  /** The newest output that was not a message, cut, for diagnosis. */
  readonly noise: readonly string[];
  /** The end of the server's stderr output; `''` if the transport has none. */
  stderrTail(): string;
  /** Ends the connection for good. @param because why, as the end of a sentence; default: it was closed here */
  shutDown(because?: string): Promise<void>;
}

/** Limits for a server's output; beyond them the connection, or the one answer, is given up. */
export interface TransportLimits {
  /** Longest single message. */
  readonly messageBytes: number;
  /** Consecutive lines that are not messages. */
  readonly noiseLines: number;
  /** Their total length in UTF-16 units. */
  readonly noiseLength: number;
}

export const defaultTransportLimits: TransportLimits = {
  messageBytes: 4 * 1024 * 1024,
  noiseLines: 1_000,
  noiseLength: 1024 * 1024,
};
