import { sha256Hex } from '../../core/digest.js';
import { fail, ok, type Result } from '../../core/errors.js';
import type { RequestSummary } from '../../core/mission/summaries.js';
import { isConflictCopy } from '../../core/note/file-name.js';
import { hoursAfter, hoursBetween, isoSeconds, readInstant } from '../../core/time.js';
import { requestTitle } from '../../core/request/call-title.js';
import { wasApproved, type RequestFacts } from '../../core/ledger/request-facts.js';
import { asNotHappened, withStatus } from '../../core/request/edit-request.js';
import { parseRequest } from '../../core/request/parse-request.js';
import type { ActionRequest } from '../../core/request/request.js';
import { signedContent } from '../../core/request/approval/signed-content.js';
import { readStamp, stampLifeMs } from '../../core/request/approval/stamp.js';
import { isConfig } from '../../core/settings/device-config.js';
import type { WorkSlot } from '../runtime/work-queue.js';
import { bearsApproval } from '../gate/authority.js';
import { prepareRequest } from './prepare-request.js';
import { dispatch } from '../gate/dispatch.js';
import type { RequestContext } from '../context.js';
import {
  hasUnknownOutcome,
  unansweredOutcome,
  unknownOutcomeOf,
} from './outcomes/unknown-outcome.js';
import { endRejected, endRequest } from './outcomes/end-request.js';
import { missingRequest, ranElsewhere, unreadRequest } from './missing-request.js';
import { archiveNote, openPaths, rewriteRequest, whyArchived } from '../vault/request-notes.js';
import { returnLate, writeBack } from './outcomes/write-back.js';
import { cameBack, endedUnanswered, openRequests, rejectedOpenStep } from './returned-requests.js';
import type { IndexEntry } from '../vault/index/read-entry.js';
import { dependedOn, type Finding } from './request-findings.js';
import { alertsOf, failedIf, mostNamed } from './request-alerts.js';
import { endedStep, withoutStep } from './ended-steps.js';
import {
  anothersOfEnded,
  endTakenOver,
  isAnothers,
  isForAnother,
  otherDevice,
} from './of-another-ledger.js';
import { noteFound } from './found-request.js';
import { noteAsked, noteAskedUnread } from './record-asked.js';
import { keepApproval, lookFirst, noteEdited } from './standing-approvals.js';
import type { Verdict } from '../gate/verdict.js';
import { waitingSince } from './request-state.js';

const retryMs = 60_000;

export async function reconcileRequest(
  context: RequestContext,
  id: string,
  slot: WorkSlot,
): Promise<void> {
  if (context.inFlight.has(id) || context.approving.has(id)) return;
  const before = dependedOn(context.findings.of(id));
  let found: readonly Finding[];
  await noteFound(context, id);
  try {
    await lookFirst(context, id);
    found = await findingsAfter(context, id, slot);
  } finally {
    await keepApproval(context, id);
  }
  context.findings.replace(id, found);
  context.alerts.replace({ kind: 'request', id }, alertsOf(id, found));
  if (found.some(({ is }) => is === 'failed')) {
    context.lookAgainAt(`request:${id}`, context.clock.now() + retryMs);
  }
  if (before === dependedOn(found)) return;
  for (const path of context.index.requestPaths(id)) {
    const planId = context.index.requestAt(path)?.planId ?? null;
    if (planId !== null) context.lookAgain(`plan:${planId}`);
  }
}

function areAllRejected({ index }: RequestContext, id: string): boolean {
  return index.requestPaths(id).every((path) => index.placeOf(path) === 'rejected');
}

async function findingsAfter(
  context: RequestContext,
  id: string,
  slot: WorkSlot,
): Promise<readonly Finding[]> {
  if (isComingBack(context, id)) return [];
  const facts = context.book.facts.request(id);
  if (facts && (facts.intent ?? facts.voided)) {
    const writtenBack = await writeBackUsed(context, id, facts);
    if (!writtenBack.ok) {
      const { error } = writtenBack;
      const unknown =
        'We don’t know whether its call happened, and that can’t be written into its note.';
      const message =
        facts.outcome?.outcome === 'unknown' ? `${unknown} ${error.message}` : error.message;
      return failedIf({ ok: false, error: { ...error, message } });
    }
    const anothers = await anothersOfEnded(context, id);
    const unanswered = endedUnanswered(context, id, facts);
    if (anothers) return [...unanswered, otherDevice(context, anothers)];
    if (unanswered.length > 0) return unanswered;
    return [...rejectedOpenStep(context, id), ...(await endedStep(context, id))];
  }
  if (context.index.requestPaths(id).length === 0) return missingRequest(context, id, facts);
  context.goneSince.delete(id);
  if (facts?.missingSince !== undefined) {
    await context.book.record(
      { kind: 'found', id },
      { actor: 'Countersign', event: 'found', request_id: id, detail: `${id} is there again.` },
    );
  }
  const copies = await duplicates(context, id);
  const open = openRequests(context, id);
  if (copies !== null || open.length === 0) {
    await noteAskedUnread(context, id);
    if (facts?.prepared && areAllRejected(context, id)) {
      const { plan: planId, step: stepId } = facts.prepared;
      const request = { requestId: id, planId, stepId };
      return failedIf(
        await endRequest(context, request, {
          why: 'rejected',
          reason: 'Moved to Rejected.',
          actor: 'Outside',
        }),
      );
    }
  }
  if (copies) {
    const first = open[0]?.path;
    return [
      ...(first === undefined ? unreadRequest(context, id) : openQuestion(context, id, first)),
      { is: 'duplicates', paths: copies, ...(first === undefined ? {} : { first }) },
    ];
  }
  const [request] = open;
  if (!request) return unreadRequest(context, id);
  const takenOver = await endTakenOver(context, request);
  if (takenOver) return failedIf(takenOver, request.path);
  if (request.folder === 'approved') return reconcileApproved(context, request, slot);
  context.undoWindows.drop(id);
  const text = await context.notes.read(request.path);
  const parsed = text.ok ? parseRequest(text.value, request.path).request : null;
  if (parsed?.requestId !== id) return [];
  const isOthers = isAnothers(context, parsed);
  if (isOthers || (await isForAnother(context, parsed))) {
    const asked = cameBack(context, parsed).filter(({ is }) => is === 'unknown_outcome');
    if (isOthers) return [...asked, otherDevice(context, parsed)];
    return request.folder === 'rejected'
      ? asked
      : [...asked, { is: 'not_prepared_here', path: request.path }];
  }
  return request.folder === 'rejected'
    ? failedIf(await endRejected(context, request, parsed))
    : reconcilePending(context, request, parsed, slot);
}

/**
 * A returned request gets a new id. While a note with the old id is there, a note with the new id
 * may be forged.
 */
function isComingBack({ book, index }: RequestContext, id: string): boolean {
  const before = book.facts.predecessor(id);
  const facts = before === undefined ? undefined : book.facts.request(before);
  if (before === undefined || !facts || facts.filed || facts.told) return false;
  return index.requestPaths(before).length > 0;
}

async function writeBackUsed(
  context: RequestContext,
  id: string,
  facts: RequestFacts,
): Promise<Result<void>> {
  if (context.book.halted) return { ok: false, error: context.book.halted };
  if (!facts.outcome && facts.intent) {
    return fail(
      'request_not_open',
      'The result of its call couldn’t be recorded.',
      'Check whether it happened, then restart Countersign, which will mark it as unknown.',
    );
  }
  const anothers = await anothersOfEnded(context, id);
  const revived = openRequests(context, id).find(({ folder }) => folder !== 'rejected');
  if (facts.voided?.why === 'rejected' && facts.filed && revived && !anothers) {
    return endRequest(context, revived, {
      why: 'returned',
      reason: 'A request with its id was rejected before. Approve it if you’ve changed your mind.',
    });
  }
  const writtenBack = await writeBack(context, id);
  if (!writtenBack.ok) return writtenBack;
  for (const path of await openPaths(context, id)) {
    const left = context.index.requestAt(path);
    if (!left || left.folder === 'rejected' || left.path === anothers?.path) continue;
    const done = (await returnLate(context, id)) ?? (await archiveUsed(context, left));
    if (!done.ok) return done;
  }
  return ok(undefined);
}

async function archiveUsed(
  context: RequestContext,
  request: RequestSummary,
): Promise<Result<void>> {
  const { requestId: id, path } = request;
  const isWithdrawn = context.book.facts.request(id)?.voided?.why === 'withdrawn';
  if (!context.book.facts.isUsed(id)) context.archivedAsFiled.set(id, path);
  const reason = whyArchived(context, id);
  const recorded = await context.book.record(
    { kind: 'event' },
    { actor: 'Countersign', event: 'already_used', request_id: id, from: path, detail: reason },
  );
  const status = isWithdrawn ? 'withdrawn' : null;
  return recorded.ok ? archiveNote(context, path, id, status, reason) : recorded;
}

async function duplicates(context: RequestContext, id: string): Promise<readonly string[] | null> {
  const paths = context.index.requestPaths(id);
  if (paths.length > 1) {
    // A move may arrive as a creation and then a deletion.
    for (const path of paths.slice(0, mostNamed)) await context.notes.refresh(path);
    const left = context.index.requestPaths(id);
    if (left.length > 1) return left;
  }
  const copy = context.index.requestPaths(id).find(isConflictCopy);
  return copy === undefined ? null : [copy];
}

async function reconcilePending(
  context: RequestContext,
  request: RequestSummary,
  parsed: ActionRequest,
  slot: WorkSlot,
): Promise<readonly Finding[]> {
  const { requestId: id, path } = request;
  const facts = context.book.facts.request(id);
  if (facts?.imported) {
    if (!context.book.isActive) return [ranElsewhere(context, id)];
    return failedIf(await archiveUsed(context, request));
  }
  if (parsed.machine.stamp !== null || wasApproved(facts)) {
    return failedIf(
      await endRequest(context, request, {
        why: 'returned',
        reason:
          facts?.accepted || facts?.trustedMove || (await isApproved(context, parsed))
            ? 'It was taken back after it had been approved.'
            : facts?.approved
              ? 'Its approval was interrupted, or it was taken back.'
              : 'Its note in Pending has a stamp, which is valid only in Approved.',
        actor: 'Outside',
      }),
    );
  }
  if (facts?.asked) {
    await context.book.record(
      { kind: 'taken_back', id },
      {
        actor: 'Outside',
        event: 'taken_back',
        request_id: id,
        detail: `${id} was taken back from Approved; it can be approved again.`,
      },
    );
  }
  const told = await tellNotHappened(context, parsed);
  if (!told.ok) return failedIf(told);
  if (request.expiresMs !== null) {
    if (request.expiresMs <= context.book.now()) {
      return hasUnknownOutcome(context, request)
        ? cameBack(context, parsed)
        : expired(context, request);
    }
    context.lookAgainAt(`request:${id}`, request.expiresMs);
  }
  if (request.status === 'expired') {
    const marked = await rewriteRequest(context, path, id, (note) => withStatus(note, 'pending'));
    if (!marked.ok) return failedIf(marked);
  }
  await noteEdited(context, parsed);
  const prepared = await prepareRequest(context, parsed, slot);
  const cause = cameBack(context, parsed);
  const isAsked = cause.some(({ is }) => is === 'unknown_outcome');
  const back = isAsked ? cause : [...cause, ...withoutStep(context, request)];
  if (!prepared.ok && prepared.error.code === 'note_missing') return back;
  if (!prepared.ok) return [...back, { is: 'unprepared', request, problem: prepared.error }];
  return back.length > 0 ? back : waitsLong(context, request);
}

/** If a request belongs to a plan, the plan reports the wait. */
function waitsLong(context: RequestContext, request: RequestSummary): readonly Finding[] {
  if (request.planId !== null) return [];
  const { at, saysNote } = waitingSince(context, request);
  const since = readInstant(at)?.ms ?? context.book.now();
  const hours = hoursBetween(since, context.book.now());
  const threshold = context.planning().blockedHours.medium;
  const next = hoursAfter(since, Math.max(hours + 1, threshold));
  context.lookAgainAt(`request:${request.requestId}`, Math.min(next, request.expiresMs ?? next));
  return hours < threshold ? [] : [{ is: 'waits_long', request, hours, saysNote }];
}

async function isApproved(context: RequestContext, request: ActionRequest): Promise<boolean> {
  const config = context.config();
  if (!isConfig(config)) return false;
  const content = signedContent(request, context.vaultId);
  return bearsApproval({ keys: context.keys, config }, request, content);
}

async function tellNotHappened(
  context: RequestContext,
  request: ActionRequest,
): Promise<Result<void>> {
  const unknown = request.status === 'outcome_unknown' ? unknownOutcomeOf(context, request) : null;
  if (!unknown?.isCleared) return ok(undefined);
  const { book } = context;
  await book.written();
  if (book.halted) return { ok: false, error: book.halted };
  const { attemptId } = unknown;
  const at = isoSeconds(book.now());
  return rewriteRequest(context, request.path, request.requestId, (note, told) =>
    note.status === 'outcome_unknown' ? asNotHappened(note, { attemptId, at }, told) : null,
  );
}

async function expired(
  context: RequestContext,
  request: RequestSummary,
): Promise<readonly Finding[]> {
  const { requestId: id, path } = request;
  if (request.status !== 'expired') {
    const recorded = await context.book.record(
      { kind: 'event' },
      {
        actor: 'Countersign',
        event: 'expired',
        request_id: id,
        ...(request.planId === null ? {} : { plan_id: request.planId }),
        detail: `The request ${requestTitle(request)} expired.`,
      },
    );
    if (!recorded.ok) return failedIf(recorded);
    const marked = await rewriteRequest(context, path, id, (note) => withStatus(note, 'expired'));
    if (!marked.ok) return failedIf(marked);
  }
  return [{ is: 'expired', request, wasTried: context.book.facts.wasTriedBefore(id) }];
}

async function reconcileApproved(
  context: RequestContext,
  request: RequestSummary,
  slot: WorkSlot,
): Promise<readonly Finding[]> {
  const { requestId: id, path } = request;
  const held = context.undoWindows.get(id);
  if (held) {
    const text = await context.notes.read(path);
    if (text.ok && sha256Hex(text.value) === held.shownDigest) return [];
    context.undoWindows.drop(id);
  }
  const result = await dispatch(context, id, path, slot);
  if (!result.ok) return failedIf(result, path);
  if (result.value.do === 'called') return failedIf(await writeBack(context, id), path);
  return carryOut(context, request, result.value);
}

async function carryOut(
  context: RequestContext,
  request: RequestSummary,
  verdict: Verdict,
): Promise<readonly Finding[]> {
  const { requestId: id, path } = request;
  const facts = context.book.facts.request(id);
  if (facts?.voided) return failedIf(await writeBackUsed(context, id, facts), path);
  switch (verdict.do) {
    case 'return':
      return failedIf(
        await endRequest(context, request, {
          why: 'returned',
          reason: verdict.reason,
          ...(verdict.expired ? { expired: true } : {}),
          ...(verdict.changed ? { changed: verdict.changed } : {}),
        }),
        path,
      );
    case 'archive':
      return failedIf(await archiveUsed(context, request), path);
    case 'ask':
    case 'wait':
    case 'alert': {
      if (verdict.code === 'other_epoch') return othersInApproved(context, request);
      if (verdict.code === 'not_stamped') await noteAsked(context, request);
      if (verdict.runsAt) context.lookAgainAt(`request:${id}`, verdict.runsAt.ms);
      for (const ms of [request.expiresMs, stampEndMs(context.index.entryAt(path))]) {
        if (ms !== null && ms > context.book.now()) context.lookAgainAt(`request:${id}`, ms);
      }
      const isSaid =
        verdict.code === 'attempts_not_confirmed' || (facts?.approved && facts.approvalStands);
      const asked = isSaid ? [] : openQuestion(context, id, path);
      return [...asked, { is: 'verdict', request, verdict }];
    }
  }
}

function stampEndMs(entry: IndexEntry | undefined): number | null {
  const text = entry?.kind === 'request' ? entry.stamp : null;
  const stamp = text === null ? null : readStamp(text);
  return stamp?.ok === true ? stamp.value.timeMs + stampLifeMs + 1 : null;
}

async function othersInApproved(
  context: RequestContext,
  { requestId: id, path }: RequestSummary,
): Promise<readonly Finding[]> {
  const text = await context.notes.read(path);
  const request = text.ok ? parseRequest(text.value, path).request : null;
  if (request?.requestId !== id) return [];
  return [...openQuestion(context, id, path), otherDevice(context, request)];
}

function openQuestion(context: RequestContext, id: string, path: string): readonly Finding[] {
  const unknownOutcome = unansweredOutcome(context, id);
  return unknownOutcome
    ? [{ is: 'unknown_outcome', unknownOutcome, asks: { note: 'open', path } }]
    : [];
}
