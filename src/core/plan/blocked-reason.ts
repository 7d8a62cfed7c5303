import { quoted } from '../text/quote.js';
import { trimEnd } from '../text/trim-end.js';
import type { Plan } from './plan.js';

/** How a `blocked_reason` begins that an approval ends, ours or an agent's. */
export const awaitingApproval = 'Awaiting Human Approval:';

/** A time as a request's note may have it. */
const time = String.raw`\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:?\d\d)?)?`;
const ours = new RegExp(`^${awaitingApproval} \\S+ since ${time}$`, 'u');
const likeOurs = new RegExp(`^${awaitingApproval} [^]+ since ${time}`, 'u');

/**
 * The `blocked_reason` for a request.
 * @param note the name of its note; one with spaces gives way to the id, so that nobody's words look like part of it
 * @param since an instant, as the note has it
 */
export function reasonFor(note: string, requestId: string, since: string): string {
  return `${awaitingApproval} ${/\s/u.test(note) ? requestId : note} since ${since.trim()}`;
}

/** Whether a reason is what older versions wrote for a request, which named its note also where that has spaces. */
export function isOlderReason(reason: string | null, note: string, since: string): boolean {
  return reason === `${awaitingApproval} ${note} since ${since}`;
}

/**
 * Why a plan's block ends, for its log, with the plan's reason where that would be lost: it has our form, is removed
 * with the block, and the log does not have it.
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

/** Whether a reason is exactly what Countersign writes, so that it may be replaced or removed. */
export function isOurReason(reason: string): boolean {
  return ours.test(reason);
}

/**
 * Whether an approval ends a block with this reason, ours or an agent's. Words that somebody added to ours are a
 * block of their own, and stay.
 */
export function isEndedByApproval(reason: string | null): boolean {
  if (reason?.startsWith(awaitingApproval) !== true) return false;
  return isOurReason(reason) || !likeOurs.test(reason);
}
