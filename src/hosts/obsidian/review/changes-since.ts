import { compareRequests } from '../../../core/request/review/build-review.js';
import type { ArgumentChange, Review } from '../../../core/request/review/review.js';
import type { Work } from '../lifecycle/session-state.js';

/** Returns the differences between a request as it was shown and as it is now. */
export async function changesSince(
  { source }: Work,
  shown: Review,
): Promise<readonly ArgumentChange[]> {
  await source.idle();
  const now = (await source.reviews(Infinity)).find(
    ({ requestId }) => requestId === shown.requestId,
  );
  return now ? compareRequests(shown.request, now.request) : [];
}
