import type { AuditEntry } from '../../core/audit/entry.js';
import type { Result } from '../../core/errors.js';
import type { Outcome } from '../../core/request/outcome/outcome.js';
import type { EngineContext } from '../context.js';
import { successorId } from '../requests/outcomes/end-request.js';

/** The call that an outcome is about. */
export interface EndedCall {
  readonly id: string;
  readonly planId: string | null;
  /** The call in a few words, for the log. */
  readonly what: string;
}

/** Step 7, W3 and W4: what became of a call, and under which id its note goes back. */
export async function recordOutcome(
  context: EngineContext,
  { id, planId, what }: EndedCall,
  { kind, reason, answer, warning }: Outcome,
): Promise<Result<AuditEntry>> {
  const successor = kind === 'executed' ? undefined : successorId(context, id);
  return context.book.record(
    {
      kind: 'outcome',
      id,
      outcome: kind,
      reason: warning === undefined ? reason : `${reason} ${warning}`,
      answer,
      ...(successor === undefined ? {} : { successor }),
    },
    {
      actor: 'Countersign',
      event: 'outcome',
      request_id: id,
      ...(planId === null ? {} : { plan_id: planId }),
      ...(successor === undefined ? {} : { to: successor }),
      outcome: kind,
      detail: `${outcomeWords[kind]}: ${what}. ${reason}`,
    },
  );
}

const outcomeWords = {
  executed: 'Executed',
  not_executed: 'Not executed',
  unknown: 'Outcome unknown',
} as const;
