import { fail, ok, type Result } from '../../core/errors.js';
import type { EndedRequest } from '../gate/end-request.js';
import { isAnothersNote } from '../gate/taken-over.js';
import type { PeopleContext } from './people-context.js';

/**
 * Refuses for what another ledger prepared: ended here it could come back as one of ours, and nobody
 * would be asked whether it ran there. Taking over asks that.
 */
export async function notAnothers(
  context: PeopleContext,
  { requestId, path }: EndedRequest,
): Promise<Result<void>> {
  if (path === undefined || !(await isAnothersNote(context, { requestId, path }))) {
    return ok(undefined);
  }
  return fail(
    'request_not_open',
    `${requestId} was prepared for another device.`,
    'Decide there, or move its note by hand; if that device is gone, take over here first.',
    { path },
  );
}
