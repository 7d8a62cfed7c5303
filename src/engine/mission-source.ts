import type { Result } from '../core/errors.js';
import type { PlanSummary, RequestSummary } from '../core/mission/summaries.js';
import type { ExternalReview } from '../core/request/imports/external-review.js';
import type { RequestState } from '../core/request/request-state.js';
import type { Review } from '../core/request/review/review.js';
import type { MissionView } from '../core/views/dashboard-text.js';
import type { DecisionRecord } from './operations/decisions/read-record.js';
import type { RemoteActions } from './person-actions/remote-actions.js';

/**
 * What screens read of a vault, and what people decide there. The engine of a device that runs actions and an {@link Observer} both
 * implement it.
 */
export interface MissionSource {
  /** What people can do to requests here; `null` if they can only look. */
  readonly personActions: RemoteActions | null;
  /** Returns the content of the panel. */
  view(): MissionView;
  /** Returns the current mission; null if there is none. */
  currentMission(): PlanSummary | null;
  /** Returns the line `Resuming plan …`; null without a mission (FR-005). */
  resumeText(): string | null;
  /** Returns the first requests that wait for a person, each as one exact call with its notices. */
  reviews(limit: number): Promise<readonly Review[]>;
  /** Returns the request that waits at this path, whatever its position in the list; `null` if none does. */
  waitingAt(path: string): RequestSummary | null;
  /** Returns the request that waits at this path, as one exact call with its notices; null if none does. */
  reviewAt(path: string): Promise<Review | null>;
  /** Returns the first requests in another tool's format, with the way they are read on this device. */
  externalReviews(limit: number): Promise<readonly ExternalReview[]>;
  /** Returns the current state of a request. */
  became(requestId: string): RequestState;
  /**
   * Returns the path of a request's note or, if the request was returned, of the note of the request that replaced it; null if there is
   * none.
   */
  noteOf(requestId: string): Promise<string | null>;
  /** Returns the decision record of a plan, from the current text of its notes. */
  decisions(planId: string): Promise<Result<DecisionRecord>>;
  /** Returns the block ids of a plan that a new step must not get, because a request names a step that has or had them. */
  namedStepIds(planId: string): readonly string[];
  /** Calls the listener after everything that may have changed the view. */
  subscribe(listener: () => void): () => void;
  /** Resolves when there is nothing left to do for now. */
  idle(): Promise<void>;
  /** Stops watching the vault and frees everything that is held for it. */
  stop(): Promise<void>;
}
