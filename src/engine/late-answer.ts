import type { CallReport } from '../core/request/call-report.js';
import { outcomeOf } from '../core/request/outcome.js';
import type { LedgerBook } from './ledger-book.js';

/** Keeps an answer that came after its call had been given up; it changes nothing by itself. */
export async function recordLateAnswer(
  book: LedgerBook,
  requestId: string,
  report: CallReport,
): Promise<void> {
  const { reason, answer } = outcomeOf(report, null);
  await book.record(
    { kind: 'event' },
    {
      actor: 'Countersign',
      event: 'late_answer',
      request_id: requestId,
      detail: `A late answer came and changes nothing by itself. ${reason} ${answer}`.trim(),
    },
    { durable: false },
  );
}
