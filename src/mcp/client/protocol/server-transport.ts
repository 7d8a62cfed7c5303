import type { RpcId, RpcMessage } from '../../protocol/json-rpc.js';
import type { SendFailure } from './rpc-report.js';

/** The way to one server, and never to a second one. It tells how far each message got. */
export interface ServerTransport {
  /** Each sound message from the server, as it comes. */
  onmessage?: (message: RpcMessage) => void;
  /**
   * The server asks the person something. It gets no answer that could make it go on. `during`: the request in whose
   * exchange it asks; `null` where the transport cannot tell.
   */
  onwantedinput?: (question: string, during: RpcId | null) => void;
  /** The connection ended; called once. */
  onclose?: () => void;
  /** Begins to listen to the server; to be called once. */
  start(): void;
  /**
   * Sends a message once. Settles when it was handed over, or with what became of it instead; over HTTP
   * only when its answer, if there was to be one, has been passed on. Always settles once the connection
   * has ended. `not_sent` means that not one byte can have reached the server.
   *
   * @param whyNot asked right before the first byte is handed over; with a sentence nothing is sent. It may take its
   * time: the connection is there by then
   */
  send(
    message: RpcMessage,
    headers?: Readonly<Record<string, string>>,
    whyNot?: () => Promise<string | null>,
  ): Promise<SendFailure | null>;
  /** Whether not one byte of a request has left yet. */
  isUnsent?(id: RpcId): boolean;
  /** Ends a request of which not one byte has left, as `not_sent`, with a sentence that says why; whether it did. */
  unsend?(id: RpcId, why: string): boolean;
  /** Tells the version that was agreed on, for transports that repeat it. */
  setProtocolVersion?(version: string): void;
  /** Why the connection ended, as the end of a sentence; `null` while it lasts. */
  readonly closedBecause: string | null;
  /** Settles when the connection ended and nothing of it is left. */
  readonly closed: Promise<void>;
  /** The newest of what was no message, cut, for diagnosis. */
  readonly noise: readonly string[];
  /** The end of what the server wrote to stderr; `''` where there is no such thing. */
  stderrTail(): string;
  /** Ends the connection for good. @param because why, as the end of a sentence; default: it was closed here */
  shutDown(because?: string): Promise<void>;
}

/** How much a server may send before the connection to it, or the one answer, is given up. */
export interface TransportLimits {
  /** Longest single message. */
  readonly messageBytes: number;
  /** Messages in a row that are none. */
  readonly noiseLines: number;
  /** Their UTF-16 units in all. */
  readonly noiseLength: number;
}

export const defaultTransportLimits: TransportLimits = {
  messageBytes: 4 * 1024 * 1024,
  noiseLines: 1_000,
  noiseLength: 1024 * 1024,
};
