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

export interface EndedRequest {
  readonly requestId: string;
  readonly planId: string | null;
  readonly stepId: string | null;
  readonly path?: string;
}

export interface End {
  readonly why: VoidReason;
  readonly reason: string;
  readonly actor?: string;
  /** For `rejected`: the reason in the words of the person who rejected it. */
  readonly words?: string;
  readonly expired?: true;
  readonly changed?: ChangedWhat;
  /**
   * Present if the request was prepared for another ledger, which may have run it: the digests of its effect and call, and the note's text.
   */
  readonly mayHaveRun?: { readonly effect: string; readonly call: string; readonly note: string };
  /**
   * For `happened`: the attempt of which a person says that it happened. For `returned`: the attempt about which the recreated note asks
   * again.
   */
  readonly attemptId?: string;
  /** For `happened`: SHA-256 (hex) of the note as that person saw it. */
  readonly shownDigest?: string;
  /** For `returned`: the id that another ledger gave the request. Absent: it gets a new id here. */
  readonly successor?: string;
  readonly stepIs?: StepCloseReason;
  /** With `stepIs`, or for `happened`: the text of that step on the screen. */
  readonly stepText?: string;
}

/** Ends a request that was not called: voids its id, then updates its notes. Fails if its call was started. */
export async function endRequest(
  context: EngineContext,
  request: EndedRequest,
  end: End,
): Promise<Result<void>> {
  const { requestId: id, planId, stepId, path } = request;
  // Once the call was started, only its outcome decides what follows.
  if (context.book.facts.request(id)?.intent) {
    const writtenBack = await writeBack(context, id);
    return writtenBack.ok ? calledAlready(id) : writtenBack;
  }
  const { voided } = context.book.facts.request(id) ?? {};
  // The first end is final, unless a rejected request comes back or an open question is answered.
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

/** Ends a request that was moved to Rejected. A reason in its note is quoted as the note's words, because anybody can write there. */
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
