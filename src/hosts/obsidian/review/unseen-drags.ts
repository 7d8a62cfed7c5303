import type { Review } from '../../../core/request/review/review.js';

/** Remembers notes that a person dragged to Approved without seeing their cards. */
export class UnseenDrags {
  private readonly requests = new Map<string, string | null>();

  add(path: string): void {
    this.requests.set(path, null);
  }

  tell(review: Review): Review {
    const { path, requestId, asks } = review;
    const known = this.requests.get(path);
    if (known === undefined) return review;
    if (!asks) {
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
