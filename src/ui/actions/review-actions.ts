import type { Facet } from '../../core/screens/review-queue.js';

/** Further actions of the review of many, beside those of its cards. None of them approves anything. */
export interface ReviewActions {
  /** Shows the request this many places later; a negative number means earlier. */
  go(by: number): void;
  /** Shows only requests with this value; `null` for any value. */
  narrow(facet: Facet, value: string | null): void;
  clearFilter(): void;
  /** Asks whether to reject all that match the filter; rejects nothing yet. */
  askToDeny(): void;
  /** Rejects those in question, one after the other. */
  deny(reason: string): void;
  /** Stops rejecting. */
  stopDenying(): void;
  /** Returns to the requests. */
  leaveDenial(): void;
  /** Closes the window. */
  close(): void;
}
