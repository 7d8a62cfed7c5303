import { quoted } from '../text/quote.js';
import { trimEnd } from '../text/trim-end.js';
import type { Plan } from './plan.js';

/** How a `blocked_reason` begins if an approval ends the block, whether we or an agent wrote it. */
export const awaitingApproval = 'Awaiting Human Approval:';

/** A time as a request's note may write it. */
const time = String.raw`\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:?\d\d)?)?`;
const ours = new RegExp(`^${awaitingApproval} \\S+ since ${time}$`, 'u');
const likeOurs = new RegExp(`^${awaitingApproval} [^]+ since ${time}`, 'u');

/**
 * The `blocked_reason` for a request.
 * @param note the name of the request's note. If it has spaces, the id is used instead, so that nobody can
 *   put a sentence into the reason.
 * @param since an instant, as written in the note
 */
export function reasonFor(note: string, requestId: string, since: string): string {
  return `${awaitingApproval} ${/\s/u.test(note) ? requestId : note} since ${since.trim()}`;
}

/** Whether older versions wrote this reason for the request. They named its note even if the name has spaces. */
export function isOlderReason(reason: string | null, note: string, since: string): boolean {
  return reason === `${awaitingApproval} ${note} since ${since}`;
}

/**
 * Why a plan's block ends, for its log. Includes the plan's reason if it would be lost: it has our form, is
 * removed with the block, and is not in the log.
 */
export function withLostReason(
  why: string,
  { blockedReason, log }: Pick<Plan, 'blockedReason' | 'log'>,
): string {
  if (blockedReason === null || !isOurReason(blockedReason)) return why;
  if (isTold(blockedReason, log)) return why;
  return `${trimEnd(why, '.')}. The plan’s reason was ${quoted(blockedReason, Infinity)}.`;
}

/** Whether a plan's log has this reason. */
export function isTold(reason: string, log: Plan['log']): boolean {
  return log.some(({ rationale }) => rationale.includes(reason));
}

/** Whether Countersign wrote exactly this reason, so that it may be replaced or removed. */
export function isOurReason(reason: string): boolean {
  return ours.test(reason);
}

/**
 * Whether an approval ends a block with this reason, whether we or an agent wrote it. If somebody added
 * words to our reason, it is a block of their own and stays.
 */
export function isEndedByApproval(reason: string | null): boolean {
  if (reason?.startsWith(awaitingApproval) !== true) return false;
  return isOurReason(reason) || !likeOurs.test(reason);
}
