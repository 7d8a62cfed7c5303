import type { Review } from '../../core/request/review.js';

/**
 * The order of the cards: by when each request first came up, so that a new one never moves those
 * that a person is reading.
 */
export class CardOrder {
  private ranks: ReadonlyMap<string, number> = new Map();
  private next = 0;

  /** The reviews in their order; a request that is gone and comes back comes last. */
  of(reviews: readonly Review[]): readonly Review[] {
    const ranks = new Map<string, number>();
    for (const { requestId } of reviews) {
      if (ranks.has(requestId)) continue;
      ranks.set(requestId, this.ranks.get(requestId) ?? (this.next += 1));
    }
    this.ranks = ranks;
    const rankOf = ({ requestId }: Review): number => ranks.get(requestId) ?? 0;
    return [...reviews].sort((a, b) => rankOf(a) - rankOf(b));
  }
}
