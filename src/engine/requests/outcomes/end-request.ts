import { fail, type Result } from '../../../core/errors.js';
import type { ChangedWhat } from '../../../core/request/approval/return-reason.js';
import type { StepCloseReason, VoidReason } from '../../../core/ledger/ledger-record.js';
import type { RequestSummary } from '../../../core/mission/summaries.js';
import { requestTitle } from '../../../core/request/call-title.js';
import { quoted } from '../../../core/text/quote.js';
import { rejectionReason } from '../../../core/request/edit-request.js';
import type { ActionRequest } from '../../../core/request/request.js';
import type { EngineContext } from '../../context.js';
import { successorId } from '../../gate/record-outcome.js';
import { unansweredOutcome } from './unknown-outcome.js';
import { writeBack } from './write-back.js';

/** What of a request is needed to end it. */
export interface EndedRequest {
  readonly requestId: string;
  readonly planId: string | null;
  readonly stepId: string | null;
  /** Where its note lies, if it is there. */
  readonly path?: string;
}

/** How a request ends without having been executed. */
export interface End {
  readonly why: VoidReason;
  /** One sentence for a person. */
  readonly reason: string;
  readonly actor?: string;
  /** Of `rejected`: why, in the words of who rejected it. */
  readonly words?: string;
  readonly expired?: true;
  /** Of `returned`: what changed after it was approved. */
  readonly changed?: ChangedWhat;
  /** It was prepared for another ledger, which may have run it. */
  readonly mayHaveRun?: { readonly effect: string; readonly call: string; readonly note: string };
  /** Of `happened`: the unknown attempt that a person vouches for. Of `returned`: the one that asks again. */
  readonly attemptId?: string;
  /** Of `happened`: SHA-256 (hex) of the note as that person saw it. */
  readonly shownDigest?: string;
  /** Of `returned`: the id that another ledger gave it then. Absent: it gets one here. */
  readonly successor?: string;
  /** What became of its step, where that ended the request. */
  readonly stepIs?: StepCloseReason;
  /** With `stepIs`, or of `happened`: how that step read on the screen. */
  readonly stepText?: string;
}

/**
 * Ends a request for good: its id is voided in the ledger and in the audit log, then the notes follow. A
 * returned one goes back to Pending under a new id.
 */
export async function endRequest(
  context: EngineContext,
  request: EndedRequest,
  end: End,
): Promise<Result<void>> {
  const { requestId: id, planId, stepId, path } = request;
  // Too late: only the outcome of its call says what follows, and nobody may be told anything else.
  if (context.book.facts.request(id)?.intent) {
    const writtenBack = await writeBack(context, id);
    return writtenBack.ok ? calledAlready(id) : writtenBack;
  }
  const { voided } = context.book.facts.request(id) ?? {};
  // The first end holds; only what was rejected may come back, as another request, and a person may end
  // or ask again what nobody has answered.
  const comesBack = voided?.why === 'rejected' && end.why === 'returned';
  const answers = end.actor === 'Human' || end.stepIs !== undefined;
  const isAsked = answers && unansweredOutcome(context, id) !== null;
  if (voided && !comesBack && !isAsked) return writeBack(context, id);
  const [open] = context.index.requestPaths(id).flatMap((at) => context.index.requestAt(at) ?? []);
  const successor =
    end.successor ?? (end.why === 'returned' ? successorId(context, id) : undefined);
  const recorded = await context.book.record(
    {
      kind: 'voided',
      id,
      why: end.why,
      reason: end.reason,
      plan: planId,
      step: stepId,
      ...(successor === undefined ? {} : { successor }),
      ...(path === undefined ? {} : { path }),
      ...(end.words === undefined ? {} : { words: end.words }),
      ...(end.attemptId === undefined ? {} : { attempt: end.attemptId }),
      ...(end.shownDigest === undefined ? {} : { shown: end.shownDigest }),
      ...(end.stepIs === undefined ? {} : { step_is: end.stepIs }),
      ...(end.stepText === undefined ? {} : { step_text: end.stepText }),
      ...(end.expired ? { expired: true } : {}),
      ...(end.changed ? { changed: end.changed } : {}),
      ...(end.mayHaveRun ? { mayHaveRun: end.mayHaveRun } : {}),
    },
    {
      actor: end.actor ?? 'Countersign',
      event: end.why,
      request_id: id,
      ...(planId === null ? {} : { plan_id: planId }),
      ...(successor === undefined ? {} : { to: successor }),
      detail: `${open ? requestTitle(open) : id}: ${end.stepIs === 'skipped' ? `You skipped this step: ${end.reason}` : end.reason}`,
    },
  );
  return recorded.ok ? writeBack(context, id) : recorded;
}

function calledAlready(id: string): Result<never> {
  return fail(
    'request_not_open',
    `${id} can’t be ended any more: it is being called, or was.`,
    'Its note says what happened, as soon as that is known.',
  );
}

/**
 * Ends a request that was moved to Rejected. A phone writes into the note why its person rejected it; anybody can
 * write there, so the reason is quoted as the note's.
 */
export function endRejected(
  context: EngineContext,
  request: RequestSummary,
  parsed: ActionRequest,
): Promise<Result<void>> {
  const words = rejectionReason(parsed);
  return endRequest(context, request, {
    why: 'rejected',
    reason: `Moved to Rejected.${words === null ? '' : ` Its note says: ${quoted(words)}`}`,
    actor: 'Outside',
    ...(words === null ? {} : { words }),
  });
}
