import type { Result } from '../core/errors.js';
import type { RequestSummary } from '../core/mission/summaries.js';

export interface LastMessage {
  readonly ms: number;
  readonly counted: (request: RequestSummary) => boolean;
}

export interface NoticeSender {
  target(): Promise<string | null>;
  lastSent(): Promise<LastMessage | null>;
  send(waiting: readonly RequestSummary[], newest: RequestSummary): Promise<Result<void>>;
  test(): Promise<Result<void>>;
  stop(): void;
}
