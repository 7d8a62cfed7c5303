import { compareRequests } from '../../core/request/build-review.js';
import type { ArgumentChange, Review } from '../../core/request/review.js';
import type { Executor } from './executor.js';

/** What differs between a request as it was shown and as it is now. */
export async function changesSince(
  { engine }: Executor,
  shown: Review,
): Promise<readonly ArgumentChange[]> {
  await engine.idle();
  const now = (await engine.reviews(Infinity)).find(
    ({ requestId }) => requestId === shown.requestId,
  );
  return now ? compareRequests(shown.request, now.request) : [];
}
