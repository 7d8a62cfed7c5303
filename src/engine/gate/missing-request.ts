import type { Alert } from '../../core/mission/summaries.js';
import type { RequestFacts } from '../../core/request/request-facts.js';
import { quotedPath } from '../../core/request/call-words.js';
import type { GateContext } from './dispatch.js';
import { unansweredDoubt } from './doubts.js';
import { endRequest } from './end-request.js';
import { isFiled } from './request-notes.js';
import { alert, lostNoteAlert, problemAlert } from './request-alerts.js';

/** A move made outside arrives as delete and create, a moment apart. */
const moveGraceMs = 5_000;
const missingLimitMs = 24 * 3_600_000;
const afterStartMs = 3_600_000;

/** Sync may deliver a move as delete now and create minutes later: a missing note is only said to be missing. */
export async function missingRequest(
  context: GateContext,
  id: string,
  facts: RequestFacts | undefined,
): Promise<readonly Alert[]> {
  const doubt = unansweredDoubt(context, id);
  const completed = facts?.completed;
  if (!completed && !doubt) return [];
  if (facts?.imported && !doubt) return [ranElsewhereAlert(context, id)];
  const sinceMs = await missingSince(context, id, facts);
  if (sinceMs === null) return [];
  // What may have happened is no matter of time.
  if (doubt) {
    const text = `The note for request ${id} is missing, and we don’t know whether ${doubt.attemptId} happened.`;
    return [lostNoteAlert(context, id, doubt, 'missing', text)];
  }
  // After a night in which nothing ran, sync gets time to bring it.
  const seenMs = context.goneSince.get(id) ?? sinceMs;
  const endsMs = Math.max(sinceMs + missingLimitMs, seenMs + afterStartMs);
  if (context.book.now() >= endsMs) {
    const ended = await endRequest(
      context,
      { requestId: id, planId: completed?.plan ?? null, stepId: completed?.step ?? null },
      { why: 'withdrawn', reason: 'Its note has been missing for 24 hours.' },
    );
    return problemAlert(id, ended);
  }
  context.wakeAt(`request:${id}`, endsMs);
  if (await isFiled(context, id, context.archivedAsFiled.get(id) ?? id)) {
    return [filedAlert(context, id)];
  }
  return [
    alert(
      id,
      'missing',
      `The note for request ${id} is missing.`,
      'If sync or anyone puts it back within 24 hours, it asks for your approval again. If you approved it on another device meanwhile, it runs. Withdraw it if you changed your mind.',
    ),
  ];
}

/** Anybody can write that a request was run: whoever waits for it is told until they withdraw it. */
export function ranElsewhereAlert({ book }: Pick<GateContext, 'book'>, id: string): Alert {
  const { file } = book.facts.earlier.get(id) ?? {};
  const who = file === undefined ? 'A file of another computer' : quotedPath(file);
  return alert(
    id,
    'missing',
    `${who} says that another computer ran ${id}, so it doesn’t run here any more.`,
    'If that’s right, withdraw it to dismiss this alert. If not, draft it again. If its note was here, it is in the archive.',
  );
}

/** Anybody can put a note there: it is named, so that a person can look at it. */
export function filedAlert({ folders }: Pick<GateContext, 'folders'>, id: string): Alert {
  return alert(
    id,
    'missing',
    `A note in ${folders.doneActions} has the id ${id}, so this request doesn’t run.`,
    `If it happened, withdraw the request to dismiss this alert. If not, take that note away. If the request’s own note is in the archive, move it back to ${folders.pending}; if not, draft it again.`,
  );
}

/** A note that cannot be read is reported by its path; what it asked is still said here. */
export function unreadRequest(context: GateContext, id: string): readonly Alert[] {
  const doubt = unansweredDoubt(context, id);
  if (!doubt) return [];
  const text = `We don’t know whether ${doubt.attemptId} happened, and the note that asks can’t be read.`;
  return [lostNoteAlert(context, id, doubt, 'unknown_outcome', text)];
}

/** Since when (ms) a note is missing; `null` while it may only be on its way. */
async function missingSince(
  context: GateContext,
  id: string,
  facts: RequestFacts | undefined,
): Promise<number | null> {
  const now = context.book.now();
  const goneMs = context.goneSince.get(id) ?? now;
  context.goneSince.set(id, goneMs);
  if (facts?.missingSince !== undefined) return facts.missingSince;
  if (now - goneMs < moveGraceMs) {
    context.wakeAt(`request:${id}`, goneMs + moveGraceMs);
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
