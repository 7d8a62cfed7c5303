import type { Review } from '../../../core/request/review/review.js';

/**
 * Drags to Approved of notes whose cards had not been in view. Their cards say so instead of asking who
 * moved them.
 */
export class UnseenDrags {
  /** By path in Approved: the request, once it was read there. */
  private readonly requests = new Map<string, string | null>();

  add(path: string): void {
    this.requests.set(path, null);
  }

  tell(review: Review): Review {
    const { path, requestId, asks } = review;
    const known = this.requests.get(path);
    if (known === undefined) return review;
    if (!asks) {
      // It was answered, so a later question there is about another move. Before that, it had not been
      // looked at yet.
      if (known !== null) this.requests.delete(path);
      return review;
    }
    if (known === null) this.requests.set(path, requestId);
    return known === null || known === requestId ? { ...review, wasDragged: true } : review;
  }

  tellAll(reviews: readonly Review[]): readonly Review[] {
    return reviews.map((review) => this.tell(review));
  }
}
