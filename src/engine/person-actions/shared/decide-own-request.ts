import { fail, type Result } from '../../../core/errors.js';
import type { EndedRequest } from '../../requests/outcomes/end-request.js';
import { anothersNote, isKnownHere, preparedFor } from '../../requests/of-another-ledger.js';
import { unendedRequest } from '../../operations/requests/withdraw.js';
import type { PersonContext } from './person-context.js';

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
    open = unendedRequest(context, requestId);
  }
  return open.ok ? decide(open.value) : open;
}
