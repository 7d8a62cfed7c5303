import type { Facet } from '../../core/screens/review-queue.js';

/** What the review of many can ask for beside what its cards can. None of it approves anything. */
export interface ReviewActions {
  /** Shows the request that comes so many places later; a negative number: earlier. */
  go(by: number): void;
  /** Shows only requests with this value; `null`: with any. */
  narrow(facet: Facet, value: string | null): void;
  clearFilter(): void;
  /** Asks whether all that match the filter are to be rejected; nothing is rejected by it. */
  askToDeny(): void;
  /** Rejects those that were asked about, one after the other. */
  deny(reason: string): void;
  /** Rejects no more of them. */
  stopDenying(): void;
  /** Goes back to the requests. */
  leaveDenial(): void;
  /** Closes the window. */
  close(): void;
}
