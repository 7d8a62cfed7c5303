import type { Transport } from '@modelcontextprotocol/client';

/** An SDK transport that also tells how far things got. It reaches one server and never a second one. */
export interface ServerTransport extends Transport {
  /** The server asks the person something. It gets no answer that could make it go on. */
  onwantedinput?: (question: string) => void;
  /** How many messages were handed over, in whole or in part. */
  readonly messagesWritten: number;
  /** Why the connection ended, as the end of a sentence; `null` while it lasts. */
  readonly closedBecause: string | null;
  /** Settles when the connection ended and nothing of it is left. */
  readonly closed: Promise<void>;
  /** The newest of what was no message, cut, for diagnosis. */
  readonly noise: readonly string[];
  /** The end of what the server wrote to stderr; `''` where there is no such thing. */
  stderrTail(): string;
  /** While hands are shaken `close`, which the SDK calls after a failure, does nothing. */
  shaking: boolean;
  /** Ends the connection for good. */
  shutDown(): Promise<void>;
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
