import type { Result } from '../core/errors.js';
import type { RequestSummary } from '../core/mission/summaries.js';

export interface LastMessage {
  readonly ms: number;
  readonly counted: (request: RequestSummary) => boolean;
}

/** Sends a person the message that requests wait. */
export interface NoticeSender {
  /**
   * Returns a text that identifies where messages go; null when nobody wants any. Never rejects.
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
  /** Sends a test message. Never rejects. */
  test(): Promise<Result<void>>;
  /** Cancels a message that is being sent, and sends no more. */
  stop(): void;
}
