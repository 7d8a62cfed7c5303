import { ok, type Result } from '../../core/errors.js';
import { wasApproved } from '../../core/request/ledger-facts.js';
import type { ActionRequest } from '../../core/request/request.js';
import { signedContent } from '../../core/request/signed-content.js';
import { isConfig } from '../context.js';
import type { GateContext } from './dispatch.js';
import { endRequest } from './end-request.js';

/** What is seen of a note that cannot be read as one request. */
const unread = 'unread';
const unreadInApproved = 'unread in Approved';

/**
 * A note in Pending that says something else than what was prepared: somebody edited it. That is recorded before it is
 * prepared again, which may take long or fail: an approval from before must not run what was edited away.
 */
export async function noteEdited(context: GateContext, request: ActionRequest): Promise<void> {
  const { requestId: id } = request;
  const prepared = context.book.facts.request(id)?.completed?.s;
  const asPrepared = { ...request, machine: { ...request.machine, confirms: null } };
  const now = signedContent(asPrepared, context.vaultId)?.digest ?? unread;
  if (prepared === undefined || now === prepared) context.changedNotes.delete(id);
  else await takeBack(context, id, now, `The note of ${id} was edited since it was prepared.`);
}

/**
 * The notes of an id are several, or cannot be read, and people move and edit them all the same. What that takes away
 * counts: with all of them in Rejected it is rejected, and with one there or none in Approved it is taken back. The
 * value is whether it ended.
 */
export async function followUnread(context: GateContext, id: string): Promise<Result<boolean>> {
  const { index, book } = context;
  const facts = book.facts.request(id);
  const { completed, intent, voided } = facts ?? {};
  if (!completed || intent || voided) return ok(false);
  const paths = index.requestPaths(id);
  const isIn = (place: string) => (path: string) => index.placeOf(path) === place;
  if (paths.every(isIn('rejected'))) {
    const ended = await endRequest(
      context,
      { requestId: id, planId: completed.plan, stepId: completed.step },
      { why: 'rejected', reason: 'Moved to Rejected.', actor: 'Outside' },
    );
    return ended.ok ? ok(true) : ended;
  }
  const isRejected = paths.some(isIn('rejected'));
  if (!isRejected && paths.some(isIn('approved'))) {
    context.changedNotes.set(id, unreadInApproved);
    return ok(false);
  }
  // Whole copies in Pending of what never lay in Approved are no edit.
  const isWhole = paths.every((path) => index.requestAt(path) !== null);
  const config = context.config();
  const mayBeApproved =
    facts?.asked === true || wasApproved(facts) || (isConfig(config) && config.trustMoves);
  if (!isRejected && isWhole && !mayBeApproved) return ok(false);
  await takeBack(
    context,
    id,
    unread,
    isRejected
      ? `A note of ${id} was moved to Rejected.`
      : `The note of ${id} can’t be read, or there are several, and none is in Approved.`,
  );
  return ok(false);
}

/** A note in Approved that could not be read is gone now: what was moved from there has no id that would tell. */
export async function noteUnreadGone(context: GateContext, id: string): Promise<void> {
  if (context.changedNotes.get(id) !== unreadInApproved) return;
  await takeBack(
    context,
    id,
    unread,
    `The note of ${id} couldn’t be read, and is gone from Approved.`,
  );
}

/** Approvals made until now do not count any more. Recorded once for each thing that is seen. */
async function takeBack(
  context: GateContext,
  id: string,
  seen: string,
  why: string,
): Promise<void> {
  if (context.changedNotes.get(id) === seen) return;
  const recorded = await context.book.record(
    { kind: 'taken_back', id },
    {
      actor: 'Outside',
      event: 'taken_back',
      request_id: id,
      detail: `${why} Earlier approvals don’t count.`,
    },
  );
  if (recorded.ok) context.changedNotes.set(id, seen);
}
