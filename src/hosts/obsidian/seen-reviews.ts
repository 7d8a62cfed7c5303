import { compareRequests } from '../../core/request/build-review.js';
import type { ArgumentChange, Review } from '../../core/request/review.js';

/** Shorter than this (ms) nobody reads; a press within it was meant for what was there before. */
export const readingMs = 500;
/** Requests that are remembered; ids are never used again, so the oldest may go. */
const mostRemembered = 500;

interface Sight {
  readonly review: Review;
  /** Since when (ms since 1970) this text is shown. */
  readonly sinceMs: number;
}

/**
 * What a person saw of each request. The first text that could be approved stays what was seen, until
 * they say to have read a later one: a card that is redrawn under the pointer approves nothing.
 */
export class SeenReviews {
  private readonly byId = new Map<string, Sight>();

  /** @param now milliseconds since 1970 */
  constructor(private readonly now: () => number) {}

  /** The card of this text was visible. */
  show(review: Review): void {
    const known = this.byId.get(review.requestId);
    if (!known || known.review.blocked !== null) this.see(review);
    else if (known.review.shownDigest === review.shownDigest) {
      this.byId.set(review.requestId, { ...known, review });
    }
  }

  /** A person said to have read this text. */
  read(review: Review): void {
    this.byId.set(review.requestId, { review, sinceMs: -Infinity });
  }

  /** What differs from what was seen; empty when this is it, or nothing of it was seen yet. */
  changesOf(review: Review): readonly ArgumentChange[] {
    const known = this.byId.get(review.requestId)?.review;
    if (!known || known.blocked !== null || known.shownDigest === review.shownDigest) return [];
    return compareRequests(known.request, review.request);
  }

  /** Whether this very text was there long enough to be read. */
  wasReadable(review: Review): boolean {
    const known = this.byId.get(review.requestId);
    return (
      known?.review.shownDigest === review.shownDigest && this.now() - known.sinceMs >= readingMs
    );
  }

  /** What was seen of the note at a path. */
  at(path: string): Review | undefined {
    return [...this.byId.values()].find(({ review }) => review.path === path)?.review;
  }

  /** A note that was seen moved. */
  moved(from: string, to: string): void {
    for (const [id, sight] of this.byId) {
      if (sight.review.path !== from) continue;
      this.byId.set(id, { ...sight, review: { ...sight.review, path: to } });
    }
  }

  private see(review: Review): void {
    this.byId.set(review.requestId, { review, sinceMs: this.now() });
    const [oldest] = this.byId.keys();
    if (this.byId.size > mostRemembered && oldest !== undefined) this.byId.delete(oldest);
  }
}
