import type { RequestSummary } from '../../../core/mission/summaries.js';
import { unknownOutcomeBehind, type UnknownOutcome } from '../../../core/ledger/unknown-outcome.js';
import type { LedgerFacts } from '../../../core/ledger/ledger-facts.js';
import type { Step } from '../../../core/plan/plan.js';
import type { ActionRequest } from '../../../core/request/request.js';
import type { EngineContext } from '../../context.js';
import type { VaultIndex } from '../../vault/index/vault-index.js';
import { attemptedStep, attemptsOf } from '../../vault/step-of-request.js';

interface Known {
  readonly book: { readonly facts: LedgerFacts };
  readonly index: Pick<VaultIndex, 'plan'>;
}

/** The unknown attempt that a request came back from, if a person may still say what became of it. */
export function unknownOutcomeOf(
  context: EngineContext,
  request: ActionRequest,
): UnknownOutcome | null {
  // Whoever writes `supersedes` must not lay the question of one call before another one's text.
  const attempts = attemptsOf(context, request, null).map(({ id }) => id);
  return unknownOutcomeBehind(context.book.facts, request, attempts);
}

/**
 * The unknown attempt that the ledger knows a request to have come back from, while no person has answered
 * it or ended the request; whatever became of the note, and whoever moved or deleted it.
 */
export function unansweredOutcome(
  { book: { facts } }: Pick<Known, 'book'>,
  id: string,
): UnknownOutcome | null {
  // Until the earlier one is filed, the note may still be on its way back.
  const isBack = facts.request(facts.predecessor(id) ?? '')?.filed === true;
  return isBack ? openUnknownOutcome(facts, id) : null;
}

/**
 * Whether a request asks about a call that was not for this step, as anybody can write into its note: what becomes of that
 * step says nothing about the call.
 */
export function asksOfAnotherStep(
  context: Pick<Known, 'book'>,
  { requestId, planId, stepId }: Pick<RequestSummary, 'requestId' | 'planId' | 'stepId'>,
): boolean {
  const unknown = unansweredOutcome(context, requestId);
  return unknown !== null && (unknown.plan !== planId || unknown.step !== stepId);
}

function openUnknownOutcome(facts: LedgerFacts, id: string): UnknownOutcome | null {
  const { intent, voided } = facts.request(id) ?? {};
  const isOver =
    intent !== undefined ||
    voided?.successor !== undefined ||
    voided?.step_is !== undefined ||
    voided?.audit.actor === 'Human';
  if (isOver) return null;
  const unknown = unknownOutcomeBehind(facts, { requestId: id, supersedes: null, status: '' }, []);
  return unknown?.isCleared === false ? unknown : null;
}

/**
 * Whether a person already said, on the card of this request, that an attempt did not happen. Only of an attempt
 * that the ledger knows it came back from, and not once the server answered late, or another computer tells that it was
 * executed.
 */
export function wasAnswered(
  { book: { facts } }: Pick<Known, 'book'>,
  requestId: string,
  attemptId: string,
): boolean {
  const attempt = facts.request(attemptId);
  if (attempt?.notHappened !== true || attempt.late !== undefined) return false;
  if (facts.earlier.get(attemptId)?.outcome === 'executed') return false;
  return facts.idsBefore(requestId).includes(attemptId);
}

/** Whether a person brought a request's note back to answer it, and has not yet: nothing else ends it. */
export function isBroughtBack({ book: { facts } }: Pick<Known, 'book'>, id: string): boolean {
  const before = facts.request(facts.predecessor(id) ?? '')?.voided;
  return before?.attempt !== undefined && openUnknownOutcome(facts, id) !== null;
}

/** The requests with an {@link unansweredOutcome}. */
export function unansweredIds(context: Pick<Known, 'book'>): readonly string[] {
  const ids = context.book.facts.returnedIds();
  return ids.filter((id) => unansweredOutcome(context, id) !== null);
}

/** Whether nobody knows what became of the step that a request is for. */
export function hasUnknownOutcome(known: Known, request: RequestSummary): boolean {
  return whoSaysUnknown(known, request) !== null;
}

/** Who says that nobody knows it: the ledger, or the request’s note alone; `null`: neither. */
export function whoSaysUnknown(
  { book, index }: Known,
  request: RequestSummary,
): 'ledger' | 'note' | null {
  const { facts } = book;
  const { requestId, status } = request;
  const attempts = facts.attempts(attemptedStep(index, request), [], requestId).map(({ id }) => id);
  const unknown = unknownOutcomeBehind(facts, request, attempts);
  if (unknown) return unknown.isCleared ? null : 'ledger';
  // A ledger that is gone told it to the note only; but anybody can write it there.
  return status === 'outcome_unknown' ? 'note' : null;
}

/** Why a step that must come first cannot go on by itself; `null` when it can. */
export function deadWait(
  context: EngineContext,
  request: ActionRequest,
  step: Step,
): string | null {
  if (step.id === null || request.planId === null || !step.gated) return null;
  const others = context.index
    .requestsOfPlan(request.planId)
    .filter((other) => other.stepId === step.id);
  const unknowns = others.map((other) => whoSaysUnknown(context, other));
  if (unknowns.includes('ledger')) return 'whose outcome is unknown';
  if (unknowns.includes('note'))
    return 'whose outcome is unknown, as only the note of its request says';
  const allRejected = others.length > 0 && others.every(({ folder }) => folder === 'rejected');
  return allRejected ? 'which was rejected' : null;
}
