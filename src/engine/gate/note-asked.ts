import type { AuditFields } from '../../core/audit/entry.js';
import type { RequestSummary } from '../../core/mission/summaries.js';
import { wasApproved } from '../../core/request/ledger-facts.js';
import { isConfig, type EngineContext } from '../context.js';

const asks = {
  actor: 'Outside',
  event: 'asked',
  detail: 'Moved to Approved by something else; it asks before it runs.',
} as const;

/** What is doubled or broken is not looked at, and asks all the same: trust that comes later is not for it. */
export async function noteAskedUnread(context: EngineContext, id: string): Promise<void> {
  const config = context.config();
  const { completed } = context.book.facts.request(id) ?? {};
  if (!completed || !isConfig(config) || config.trustMoves) return;
  const isThere = context.index
    .requestPaths(id)
    .some((path) => context.index.placeOf(path) === 'approved');
  if (!isThere) return;
  const detail =
    'Its note in Approved can’t be read, or there are several. Trusted moves don’t cover it.';
  await noteAsked(context, { requestId: id, planId: completed.plan }, { ...asks, detail });
}

/** An approved request that waits was seen in Approved. If its note is moved back, that takes the approval back, with or without the stamp. */
export async function noteWaits(context: EngineContext, request: RequestSummary): Promise<void> {
  const facts = context.book.facts.request(request.requestId);
  const config = context.config();
  // Where moves are trusted, it arrives by its move.
  if (!facts?.completed || wasApproved(facts) || !isConfig(config) || config.trustMoves) return;
  await noteAsked(context, request, {
    actor: 'Countersign',
    event: 'waits_in_approved',
    detail: 'It is in Approved, and waits.',
  });
}

/** Switching the trusted-move policy on must not answer what asked before. */
export async function noteAsked(
  context: EngineContext,
  request: Pick<RequestSummary, 'requestId' | 'planId'>,
  told: Pick<AuditFields, 'actor' | 'event' | 'detail'> = asks,
): Promise<void> {
  const { requestId: id, planId } = request;
  if (context.book.facts.request(id)?.asked) return;
  await context.book.record(
    { kind: 'asked', id },
    { ...told, request_id: id, ...(planId === null ? {} : { plan_id: planId }) },
  );
}
