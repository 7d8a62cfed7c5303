import type { Result } from '../core/errors.js';
import type { PlanSummary, RequestSummary } from '../core/mission/summaries.js';
import type { ExternalReview } from '../core/request/imports/external-review.js';
import type { RequestState } from '../core/request/request-state.js';
import type { Review } from '../core/request/review/review.js';
import type { MissionView } from '../core/views/dashboard-text.js';
import type { DecisionRecord } from './operations/decisions/read-record.js';
import type { RemoteActions } from './person-actions/remote-actions.js';

/** What a device shows of a vault, and what people decide there. An executor and an observer both implement it. */
export interface MissionSource {
  /** What people can do to requests here; `null` if they can only look. */
  readonly personActions: RemoteActions | null;
  /** The content of the panel. */
  view(): MissionView;
  /** The current mission, or `null`. */
  currentMission(): PlanSummary | null;
  /** `Resuming plan …`; `null` without a mission (FR-005). */
  resumeText(): string | null;
  /** The first requests that wait for a person, each as one exact call with its notices. */
  reviews(limit: number): Promise<readonly Review[]>;
  /** The request that waits at this path, whatever its position in the list; `null` if none does. */
  waitingAt(path: string): RequestSummary | null;
  /** The same as one exact call, as in {@link reviews}. */
  reviewAt(path: string): Promise<Review | null>;
  /** The first requests in another tool's format, with the way they are read on this device. */
  externalReviews(limit: number): Promise<readonly ExternalReview[]>;
  /** The current state of a request. */
  became(requestId: string): RequestState;
  /** The current path of its note, or of the note of the request that replaced it after it came back. */
  noteOf(requestId: string): Promise<string | null>;
  /** The decision record of a plan, from the current text of its notes. */
  decisions(planId: string): Promise<Result<DecisionRecord>>;
  /** The block ids of a plan that a new step must not get, because something was requested for a step that has or had them. */
  namedStepIds(planId: string): readonly string[];
  /** Calls the listener after everything that may have changed the view. */
  subscribe(listener: () => void): () => void;
  /** Resolves when there is nothing left to do for now. */
  idle(): Promise<void>;
  /** Stops it and frees everything that it holds. */
  stop(): Promise<void>;
}
