import type { Facet } from '../../core/screens/review-queue.js';

export interface ReviewActions {
  /** Moves forward by this many requests, or back for a negative number. */
  go(by: number): void;
  narrow(facet: Facet, value: string | null): void;
  clearFilter(): void;
  /** Asks whether to reject all requests that match the filter. */
  askToDeny(): void;
  deny(reason: string): void;
  stopDenying(): void;
  leaveDenial(): void;
  close(): void;
}
