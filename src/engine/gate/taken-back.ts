import { ok, type Result } from '../../core/errors.js';
import { wasApproved, type RequestFacts } from '../../core/request/ledger-facts.js';
import { parseRequest } from '../../core/request/parse-request.js';
import type { ActionRequest } from '../../core/request/request.js';
import { proposalDigest } from '../../core/request/signed-content.js';
import { isConfig, type EngineContext } from '../context.js';
import { endRequest } from './end-request.js';

/** What is seen of a note that cannot be read as one request. */
const unread = 'unread';
const unreadInApproved = 'unread in Approved';
/** So many copies in Pending are read. Of more, one counts as edited. */
const mostCopies = 20;

/**
 * A note in Pending that says something else than what was prepared: somebody edited it. That is recorded before it is
 * prepared again, which may take long or fail: an approval from before must not run what was edited away.
 */
export async function noteEdited(context: EngineContext, request: ActionRequest): Promise<void> {
  const { requestId: id } = request;
  const { completed } = context.book.facts.request(id) ?? {};
  if (!completed || !isEditOf(completed, request)) context.changedNotes.delete(id);
  else {
    const why = `The note for ${id} was edited since it was prepared.`;
    await takeBack(context, id, proposalDigest(request), why, 'request_edited');
  }
}

/**
 * The notes of an id are several, or cannot be read, and people move and edit them all the same. What that takes away
 * counts: with all of them in Rejected it is rejected, and with one there or none in Approved it is taken back. The
 * value is whether it ended.
 */
export async function followUnread(context: EngineContext, id: string): Promise<Result<boolean>> {
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
  const pending = paths.filter(isIn('pending'));
  const inPending = await pendingCopies(context, pending);
  // Whoever approves moves the note first, and signs it then: in Pending it was put back.
  const isPutBack = inPending.some((copy) => copy !== null && copy.machine.stamp !== null);
  // What nobody looked at may be an edit.
  const isEdited =
    pending.length > mostCopies || inPending.some((copy) => copy && isEditOf(completed, copy));
  if (!isRejected && !isPutBack && !isEdited) {
    if (paths.some(isIn('approved'))) {
      context.changedNotes.set(id, unreadInApproved);
      return ok(false);
    }
    // Whole copies in Pending of what never lay in Approved are no edit.
    const config = context.config();
    const mayBeApproved =
      facts?.asked === true || wasApproved(facts) || (isConfig(config) && config.trustMoves);
    if (!inPending.includes(null) && !mayBeApproved) return ok(false);
  }
  await takeBack(context, id, unread, whyTakenBack(id, { isRejected, isPutBack, isEdited }));
  return ok(false);
}

function whyTakenBack(
  id: string,
  is: Readonly<Record<'isRejected' | 'isPutBack' | 'isEdited', boolean>>,
): string {
  if (is.isRejected) return `A note of ${id} was moved to Rejected.`;
  if (is.isPutBack) return `A note of ${id} has a stamp, and is in Pending.`;
  if (is.isEdited) return `A note of ${id} was edited, or there are too many to read them all.`;
  return `The note for ${id} can’t be read, or there are several, and none is in Approved.`;
}

/** The notes at these paths; `null` for each that cannot be read. */
function pendingCopies(
  { notes }: EngineContext,
  paths: readonly string[],
): Promise<readonly (ActionRequest | null)[]> {
  return Promise.all(
    paths.slice(0, mostCopies).map(async (path) => {
      const text = await notes.read(path);
      return text.ok ? parseRequest(text.value, path).request : null;
    }),
  );
}

/** Whether a note proposes something else than what was prepared. Older records do not say what that was. */
function isEditOf(
  { proposal }: NonNullable<RequestFacts['completed']>,
  request: ActionRequest,
): boolean {
  return proposal !== undefined && proposalDigest(request) !== proposal;
}

/** A note in Approved that could not be read is gone now: what was moved from there has no id that would tell. */
export async function noteUnreadGone(context: EngineContext, id: string): Promise<void> {
  if (context.changedNotes.get(id) !== unreadInApproved) return;
  await takeBack(
    context,
    id,
    unread,
    `The note for ${id} couldn’t be read, and is gone from Approved.`,
  );
}

/**
 * A request that this ledger prepared, whose note names another ledger, is left alone. What a person takes away from it
 * counts all the same: anybody can write that name.
 */
export async function noteLeftAlone(
  context: EngineContext,
  id: string,
  why: string,
): Promise<void> {
  const { completed, intent, voided } = context.book.facts.request(id) ?? {};
  if (completed && !intent && !voided) await takeBack(context, id, unread, why);
}

/** A plan, or one of its copies, says that a request is not wanted, and the request cannot be ended by that. */
export async function endedSomewhere(
  context: EngineContext,
  id: string,
  why: string,
): Promise<void> {
  if (!context.book.facts.request(id)?.completed) return;
  await takeBack(context, `plan of ${id}`, why, why, 'taken_back', id);
}

/** Approvals made until now do not count any more. Recorded once for each thing that is seen. */
async function takeBack(
  context: EngineContext,
  key: string,
  seen: string,
  why: string,
  event = 'taken_back',
  id = key,
): Promise<void> {
  if (context.changedNotes.get(key) === seen) return;
  const recorded = await context.book.record(
    { kind: 'taken_back', id },
    {
      actor: 'Outside',
      event,
      request_id: id,
      detail: `${why} Earlier approvals don’t count.`,
    },
  );
  if (recorded.ok) context.changedNotes.set(key, seen);
}
