import type { Result } from '../core/errors.js';
import type { RequestSummary } from '../core/mission/summaries.js';

/** A message that was sent. */
export interface LastMessage {
  /** The time, in ms since 1970. */
  readonly ms: number;
  /** Whether it included this request. */
  readonly counted: (request: RequestSummary) => boolean;
}

/** Sends a person a message that requests wait, wherever they are. */
export interface NoticeSender {
  /** A text that differs for each place where messages go; `null` if nobody wants any. Never rejects. */
  target(): Promise<string | null>;
  /** The last message that this device sent; `null` if there is none, or it cannot be read. Never rejects. */
  lastSent(): Promise<LastMessage | null>;
  /** Sends one message about these requests that names the newest. Never rejects, and takes a limited time. */
  send(waiting: readonly RequestSummary[], newest: RequestSummary): Promise<Result<void>>;
  /** Sends a message that says it is a test, to see whether it arrives. Never rejects. */
  test(): Promise<Result<void>>;
  /** Cancels the current message, and sends no more. */
  stop(): void;
}
