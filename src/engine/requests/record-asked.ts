import type { AuditFields } from '../../core/audit/entry.js';
import type { RequestSummary } from '../../core/mission/summaries.js';
import { isConfig } from '../../core/settings/device-config.js';
import type { EngineContext } from '../context.js';

const asks = {
  actor: 'Outside',
  event: 'asked',
  detail: 'Someone or something moved it to Approved. It runs only if you say so.',
} as const;

export async function noteAskedUnread(context: EngineContext, id: string): Promise<void> {
  const config = context.config();
  const { prepared } = context.book.facts.request(id) ?? {};
  if (!prepared || !isConfig(config) || config.trustMoves) return;
  const isThere = context.index
    .requestPaths(id)
    .some((path) => context.index.placeOf(path) === 'approved');
  if (!isThere) return;
  const detail =
    'Its note in Approved can’t be read, or there are several. Trusted moves don’t cover it.';
  await noteAsked(context, { requestId: id, planId: prepared.plan }, { ...asks, detail });
}

export async function noteWaits(
  context: EngineContext,
  id: string,
  isStamped: boolean,
): Promise<void> {
  const { prepared, approvalStands } = context.book.facts.request(id) ?? {};
  const config = context.config();
  const isMove = !isStamped && isConfig(config) && config.trustMoves;
  if (!prepared || approvalStands || isMove) return;
  const told = {
    actor: 'Countersign',
    event: 'waits_in_approved',
    request_id: id,
    ...(prepared.plan === null ? {} : { plan_id: prepared.plan }),
    detail: 'It is in Approved, and waits.',
  } as const;
  await context.book.record({ kind: 'asked', id, stamped: true }, told);
}

/** Records that a person was asked, so that trusting moves later does not approve the request. */
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

export function noteUntrusted(context: EngineContext): void {
  const { book, index, standing } = context;
  const config = context.config();
  if (!isConfig(config) || config.trustMoves) return;
  standing.untrusted += 1;
  for (const id of standing.lying) {
    const { trustedMove, prepared, asked = false } = book.facts.request(id) ?? {};
    if (!prepared || asked || book.facts.isUsed(id)) continue;
    const isStamped = index.requestPaths(id).some((path) => {
      const entry = index.entryAt(path);
      return entry?.kind === 'request' && entry.stamp !== null;
    });
    const isMove = trustedMove !== undefined || !isStamped;
    if (isMove) void noteAsked(context, { requestId: id, planId: prepared.plan });
  }
}
