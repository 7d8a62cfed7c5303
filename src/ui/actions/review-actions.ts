import type { Facet } from '../../core/screens/review-queue.js';

/** The actions of the review of many that no card has. None of them approves anything. */
export interface ReviewActions {
  /** Shows the request this many places later; a negative number means earlier. */
  go(by: number): void;
  /** Shows only requests with this value of a facet; `null` for any value. */
  narrow(facet: Facet, value: string | null): void;
  clearFilter(): void;
  /** Asks whether to reject all requests that match the filter. Rejects nothing yet. */
  askToDeny(): void;
  /** Rejects the requests that the person was asked about, one after the other. */
  deny(reason: string): void;
  /** Stops rejecting. What is rejected already stays rejected. */
  stopDenying(): void;
  /** Leaves the question about rejecting, and shows the requests again. */
  leaveDenial(): void;
  /** Closes the window. */
  close(): void;
}
