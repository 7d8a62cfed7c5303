import type { RequestSummary } from '../../core/mission/summaries.js';
import { doubtBehind, type Doubt } from '../../core/request/doubt.js';
import type { ActionRequest } from '../../core/request/request.js';
import type { EngineContext } from '../context.js';
import { attemptsToCheck } from './approvable.js';

/** The unknown attempt that a request came back from, if a person may still say what became of it. */
export function doubtOf(context: EngineContext, request: ActionRequest): Doubt | null {
  const attempts = attemptsToCheck(context, request).map(({ id }) => id);
  return doubtBehind(context.book.facts, request, attempts);
}

/** Whether nobody knows what became of the step that a request is for. */
export function isInDoubt({ book: { facts } }: EngineContext, request: RequestSummary): boolean {
  const { planId, stepId, requestId, status } = request;
  const attempts = facts.attempts(planId, stepId, '', requestId).map(({ id }) => id);
  const doubt = doubtBehind(facts, request, attempts);
  // A ledger that is gone told it to the note only.
  return doubt ? !doubt.isCleared : status === 'outcome_unknown';
}
