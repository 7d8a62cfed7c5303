import { formatCall } from '../../../core/request/format-call.js';
import { quoted } from '../../../core/text/quote.js';
import type { CallReport } from '../../../core/request/outcome/call-report.js';
import { outcomeOf } from '../../../core/request/outcome/decide-outcome.js';
import type { ProposedCall } from '../../../core/request/action/proposed-call.js';
import type { EngineContext } from '../../context.js';
import { writeBack } from './write-back.js';

export async function recordLateAnswer(
  context: EngineContext,
  requestId: string,
  report: CallReport,
): Promise<void> {
  const { intent } = context.book.facts.request(requestId) ?? {};
  // A call that a permission allowed has no request note.
  if (!intent) return;
  const signed = JSON.parse(intent.s) as ProposedCall & { readonly success: string | null };
  const { reason, answer } = outcomeOf(report, signed.success);
  const call = formatCall(signed, intent);
  const said = answer === '' ? '' : ` It said: ${quoted(answer)}`;
  // Waits its turn, because a write-back could archive the note without the answer.
  const recorded = await context.writingBack.take(requestId, () =>
    context.book.record(
      { kind: 'late_answer', id: requestId, reason, answer },
      {
        actor: 'Countersign',
        event: 'late_answer',
        request_id: requestId,
        detail: `A late answer to ${call} ${requestId} changes nothing by itself. ${reason}${said}`,
      },
    ),
  );
  if (!recorded.ok) return;
  const writtenBack = await writeBack(context, requestId);
  if (!writtenBack.ok) context.lookAgain(`request:${requestId}`);
}
