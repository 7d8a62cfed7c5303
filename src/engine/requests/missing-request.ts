import { noteOfAttempt } from '../../core/ledger/unknown-outcome.js';
import { baseName } from '../../core/note/file-name.js';
import { quotedPath } from '../../core/text/quote.js';
import type { RequestFacts } from '../../core/ledger/request-facts.js';
import type { EngineContext, RequestContext } from '../context.js';
import { unansweredIds, unansweredOutcome } from './outcomes/unknown-outcome.js';
import { endRequest } from './outcomes/end-request.js';
import { executedAs } from './of-another-ledger.js';
import { isFiled, movedNote } from '../vault/request-notes.js';
import { asksWithoutNote } from './returned-requests.js';
import type { IndexEntry } from '../vault/index/read-entry.js';
import { unreadNotes } from '../vault/index/unread-notes.js';
import type { Finding } from './request-findings.js';
import { failedIf } from './request-alerts.js';

/** Another program's move is seen as a deletion, and then a creation. */
const moveGraceMs = 5_000;
const missingLimitMs = 24 * 3_600_000;
const afterStartMs = 3_600_000;

export async function missingRequest(
  context: RequestContext,
  id: string,
  facts: RequestFacts | undefined,
): Promise<readonly Finding[]> {
  const unknown = unansweredOutcome(context, id);
  const prepared = facts?.prepared;
  if (!prepared && !unknown) return [];
  if (facts?.imported && !unknown) return [ranElsewhere(context, id)];
  if (mayBeHidden(context, id)) {
    context.goneSince.delete(id);
    await endMissing(context, id, facts);
    return unknown ? [asksWithoutNote(context, id, unknown, 'unreadable')] : [];
  }
  const sinceMs = await missingSince(context, id, facts);
  if (sinceMs === null) return [];
  if (unknown) {
    const archived = await archivedQuestion(context, id, unknown.attemptId);
    return [asksWithoutNote(context, id, unknown, 'missing', { archived })];
  }
  // If this ledger is not active, the request may have run elsewhere.
  if (!context.book.isActive) return [];
  const other = executedAs(context, id);
  if (other !== undefined) return [ranElsewhere(context, other)];
  // After a start, sync gets some time to bring the note.
  const seenMs = context.goneSince.get(id) ?? sinceMs;
  const endsMs = Math.max(sinceMs + missingLimitMs, seenMs + afterStartMs);
  if (context.book.now() >= endsMs) {
    const ended = await endRequest(
      context,
      { requestId: id, planId: prepared?.plan ?? null, stepId: prepared?.step ?? null },
      { why: 'withdrawn', reason: 'Its note has been missing for 24 hours.' },
    );
    return failedIf(ended);
  }
  context.lookAgainAt(`request:${id}`, endsMs);
  const isInDone = await isFiled(context, id, context.archivedAsFiled.get(id) ?? id);
  return [isInDone ? inDone(context) : { is: 'missing' }];
}

export function archivedQuestion(
  context: Pick<RequestContext, 'notes' | 'folders' | 'book'>,
  id: string,
  attemptId: string,
): Promise<string | null> {
  const path = noteOfAttempt(context.book.facts.request(attemptId))?.path ?? id;
  return movedNote(context, context.folders.archive, id, baseName(path));
}

type Known = Pick<EngineContext, 'book' | 'index'>;

/** True while an unread folder may hide the request's note, or an unreadable note may be it. */
export function mayBeHidden(known: Known, id: string): boolean {
  const { unread, folders } = known.index;
  const isHidden = unread.hiding(folders.pending, folders.approved, folders.rejected) !== null;
  return isHidden || unreadNoteOf(known, id) !== null;
}

/** A returned request has a new id, but its file keeps its name. */
function unreadNoteOf({ book, index }: Known, id: string): string | null {
  return unreadNotes(index, 'request')(id, ...book.facts.idsBefore(id));
}

/** An unreadable note may be one that was missing, so its 24 hours begin again if it goes, too. */
async function endMissing(
  context: RequestContext,
  id: string,
  facts: RequestFacts | undefined,
): Promise<void> {
  const path = facts?.missingSince === undefined ? null : unreadNoteOf(context, id);
  if (path === null) return;
  const detail = `${id} is not missing for now: ${quotedPath(path)} can’t be read, and may be its note.`;
  await context.book.record(
    { kind: 'found', id },
    { actor: 'Countersign', event: 'found', request_id: id, detail },
  );
}

/** Looks again at each request that lacks its note or its plan's: an unreadable note may be that. */
export function followUnread(
  { book, earlier, index, lookAgain }: EngineContext,
  path: string,
  entry: IndexEntry | undefined,
): void {
  const names = entry?.kind === 'broken' ? entry.id : undefined;
  if (earlier.unread.get(path) === names) return;
  if (names === undefined) earlier.unread.delete(path);
  else earlier.unread.set(path, names);
  const lost = [...book.facts.openIds(), ...unansweredIds({ book })];
  const strays = [...index.requests()].filter(
    ({ planId }) => planId !== null && index.planPaths(planId).length === 0,
  );
  for (const id of [
    ...lost.filter((one) => index.requestPaths(one).length === 0),
    ...strays.map(({ requestId }) => requestId),
  ]) {
    lookAgain(`request:${id}`);
  }
}

export function ranElsewhere(
  { book, folders }: Pick<RequestContext, 'book' | 'folders'>,
  id: string,
): Finding {
  const { doneActions } = folders;
  return { is: 'ran_elsewhere', file: book.facts.earlier.get(id)?.file, doneActions };
}

export function inDone({ folders }: Pick<RequestContext, 'folders'>): Finding {
  return { is: 'in_done', doneActions: folders.doneActions, pending: folders.pending };
}

export function unreadRequest(context: RequestContext, id: string): readonly Finding[] {
  const unknown = unansweredOutcome(context, id);
  return unknown ? [asksWithoutNote(context, id, unknown, 'unreadable')] : [];
}

async function missingSince(
  context: RequestContext,
  id: string,
  facts: RequestFacts | undefined,
): Promise<number | null> {
  const now = context.book.now();
  const goneMs = context.goneSince.get(id) ?? now;
  context.goneSince.set(id, goneMs);
  if (facts?.missingSince !== undefined) return facts.missingSince;
  if (now - goneMs < moveGraceMs) {
    context.lookAgainAt(`request:${id}`, goneMs + moveGraceMs);
    return null;
  }
  await context.book.record(
    { kind: 'missing', id },
    {
      actor: 'Outside',
      event: 'missing',
      request_id: id,
      detail: `The note for ${id} is missing.`,
    },
    { durable: false },
  );
  return now;
}
