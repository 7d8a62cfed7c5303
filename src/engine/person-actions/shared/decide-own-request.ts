import { fail, type Result } from '../../../core/errors.js';
import type { EndedRequest } from '../../requests/outcomes/end-request.js';
import { anothersNote, isKnownHere, preparedFor } from '../../requests/of-another-ledger.js';
import { unendedRequest } from '../../operations/requests/withdraw.js';
import type { PersonContext } from './person-context.js';

/**
 * Decides about a request that has not ended, unless another ledger prepared it: ended here that could come
 * back as one of ours, and nobody would be asked whether it ran there. Taking over asks that.
 *
 * What this ledger knows is decided without an await: nothing can happen to it in between.
 */
export async function decideOurs<T>(
  context: PersonContext,
  requestId: string,
  decide: (open: EndedRequest) => Promise<Result<T>>,
): Promise<Result<T>> {
  let open = unendedRequest(context, requestId);
  if (open.ok && !isKnownHere(context, requestId)) {
    const anothers = await anothersNote(context, requestId);
    if (anothers) {
      return fail(
        'request_not_open',
        `The note for ${requestId} says that it was prepared for ${preparedFor(context, anothers)}.`,
        'Decide where it was prepared, or move its note by hand; if that is gone, take over here first.',
        { path: anothers.path },
      );
    }
    // Its notes were read: meanwhile it may have ended, or its call begun.
    open = unendedRequest(context, requestId);
  }
  return open.ok ? decide(open.value) : open;
}
