import type { RequestFacts } from '../../core/ledger/request-facts.js';
import type { ActionRequest } from '../../core/request/request.js';
import type { VaultContext } from './vault-context.js';

export function broughtBack(attemptId: string): string {
  return `It may have happened: say whether it did. You brought this note of ${attemptId} back.`;
}

export function returnedReason({ outcome, voided }: RequestFacts, isAsked: boolean): string {
  if (voided?.attempt !== undefined) return broughtBack(voided.attempt);
  if (voided && (isAsked || voided.mayHaveRun)) return `It may have happened. ${voided.reason}`;
  if (!outcome) return `Not run. ${voided?.reason ?? ''}`;
  return outcome.outcome === 'unknown'
    ? `It may have happened: check before approving again. ${outcome.reason}`
    : `It was not executed. ${outcome.reason}`;
}

/** Returns the reasons that Countersign may have written into the note earlier. */
export function reasonsTold(
  { book }: Pick<VaultContext, 'book'>,
  { requestId, supersedes }: ActionRequest,
): readonly string[] {
  const before = supersedes === null ? undefined : book.facts.request(supersedes);
  return [
    book.facts.request(requestId)?.voided?.reason ?? '',
    broughtBack(supersedes ?? ''),
    ...(before ? [true, false].map((isAsked) => returnedReason(before, isAsked)) : []),
  ];
}
