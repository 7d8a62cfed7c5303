import type { CallReport } from '../core/request/call-report.js';
import { outcomeOf } from '../core/request/outcome.js';
import type { EngineContext } from './context.js';
import { settle } from './gate/settle.js';

/** Keeps an answer that came after its call had been given up, and tells it in the note; it changes nothing else. */
export async function recordLateAnswer(
  context: EngineContext,
  requestId: string,
  report: CallReport,
): Promise<void> {
  const { reason, answer } = outcomeOf(report, null);
  // In the turn of what files this id: otherwise it could be filed in between, without the answer.
  const recorded = await context.settling.take(requestId, () =>
    context.book.record(
      { kind: 'late_answer', id: requestId, reason, answer },
      {
        actor: 'Countersign',
        event: 'late_answer',
        request_id: requestId,
        detail: `A late answer came and changes nothing by itself. ${reason} ${answer}`.trim(),
      },
    ),
  );
  if (!recorded.ok) return;
  const settled = await settle(context, requestId);
  if (!settled.ok) context.lookAgain(`request:${requestId}`);
}
