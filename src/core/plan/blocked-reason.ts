import { quoted } from '../text/quote.js';
import { trimEnd } from '../text/trim-end.js';
import type { Plan } from './plan.js';

/** The first words of a `blocked_reason` that Countersign writes. */
export const awaitingApproval = 'Awaiting Human Approval:';

const time = String.raw`\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:?\d\d)?)?`;
const ours = new RegExp(`^${awaitingApproval} \\S+ since ${time}$`, 'u');
const likeOurs = new RegExp(`^${awaitingApproval} [^]+ since ${time}`, 'u');

export function reasonFor(note: string, requestId: string, since: string): string {
  return `${awaitingApproval} ${/\s/u.test(note) ? requestId : note} since ${since.trim()}`;
}

/** True when an older version of Countersign would have written this reason. */
export function isOlderReason(reason: string | null, note: string, since: string): boolean {
  return reason === `${awaitingApproval} ${note} since ${since}`;
}

/**
 * Returns what the log says when a plan stops being blocked. The note then loses its
 * `blocked_reason`. If Countersign wrote that reason, the log keeps it.
 */
export function withLostReason(
  why: string,
  { blockedReason, log }: Pick<Plan, 'blockedReason' | 'log'>,
): string {
  if (blockedReason === null || !isOurReason(blockedReason)) return why;
  if (isTold(blockedReason, log)) return why;
  return `${trimEnd(why, '.')}. The plan’s reason was ${quoted(blockedReason, Infinity)}.`;
}

export function isTold(reason: string, log: Plan['log']): boolean {
  return log.some(({ rationale }) => rationale.includes(reason));
}

/** True when a reason has the exact form that Countersign writes. */
export function isOurReason(reason: string): boolean {
  return ours.test(reason);
}

/** True when an approval unblocks a plan that is blocked for this reason. */
export function isEndedByApproval(reason: string | null): boolean {
  if (reason?.startsWith(awaitingApproval) !== true) return false;
  return isOurReason(reason) || !likeOurs.test(reason);
}
