import type { RequestSummary } from '../../core/mission/summaries.js';
import { changedInReason } from '../../core/request/approval/return-reason.js';
import { noteOfAttempt, type UnknownOutcome } from '../../core/ledger/unknown-outcome.js';
import type { RequestFacts } from '../../core/ledger/request-facts.js';
import type { ActionRequest } from '../../core/request/request.js';
import type { EngineContext } from '../context.js';
import { stepOfRequest } from '../vault/step-of-request.js';
import { unknownOutcomeOf, unansweredOutcome } from './outcomes/unknown-outcome.js';
import type { Returned, Finding, FindingOf } from './request-findings.js';

export function cameBack(context: EngineContext, request: ActionRequest): readonly Finding[] {
  const { requestId: id, path, supersedes } = request;
  const unknownOutcome = unknownOutcomeOf(context, request);
  if (unknownOutcome && !unknownOutcome.isCleared) {
    return [{ is: 'unknown_outcome', unknownOutcome, asks: { note: 'open', path } }];
  }
  // After the loss of a ledger, the note may be the only sign of an unknown outcome.
  if (!unknownOutcome && request.status === 'outcome_unknown') {
    const isKnown = supersedes !== null && context.book.facts.isUsed(supersedes);
    return [{ is: 'unrecorded_outcome', path, attemptId: isKnown ? id : (supersedes ?? id) }];
  }
  const back = whyReturned(context, request);
  return back ? [{ is: 'came_back', request, back }] : [];
}

export function whyReturned(context: EngineContext, request: ActionRequest): Returned | null {
  const { facts } = context.book;
  // A note can claim anything, so the ledger says which request came before.
  const before = facts.predecessor(request.requestId);
  if (before === undefined || unknownOutcomeOf(context, request)?.attemptId === before) return null;
  const { voided, outcome } = facts.request(before) ?? {};
  const edited = facts.request(request.requestId)?.isEdited ? { isEdited: true as const } : {};
  if (voided?.why === 'returned') {
    const mayHaveRun = voided.mayHaveRun !== undefined || facts.wasTriedBefore(request.requestId);
    const changed = voided.changed ?? changedInReason(voided.reason);
    return {
      returnReason: voided.reason,
      ...(changed === undefined ? {} : { changed }),
      ...(mayHaveRun ? {} : { nothingSent: true }),
      ...edited,
    };
  }
  return outcome?.outcome === 'not_executed'
    ? { returnReason: outcome.reason, wasRefused: true, ...edited }
    : null;
}

export function endedUnanswered(
  context: Pick<EngineContext, 'book' | 'index'>,
  id: string,
  { voided }: Partial<RequestFacts> = {},
): readonly Finding[] {
  const unknownOutcome = unansweredOutcome(context, id);
  if (!unknownOutcome || !voided) return [];
  const ended = voided.reason;
  const [rejected] = openRequests(context, id).filter(({ folder }) => folder === 'rejected');
  if (!rejected) return [asksWithoutNote(context, id, unknownOutcome, 'ended', { ended })];
  const asks = { note: 'rejected', path: rejected.path, ended } as const;
  return [{ is: 'unknown_outcome', unknownOutcome, asks }];
}

export function asksWithoutNote(
  { book, index }: Pick<EngineContext, 'book' | 'index'>,
  id: string,
  unknownOutcome: UnknownOutcome,
  note: 'missing' | 'unreadable' | 'ended',
  more: { readonly ended?: string; readonly archived?: string | null } = {},
): FindingOf<'unknown_outcome'> {
  const [unread = null] = index.requestPaths(id);
  const hasText = noteOfAttempt(book.facts.request(unknownOutcome.attemptId)) !== null;
  const isOver = unknownOutcome.plan !== null && book.plannedIds.isEnded(unknownOutcome.plan);
  const asks = { note, unread, hasText, isOver, ...more };
  return { is: 'unknown_outcome', unknownOutcome, asks };
}

export function rejectedOpenStep(context: EngineContext, id: string): readonly Finding[] {
  const request = openRequests(context, id).find(({ folder }) => folder === 'rejected');
  if (!request?.planId) return [];
  const { planId, path } = request;
  const step = stepOfRequest(context.index, request);
  const redrafted = context.index
    .requestsOfPlan(planId)
    .some(({ stepId, folder }) => stepId === request.stepId && folder !== 'rejected');
  if (!step || step.done || step.setAside !== undefined || redrafted) return [];
  const { prepared, voided } = context.book.facts.request(id) ?? {};
  const textBefore = prepared?.step_text ?? step.text;
  const { words, audit } = voided ?? {};
  const because = words === undefined ? null : { words, byPerson: audit?.actor === 'Human' };
  return [{ is: 'rejected', path, planId, step, textBefore, because }];
}

export function openRequests(
  { index }: Pick<EngineContext, 'index'>,
  id: string,
): readonly RequestSummary[] {
  return index.requestPaths(id).flatMap((path) => index.requestAt(path) ?? []);
}
