/** How a `blocked_reason` begins that an approval ends, ours or an agent's. */
export const awaitingApproval = 'Awaiting Human Approval:';

const ours = /^Awaiting Human Approval: .+ since \d{4}-\d\d-\d\d[\dT:.+-]*[\dZ]$/u;
const oursAndMore =
  /^Awaiting Human Approval: .+ since \d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)[^]/u;

/**
 * The `blocked_reason` for a request.
 * @param note the name of its note
 * @param since an instant, as the note has it
 */
export function reasonFor(note: string, since: string): string {
  return `${awaitingApproval} ${note} since ${since}`;
}

/** Whether a reason is exactly what Countersign writes, so that it may be replaced or removed. */
export function isOurReason(reason: string): boolean {
  return ours.test(reason);
}

/**
 * Whether an approval ends a block with this reason. Words that somebody added behind ours are a block of
 * their own, and stay.
 */
export function isEndedByApproval(reason: string | null): boolean {
  if (reason?.startsWith(awaitingApproval) !== true) return false;
  return isOurReason(reason) || !oursAndMore.test(reason);
}
