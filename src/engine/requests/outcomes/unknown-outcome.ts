import type { RequestSummary } from '../../../core/mission/summaries.js';
import { unknownOutcomeBehind, type UnknownOutcome } from '../../../core/ledger/unknown-outcome.js';
import type { AttemptedStep } from '../../../core/ledger/attempted-step.js';
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

/** Returns the unknown outcome after which this request is the next try; null if there is none. */
export function unknownOutcomeOf(
  context: EngineContext,
  request: ActionRequest,
): UnknownOutcome | null {
  // `supersedes` proves nothing, because anybody can write another request's id there.
  const attempts = attemptsOf(context, request, null).map(({ id }) => id);
  return unknownOutcomeBehind(context.book.facts, request, attempts);
}

/** Returns the unknown outcome that a request asks a person about; null when nothing is asked. */
export function unansweredOutcome(
  { book: { facts } }: Pick<Known, 'book'>,
  id: string,
): UnknownOutcome | null {
  const isBack = facts.request(facts.predecessor(id) ?? '')?.filed === true;
  return isBack ? openUnknownOutcome(facts, id) : null;
}

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

export function isBroughtBack({ book: { facts } }: Pick<Known, 'book'>, id: string): boolean {
  const before = facts.request(facts.predecessor(id) ?? '')?.voided;
  return before?.attempt !== undefined && openUnknownOutcome(facts, id) !== null;
}

export function unansweredIds(context: Pick<Known, 'book'>): readonly string[] {
  const ids = context.book.facts.returnedIds();
  return ids.filter((id) => unansweredOutcome(context, id) !== null);
}

export function askingAbout(context: Pick<Known, 'book'>, step: AttemptedStep): string | undefined {
  const attempts = context.book.facts.attempts(step, [], '').map(({ id }) => id);
  return unansweredIds(context).find((id) => {
    const unknown = unansweredOutcome(context, id);
    return unknown !== null && attempts.includes(unknown.attemptId);
  });
}

export function hasUnknownOutcome(known: Known, request: RequestSummary): boolean {
  return whoSaysUnknown(known, request) !== null;
}

/**
 * Returns who says that an outcome is unknown: the ledger or the request's note. Null if neither
 * does.
 */
export function whoSaysUnknown(
  { book, index }: Known,
  request: RequestSummary,
): 'ledger' | 'note' | null {
  const { facts } = book;
  const { requestId, status } = request;
  const attempts = facts.attempts(attemptedStep(index, request), [], requestId).map(({ id }) => id);
  const unknown = unknownOutcomeBehind(facts, request, attempts);
  if (unknown) return unknown.isCleared ? null : 'ledger';
  // After the loss of a ledger, the note may be the only sign of an unknown outcome.
  return status === 'outcome_unknown' ? 'note' : null;
}

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
  const known = { planId: request.planId, stepId: step.id, text: step.text };
  if (unknowns.includes('ledger') || askingAbout(context, known) !== undefined)
    return 'whose outcome is unknown';
  if (unknowns.includes('note'))
    return 'whose outcome is unknown, as only the note of its request says';
  const allRejected = others.length > 0 && others.every(({ folder }) => folder === 'rejected');
  return allRejected ? 'which was rejected' : null;
}
