import type { Result } from '../core/errors.js';
import type { RequestSummary } from '../core/mission/summaries.js';

export interface LastMessage {
  /** When it was sent, in ms since 1970. */
  readonly ms: number;
  /** Returns true when the message was about this request too. */
  readonly counted: (request: RequestSummary) => boolean;
}

/** Sends a person a message that requests wait, wherever that person is. */
export interface NoticeSender {
  /**
   * Returns a text that differs for each place where messages go; `null` when nobody wants any. Never
   * rejects.
   */
  target(): Promise<string | null>;
  /**
   * Returns the last message that this device sent; `null` when there is none, or when it cannot be read.
   * Never rejects.
   */
  lastSent(): Promise<LastMessage | null>;
  /**
   * Sends one message about these requests, which names the newest. Never rejects, and takes a limited time.
   */
  send(waiting: readonly RequestSummary[], newest: RequestSummary): Promise<Result<void>>;
  /** Sends a message that says it is a test, to see whether it arrives. Never rejects. */
  test(): Promise<Result<void>>;
  /** Cancels a message that is being sent, and sends no more. */
  stop(): void;
}
