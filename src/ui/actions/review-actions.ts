import type { Facet } from '../../core/screens/review-queue.js';

/**
 * The actions of the review window, which shows waiting requests one by one. No action approves
 * anything.
 */
export interface ReviewActions {
  /** Shows the request this many places later, or earlier for a negative number. */
  go(by: number): void;
  /**
   * Shows only requests with this value for a facet, such as a server or risk. `null` allows any
   * value.
   */
  narrow(facet: Facet, value: string | null): void;
  clearFilter(): void;
  /** Asks the person to confirm that all requests matching the filter are rejected. */
  askToDeny(): void;
  deny(reason: string): void;
  /** Stops rejecting. Requests that were rejected stay rejected. */
  stopDenying(): void;
  leaveDenial(): void;
  close(): void;
}
