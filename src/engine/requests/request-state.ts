import { hoursBetween, isoSeconds, recordedMs } from '../../core/time.js';
import type { WaitingSince } from '../../core/plan/rules/plan-decision.js';
import type { EngineContext } from '../context.js';
import type { RequestSummary } from '../../core/mission/summaries.js';
import { baseName } from '../../core/note/file-name.js';
import { isPractice } from '../../core/request/action/digests.js';
import type { RequestFacts } from '../../core/ledger/request-facts.js';
import type { RequestState, WaitsFor } from '../../core/request/request-state.js';
import { isConfig } from '../../core/settings/device-config.js';
import { heldUntil } from '../gate/trusted-move.js';
import type { RequestContext } from '../context.js';
import { unansweredIds, whoSaysUnknown } from './outcomes/unknown-outcome.js';
import { movedNote } from '../vault/request-notes.js';
import type { Waiting } from '../gate/verdict.js';

export function stateOfRequest(context: RequestContext, id: string): RequestState {
  const facts = context.book.facts.request(id);
  return (facts && stateInLedger(context, id, facts)) ?? openState(context, id, facts);
}

export function waitingForResume(context: RequestContext): readonly RequestSummary[] {
  return [...context.index.requests()].filter(({ folder, requestId }) => {
    const state = folder === 'approved' ? stateOfRequest(context, requestId) : null;
    return state?.is === 'waits_for' && state.waitsFor.what === 'resume';
  });
}

function stateInLedger(
  { inPlanLog }: RequestContext,
  id: string,
  { intent, outcome, voided }: RequestFacts,
): RequestState | null {
  if (intent && !outcome) return { is: 'running', isPractice: isPractice(intent) };
  if (intent && outcome) {
    const { successor = null, reason, audit } = outcome;
    switch (outcome.outcome) {
      case 'executed':
        return { is: 'executed', isPractice: isPractice(intent), atMs: recordedMs(audit) };
      case 'not_executed':
        return { is: 'returned', reason, successor };
      case 'unknown':
        return { is: 'unknown', isPractice: isPractice(intent), successor };
    }
  }
  if (!voided) return null;
  const { why, reason, successor = null } = voided;
  if (why === 'returned') return { is: 'returned', reason, successor };
  return { is: 'ended', why, ...(inPlanLog.has(id) ? { isLogged: true } : {}) };
}

function openState(
  context: RequestContext,
  id: string,
  facts: RequestFacts | undefined,
): RequestState {
  const { index, findings } = context;
  const paths = index.requestPaths(id);
  const place = paths.flatMap((path) => index.requestAt(path)?.folder ?? [])[0];
  if (context.undoWindows.get(id) || heldUntil(context, id) !== null) return { is: 'held' };
  if (!facts && place === undefined) return { is: 'gone' };
  const isApproved = (facts?.approved ?? facts?.accepted) !== undefined;
  const isDoubled = findings.find(id, 'duplicates') !== undefined;
  const isKnown = facts?.imported === true || context.approving.has(id);
  if (!isKnown && (place === undefined || (isApproved && isDoubled))) {
    const how = paths.length === 0 ? 'missing' : isDoubled ? 'doubled' : 'unreadable';
    return { is: 'lost', how, isApproved };
  }
  if (place !== 'approved' && !isApproved) return { is: 'waiting' };
  const verdict = findings.find(id, 'verdict')?.verdict;
  // A note in Approved is not approved until the gate has found an approval.
  if (verdict ? verdict.do === 'ask' : !isApproved) return { is: 'asks' };
  if (facts?.imported || findings.find(id, 'failed'))
    return { is: 'waits_for', waitsFor: { what: 'other' } };
  const waitsFor = isPaused(context) ? ({ what: 'resume' } as const) : waitsForOf(verdict);
  return waitsFor ? { is: 'waits_for', waitsFor } : { is: 'approved' };
}

function waitsForOf(verdict: Waiting | undefined): WaitsFor | null {
  if (!verdict) return null;
  const { code, step, runsAt } = verdict;
  if (step !== undefined) return { what: 'step', position: step };
  if (code === 'over_budget') return { what: 'limit', untilMs: runsAt?.ms ?? null };
  return code === 'executor_paused' ? null : { what: 'other' };
}

function isPaused({ config }: RequestContext): boolean {
  const known = config();
  return isConfig(known) && known.paused;
}

export async function noteOfRequest(context: RequestContext, id: string): Promise<string | null> {
  const { index, folders, book } = context;
  const facts = book.facts.request(id);
  const successor = facts?.outcome?.successor ?? facts?.voided?.successor;
  const [open] = [id, ...(successor === undefined ? [] : [successor])].flatMap((each) =>
    index.requestPaths(each),
  );
  if (open !== undefined) return open;
  const path = facts?.intent?.path ?? facts?.voided?.path;
  const name = path === undefined ? id : baseName(path);
  return (
    (await movedNote(context, folders.doneActions, id, name)) ??
    (await movedNote(context, folders.archive, id, name))
  );
}

export function asksWhatHappened(context: RequestContext, requestId: string): boolean {
  const requests = context.index
    .requestPaths(requestId)
    .map((path) => context.index.requestAt(path));
  return requests.some((request) => request && whoSaysUnknown(context, request) === 'ledger');
}

export function unknownOutcomes(
  context: RequestContext,
): readonly { readonly requestId: string; readonly path: string | null }[] {
  return unansweredIds(context).map((requestId) => ({
    requestId,
    path: context.index.requestPaths(requestId)[0] ?? null,
  }));
}

export function waitingSince(
  { book }: EngineContext,
  { requestId, createdDate, createdMs }: RequestSummary,
): WaitingSince {
  const recordedMs = book.facts.request(requestId)?.preparedSince;
  return recordedMs === undefined || hoursBetween(createdMs, recordedMs) >= 1
    ? { at: createdDate, saysNote: true }
    : { at: isoSeconds(recordedMs), saysNote: false };
}
