import type { Result } from '../core/errors.js';
import type { PlanSummary, RequestSummary } from '../core/mission/summaries.js';
import type { ExternalReview } from '../core/request/imports/external-review.js';
import type { RequestState } from '../core/request/request-state.js';
import type { Review } from '../core/request/review/review.js';
import type { MissionView } from '../core/views/dashboard-text.js';
import type { DecisionRecord } from './operations/decisions/read-record.js';
import type { RemoteActions } from './person-actions/remote-actions.js';

/** What a device shows of a vault, and what people decide there, whether it runs actions or only observes. */
export interface MissionSource {
  /** What people can do to requests here; `null` where they can only look. */
  readonly personActions: RemoteActions | null;
  /** What the panel shows. */
  view(): MissionView;
  /** The current mission, or `null`. */
  currentMission(): PlanSummary | null;
  /** `Resuming plan …`, or `null` without a mission (FR-005). */
  resumeText(): string | null;
  /** The first requests that wait for a person, each as one exact call with what is to be said of it. */
  reviews(limit: number): Promise<readonly Review[]>;
  /** The request that waits at this path, wherever it stands in the row; `null`: none does. */
  waitingAt(path: string): RequestSummary | null;
  /** The same as one exact call, as {@link reviews} has it. */
  reviewAt(path: string): Promise<Review | null>;
  /** The first requests in another tool's form, and how they are read on this device. */
  externalReviews(limit: number): Promise<readonly ExternalReview[]>;
  /** What became of a request. */
  became(requestId: string): RequestState;
  /** Where its note is now, or that of the request that came back in its place. */
  noteOf(requestId: string): Promise<string | null>;
  /** The decision record of a plan, as its notes are now. */
  decisions(planId: string): Promise<Result<DecisionRecord>>;
  /** The block ids of a plan that are free for no new step: something was asked for a step that has or had them. */
  namedStepIds(planId: string): readonly string[];
  /** Calls back after everything that may have changed the view. */
  subscribe(listener: () => void): () => void;
  /** Resolves when nothing is left to do for now. */
  idle(): Promise<void>;
  /** Ends, and leaves nothing behind. */
  stop(): Promise<void>;
}
