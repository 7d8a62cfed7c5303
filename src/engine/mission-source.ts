import type { Result } from '../core/errors.js';
import type { PlanSummary, RequestSummary } from '../core/mission/summaries.js';
import type { ExternalReview } from '../core/request/imports/external-review.js';
import type { RequestState } from '../core/request/request-state.js';
import type { Review } from '../core/request/review/review.js';
import type { MissionView } from '../core/views/dashboard-text.js';
import type { DecisionRecord } from './operations/decisions/read-record.js';
import type { RemoteActions } from './person-actions/remote-actions.js';

export interface MissionSource {
  readonly personActions: RemoteActions | null;
  view(): MissionView;
  currentMission(): PlanSummary | null;
  /** Returns the line `Resuming plan …` (FR-005); null if there is no mission. */
  resumeText(): string | null;
  reviews(limit: number): Promise<readonly Review[]>;
  waitingAt(path: string): RequestSummary | null;
  reviewAt(path: string): Promise<Review | null>;
  externalReviews(limit: number): Promise<readonly ExternalReview[]>;
  became(requestId: string): RequestState;
  noteOf(requestId: string): Promise<string | null>;
  decisions(planId: string): Promise<Result<DecisionRecord>>;
  /** Returns the block ids that requests name. A new step must not get one of them. */
  namedStepIds(planId: string): readonly string[];
  subscribe(listener: () => void): () => void;
  idle(): Promise<void>;
  stop(): Promise<void>;
}
