import type { Facet } from '../../core/screens/review-queue.js';

/**
 * The actions of the review window, which shows waiting requests one by one. None of the actions approves
 * anything.
 */
export interface ReviewActions {
  /** Shows the request this many places later; a negative number means earlier. */
  go(by: number): void;
  /**
   * Shows only requests that have this value for a facet, such as their server or risk; `null` for any value.
   */
  narrow(facet: Facet, value: string | null): void;
  clearFilter(): void;
  /** Asks whether to reject all requests that match the filter. Rejects nothing yet. */
  askToDeny(): void;
  deny(reason: string): void;
  /** Stops rejecting. What is rejected already stays rejected. */
  stopDenying(): void;
  leaveDenial(): void;
  close(): void;
}
