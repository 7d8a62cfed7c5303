import { noteOfAttempt } from '../../core/ledger/unknown-outcome.js';
import { baseName } from '../../core/note/file-name.js';
import type { RequestFacts } from '../../core/ledger/request-facts.js';
import type { RequestContext } from '../context.js';
import { unansweredOutcome } from './outcomes/unknown-outcome.js';
import { endRequest } from './outcomes/end-request.js';
import { executedAs } from './of-another-ledger.js';
import { isFiled, movedNote } from '../vault/request-notes.js';
import { asksWithoutNote } from './returned-requests.js';
import type { VaultIndex } from '../vault/index/vault-index.js';
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
  if (mayBeHidden(context.index)) {
    context.goneSince.delete(id);
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

export function mayBeHidden({ unread, folders }: Pick<VaultIndex, 'unread' | 'folders'>): boolean {
  return unread.hiding(folders.pending, folders.approved, folders.rejected) !== null;
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
