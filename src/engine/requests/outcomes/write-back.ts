import { sha256Hex } from '../../../core/digest.js';
import { fail, ok, type Result } from '../../../core/errors.js';
import { baseName } from '../../../core/note/file-name.js';
import { isoSeconds, recordedMs } from '../../../core/time.js';
import {
  asArchived,
  asExecuted,
  asHappened,
  asReturned,
  tellsHappened,
  tellsOutcome,
  withLateAnswer,
} from '../../../core/request/edit-request.js';
import { isPractice } from '../../../core/request/action/digests.js';
import { editedSince } from '../../../core/request/edited-since.js';
import { noteOfAttempt, unknownOutcomeBehind } from '../../../core/ledger/unknown-outcome.js';
import type { RequestFacts } from '../../../core/ledger/request-facts.js';
import type { OutcomeNotice } from '../../../core/request/outcome-section.js';
import { parseRequest } from '../../../core/request/parse-request.js';
import type { ActionRequest, RequestStatus } from '../../../core/request/request.js';
import type { EngineContext } from '../../context.js';
import {
  archiveNote,
  movedNote,
  openPaths,
  rewriteRequest,
  tellIn,
} from '../../vault/request-notes.js';
import { broughtBack, reasonsTold, returnedReason } from '../../vault/return-reasons.js';
import { writeBackToPlan } from './write-back-to-plan.js';

type Voided = NonNullable<RequestFacts['voided']>;

/**
 * Writes the end of a request into its note and its plan
 * (docs/gate.md#durable-writes-and-recovery).
 */
export function writeBack(context: EngineContext, id: string): Promise<Result<void>> {
  return context.writingBack.take(id, () => writeBackNow(context, id));
}

export async function returnLate(context: EngineContext, id: string): Promise<Result<void> | null> {
  const { book, index, writingBack } = context;
  const facts = book.facts.request(id);
  const newest = newestId(context, id);
  const isOver = newest === id || book.facts.isUsed(newest);
  if (!facts || isOver || index.requestPaths(newest).length > 0) return null;
  return writingBack.take(id, () => putBack(context, id, facts, newest));
}

async function writeBackNow(context: EngineContext, id: string): Promise<Result<void>> {
  const facts = context.book.facts.request(id);
  const end = facts?.intent ? facts.outcome : facts?.voided;
  if (!facts || facts.filed || !end) return ok(undefined);
  // A note must not say anything that the ledger does not contain yet.
  await context.book.written();
  if (context.book.halted) return { ok: false, error: context.book.halted };
  // A person may have changed a note that already shows the outcome.
  const moved = facts.told ? ok(undefined) : await writeBackNote(context, id, facts);
  if (!moved.ok) return moved;
  const told = await tellLateAnswer(context, id, facts);
  if (!told.ok) return told;
  const planned = await writeBackToPlan(context, id, facts);
  if (!planned.ok || !planned.value) {
    if (!facts.told) await recordTold(context, id);
    return planned.ok ? ok(undefined) : planned;
  }
  const filed = await context.book.record(
    { kind: 'filed', id },
    {
      actor: 'Countersign',
      event: 'filed',
      request_id: id,
      detail: `Everything about ${id} is in the notes.`,
    },
  );
  if (!filed.ok) return filed;
  const successor = facts.voided?.successor ?? facts.outcome?.successor;
  if (successor !== undefined) context.lookAgain(`request:${successor}`);
  const planId = facts.intent?.plan ?? facts.voided?.plan ?? null;
  if (planId !== null) context.lookAgain(`plan:${planId}`);
  return ok(undefined);
}

function recordTold({ book }: EngineContext, id: string): Promise<Result<unknown>> {
  return book.record(
    { kind: 'told', id },
    {
      actor: 'Countersign',
      event: 'told',
      request_id: id,
      detail: `The outcome of ${id} is in its note, but not in its plan yet.`,
    },
  );
}

function writeBackNote(
  context: EngineContext,
  id: string,
  facts: RequestFacts,
): Promise<Result<void>> {
  const { outcome, voided } = facts;
  if (outcome?.outcome === 'executed') return fileExecuted(context, id, facts);
  const successor = voided?.successor ?? outcome?.successor;
  if (successor !== undefined) return putBack(context, id, facts, successor);
  if (voided?.why === 'withdrawn') return archiveWithdrawn(context, id, voided);
  if (voided?.why === 'happened') return fileHappened(context, id, voided);
  if (voided?.why === 'rejected') return markRejected(context, id);
  return Promise.resolve(ok(undefined));
}

async function fileExecuted(
  context: EngineContext,
  id: string,
  facts: RequestFacts,
): Promise<Result<void>> {
  const { folders, notes } = context;
  const [open] = await openPaths(context, id);
  const path =
    open === undefined
      ? await doneNote(context, id, facts)
      : await notes.moveInto(folders.doneActions, open);
  if (!path.ok) return path;
  // Anybody can write `status: executed`, so the outcome itself must be in the note.
  return tellIn(context, path.value, id, (request, told) => {
    const notice = outcomeNotice(id, facts, request);
    const isTold = request.status === 'executed' && tellsOutcome(request, notice);
    return isTold ? null : asExecuted(request, notice, told);
  });
}

async function doneNote(
  context: EngineContext,
  id: string,
  { intent }: RequestFacts,
): Promise<Result<string>> {
  const { folders, notes } = context;
  const name = baseName(intent?.path ?? `${id}.md`);
  const there = await movedNote(context, folders.doneActions, id, name);
  if (there !== null) return ok(there);
  return notes.createIn(folders.doneActions, name, intent?.note ?? '');
}

async function fileHappened(context: EngineContext, id: string, voided: Voided) {
  const { folders, notes } = context;
  const attemptId = voided.attempt ?? id;
  const intent = context.book.facts.request(attemptId)?.intent;
  const notice = {
    attemptId,
    at: isoSeconds(recordedMs(voided.audit)),
    ...(intent === undefined ? {} : { sent: intent.s }),
  };
  const open = await shownNote(context, id, voided);
  const path =
    open === null
      ? ok(await movedNote(context, folders.doneActions, id, baseName(voided.path ?? `${id}.md`)))
      : await notes.moveInto(folders.doneActions, open);
  if (!path.ok) return path;
  if (path.value === null) return ok(undefined);
  return rewriteRequest(context, path.value, id, (request, told) => {
    const word = { ...notice, ...editedPart(request, intent) };
    if (request.status === 'executed' && tellsHappened(request, word)) return null;
    const isChanged = sha256Hex(request.text) !== voided.shown;
    return asHappened(request, { ...word, isChanged }, told);
  });
}

async function shownNote(
  context: EngineContext,
  id: string,
  { shown, path }: Voided,
): Promise<string | null> {
  const open = await openPaths(context, id);
  for (const candidate of open) {
    const text = await context.notes.read(candidate);
    if (text.ok && sha256Hex(text.value) === shown) return candidate;
  }
  return open.find((candidate) => candidate === path) ?? open[0] ?? null;
}

async function putBack(
  context: EngineContext,
  id: string,
  facts: RequestFacts,
  successor: string,
): Promise<Result<void>> {
  const { folders, notes, index, book } = context;
  let [path] = await openPaths(context, id);
  const from = facts.voided?.attempt ?? id;
  if (path === undefined && (await isBack(context, from, successor))) return ok(undefined);
  if (path === undefined) {
    if (facts.voided?.attempt !== undefined) {
      return bringBack(context, facts.voided.attempt, successor);
    }
    const isTold = facts.outcome?.outcome === 'unknown';
    const whole = isTold ? ok(undefined) : await notBeingSaved(context, id, facts);
    if (!whole.ok || !facts.intent) return whole;
    const made = await notes.createIn(
      folders.pending,
      baseName(facts.intent.path),
      facts.intent.note,
    );
    if (!made.ok) return made;
    path = made.value;
  } else if (index.placeOf(path) !== 'pending' && !staysRejected(context, path, facts)) {
    const moved = await notes.moveInto(folders.pending, path);
    if (!moved.ok) return moved;
    path = moved.value;
  }
  const origin = { requestId: successor, supersedes: null, status: '' };
  const isAsked = unknownOutcomeBehind(book.facts, origin, [])?.isCleared === false;
  return tellIn(context, path, id, (request, told) =>
    asReturned(
      facts.voided?.mayHaveRun ? readdress(request, book.epoch, id) : request,
      {
        successor,
        status:
          isAsked || (!facts.outcome && request.status === 'outcome_unknown')
            ? 'outcome_unknown'
            : returnedStatus(facts),
        reason: returnedReason(facts, isAsked),
        at: isoSeconds(book.now()),
        ...(facts.outcome ? { outcome: outcomeNotice(id, facts, request) } : {}),
      },
      told,
    ),
  );
}

function staysRejected({ index }: EngineContext, path: string, facts: RequestFacts): boolean {
  const mayHaveRun = facts.outcome?.outcome === 'unknown' || facts.voided?.mayHaveRun !== undefined;
  return index.placeOf(path) === 'rejected' && !mayHaveRun;
}

/** An editor that saves the note may empty it for a moment. */
async function notBeingSaved(
  { notes, folders }: EngineContext,
  id: string,
  { voided, intent }: RequestFacts,
): Promise<Result<void>> {
  const lay = voided?.path ?? intent?.path;
  if (lay === undefined) return ok(undefined);
  for (const path of [lay, `${folders.pending}/${baseName(lay)}.md`]) {
    const text = await notes.read(path);
    if (!text.ok || text.value.trim() !== '') continue;
    return fail(
      'note_changed',
      `The note for ${id} is empty, so it can’t be returned to you.`,
      'If it is being saved, this ends by itself. If not, restore its text, or delete the note.',
      { path },
    );
  }
  return ok(undefined);
}

/** Anybody can copy an id, so more than the id must match. */
async function isBack(context: EngineContext, from: string, successor: string): Promise<boolean> {
  const { index, book, notes } = context;
  const facts = book.facts.request(from);
  for (const path of index.requestPaths(successor)) {
    const text = await notes.read(path);
    const request = text.ok ? parseRequest(text.value, path).request : null;
    if (request?.requestId !== successor || request.supersedes !== from) continue;
    if (!facts?.outcome || tellsOutcome(request, outcomeNotice(from, facts, request))) return true;
  }
  return false;
}

async function bringBack(
  context: EngineContext,
  attemptId: string,
  successor: string,
): Promise<Result<void>> {
  const { notes, folders, book } = context;
  const attempt = book.facts.request(attemptId);
  const kept = noteOfAttempt(attempt);
  const { request } = kept ? parseRequest(kept.text, kept.path) : { request: null };
  if (!attempt || !request) return ok(undefined);
  const text = asReturned(
    readdress(request, book.epoch, attemptId),
    {
      successor,
      status: 'outcome_unknown',
      reason: broughtBack(attemptId),
      at: isoSeconds(book.now()),
      ...(attempt.outcome ? { outcome: outcomeNotice(attemptId, attempt, request) } : {}),
    },
    reasonsTold(context, request),
  );
  const made = await notes.createIn(folders.pending, baseName(request.path), text);
  return made.ok ? ok(undefined) : made;
}

async function archiveWithdrawn(
  context: EngineContext,
  id: string,
  { reason, path }: Voided,
): Promise<Result<void>> {
  for (const open of await openPaths(context, id)) {
    const archived = await archiveNote(context, open, id, 'withdrawn', reason);
    if (!archived.ok) return archived;
  }
  if (path === undefined) return ok(undefined);
  const moved = await movedNote(context, context.folders.archive, id, baseName(path));
  return moved === null
    ? ok(undefined)
    : rewriteRequest(context, moved, id, (request, told) =>
        request.status === 'withdrawn'
          ? null
          : asArchived(request, 'withdrawn', reason, isoSeconds(context.book.now()), told),
      );
}

async function markRejected(context: EngineContext, id: string): Promise<Result<void>> {
  const { index, notes, folders, book } = context;
  for (const open of await openPaths(context, id)) {
    const isThere = index.placeOf(open) === 'rejected';
    const moved = isThere ? ok(open) : await notes.moveInto(folders.rejected, open);
    if (!moved.ok) return moved;
    const at = isoSeconds(book.now());
    const reason = book.facts.request(id)?.voided?.reason ?? 'Rejected.';
    const written = await rewriteRequest(context, moved.value, id, (request, told) =>
      request.status === 'rejected' ? null : asArchived(request, 'rejected', reason, at, told),
    );
    if (!written.ok) return written;
  }
  return ok(undefined);
}

async function tellLateAnswer(
  context: EngineContext,
  id: string,
  { late, intent }: RequestFacts,
): Promise<Result<void>> {
  if (late === undefined) return ok(undefined);
  const { folders } = context;
  const newest = newestId(context, id);
  const name = baseName(intent?.path ?? `${id}.md`);
  const [open] = await openPaths(context, newest);
  const path =
    open ??
    (await movedNote(context, folders.doneActions, newest, name)) ??
    (await movedNote(context, folders.archive, newest, name));
  if (path === null) return ok(undefined);
  const { reason, answer } = late;
  const at = isoSeconds(recordedMs(late.audit));
  return rewriteRequest(context, path, newest, (request) =>
    withLateAnswer(request, { attemptId: id, reason, answer, at }),
  );
}

function newestId(context: EngineContext, id: string): string {
  const { voided, outcome } = context.book.facts.request(id) ?? {};
  const successor = voided?.successor ?? outcome?.successor;
  return successor === undefined ? id : newestId(context, successor);
}

function outcomeNotice(
  id: string,
  { intent, outcome }: RequestFacts,
  request: ActionRequest,
): OutcomeNotice {
  return {
    attemptId: id,
    sent: intent?.s ?? '',
    outcome: {
      kind: outcome?.outcome ?? 'unknown',
      reason: outcome?.reason ?? '',
      answer: outcome?.answer ?? '',
    },
    at: outcome ? isoSeconds(recordedMs(outcome.audit)) : '',
    ...editedPart(request, intent),
    ...(isPractice(intent) ? { isPractice: true } : {}),
  };
}

function editedPart(
  request: ActionRequest,
  intent: RequestFacts['intent'],
): Pick<OutcomeNotice, 'edited'> {
  const edited = intent === undefined ? null : editedSince(request, intent);
  return edited === null ? {} : { edited };
}

function returnedStatus({ outcome, voided }: RequestFacts): RequestStatus {
  if (voided?.expired === true) return 'expired';
  if (!outcome) return 'pending';
  return outcome.outcome === 'unknown' ? 'outcome_unknown' : 'not_executed';
}

export function readdress(request: ActionRequest, epoch: string, attemptId: string): ActionRequest {
  const { preparation } = request.machine;
  if (!preparation) return request;
  const attempts = [...new Set([...preparation.attempts, attemptId])];
  return {
    ...request,
    machine: { ...request.machine, preparation: { ...preparation, epoch, attempts } },
  };
}
