import type { Result } from '../../../core/errors.js';
import type { RequestSummary } from '../../../core/mission/summaries.js';
import { quoted } from '../../../core/request/format-call.js';
import { rejectionReason } from '../../../core/request/edit-request.js';
import type { ActionRequest } from '../../../core/request/request.js';
import type { EngineContext } from '../../context.js';
import { endRequest } from './end-request.js';

/**
 * Ends a request that was moved to Rejected. A phone writes into the note why its person rejected it; anybody can
 * write there, so the reason is quoted as the note's.
 */
export function endRejected(
  context: EngineContext,
  request: RequestSummary,
  parsed: ActionRequest,
): Promise<Result<void>> {
  const words = rejectionReason(parsed);
  return endRequest(context, request, {
    why: 'rejected',
    reason: `Moved to Rejected.${words === null ? '' : ` Its note says: ${quoted(words)}`}`,
    actor: 'Outside',
    ...(words === null ? {} : { words }),
  });
}
