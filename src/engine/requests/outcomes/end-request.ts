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
  readonly words?: string;
  readonly expired?: true;
  readonly changed?: ChangedWhat;
  /** Set if another ledger may have run the request. */
  readonly mayHaveRun?: { readonly effect: string; readonly call: string; readonly note: string };
  readonly attemptId?: string;
  readonly shownDigest?: string;
  readonly successor?: string;
  readonly stepIs?: StepCloseReason;
  readonly stepText?: string;
}

/** Ends a request. Fails if its call was started. */
export async function endRequest(
  context: EngineContext,
  request: EndedRequest,
  end: End,
): Promise<Result<void>> {
  const { requestId: id, planId, stepId, path } = request;
  if (context.book.facts.request(id)?.intent) {
    const writtenBack = await writeBack(context, id);
    return writtenBack.ok ? calledAlready(id) : writtenBack;
  }
  const { voided } = context.book.facts.request(id) ?? {};
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
