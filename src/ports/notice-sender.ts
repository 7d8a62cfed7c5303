import type { Result } from '../core/errors.js';
import type { RequestSummary } from '../core/mission/summaries.js';

/** Sends a person a message that requests wait, wherever they are. */
export interface NoticeSender {
  /** Where messages go now, as a text that is another one for each place; `null`: nobody wants any. Never rejects. */
  target(): Promise<string | null>;
  /** When (ms since 1970) this device sent the last one; `null`: never, or it cannot be read. Never rejects. */
  lastSentMs(): Promise<number | null>;
  /** Sends one. Never rejects, and takes a limited time. */
  send(waiting: number, newest: RequestSummary): Promise<Result<void>>;
  /** Sends one that says that it is a test, to see whether it arrives. Never rejects. */
  test(): Promise<Result<void>>;
  /** Breaks off what is being sent, and sends nothing more. */
  stop(): void;
}
