import type { Result } from '../core/errors.js';
import type { RequestSummary } from '../core/mission/summaries.js';

export interface LastMessage {
  readonly ms: number;
  readonly counted: (request: RequestSummary) => boolean;
}

export interface NoticeSender {
  /** Identifies where messages go. Null if nobody wants messages. */
  target(): Promise<string | null>;
  /** Returns the last message that this device sent. Null if none is known. */
  lastSent(): Promise<LastMessage | null>;
  send(waiting: readonly RequestSummary[], newest: RequestSummary): Promise<Result<void>>;
  test(): Promise<Result<void>>;
  stop(): void;
}
