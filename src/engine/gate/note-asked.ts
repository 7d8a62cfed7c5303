import type { RequestSummary } from '../../core/mission/summaries.js';
import { wasApproved } from '../../core/request/ledger-facts.js';
import { isConfig, type EngineContext } from '../context.js';

/** What is doubled or broken is not looked at, and asks all the same: trust that comes later is not for it. */
export async function noteAskedUnread(context: EngineContext, id: string): Promise<void> {
  const config = context.config();
  const { completed } = context.book.facts.request(id) ?? {};
  if (!completed || !isConfig(config) || config.trustMoves) return;
  const isThere = context.index
    .requestPaths(id)
    .some((path) => context.index.placeOf(path) === 'approved');
  const why =
    'Its note in Approved can’t be read, or there are several. Trusted moves don’t cover it.';
  if (isThere) await noteAsked(context, { requestId: id, planId: completed.plan }, why);
}

/** What waits with an approval was seen in Approved: moved back it is taken back, also without its stamp. */
export async function noteWaits(context: EngineContext, request: RequestSummary): Promise<void> {
  const facts = context.book.facts.request(request.requestId);
  const config = context.config();
  // Where moves are trusted, it arrives by its move.
  if (!facts?.completed || wasApproved(facts) || !isConfig(config) || config.trustMoves) return;
  await noteAsked(context, request, 'It is in Approved, and waits.', 'waits_in_approved');
}

/** Switching the trusted-move policy on must not answer what asked before. */
export async function noteAsked(
  context: EngineContext,
  request: Pick<RequestSummary, 'requestId' | 'planId'>,
  detail = 'Moved to Approved by something else; it asks before it runs.',
  event = 'asked',
): Promise<void> {
  const { requestId: id, planId } = request;
  if (context.book.facts.request(id)?.asked) return;
  await context.book.record(
    { kind: 'asked', id },
    {
      actor: event === 'asked' ? 'Outside' : 'Countersign',
      event,
      request_id: id,
      ...(planId === null ? {} : { plan_id: planId }),
      detail,
    },
  );
}
