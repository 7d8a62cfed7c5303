import type { Result } from '../core/errors.js';
import type { RequestSummary } from '../core/mission/summaries.js';

/** A message that was sent. */
export interface LastMessage {
  /** When, in ms since 1970. */
  readonly ms: number;
  /** Whether it counted this request. */
  readonly counted: (request: RequestSummary) => boolean;
}

/** Sends a person a message that requests wait, wherever they are. */
export interface NoticeSender {
  /** Where messages go now, as a text that is another one for each place; `null`: nobody wants any. Never rejects. */
  target(): Promise<string | null>;
  /** The last one that this device sent; `null`: none, or it cannot be read. Never rejects. */
  lastSent(): Promise<LastMessage | null>;
  /** Sends one about these, and names the newest. Never rejects, and takes a limited time. */
  send(waiting: readonly RequestSummary[], newest: RequestSummary): Promise<Result<void>>;
  /** Sends one that says that it is a test, to see whether it arrives. Never rejects. */
  test(): Promise<Result<void>>;
  /** Breaks off what is being sent, and sends nothing more. */
  stop(): void;
}
