import type { AuditEntry } from '../../core/audit/entry.js';
import type { Result } from '../../core/errors.js';
import type { Outcome } from '../../core/request/outcome/decide-outcome.js';
import type { LedgerBook } from '../ledger/ledger-book.js';
import type { GateContext } from './gate-context.js';

type RecordContext = Pick<GateContext, 'book' | 'ids'>;

export interface EndedCall {
  readonly id: string;
  readonly planId: string | null;
  readonly what: string;
}

/** Records the outcome of a call (W3 and W4 of docs/gate.md). */
export async function recordOutcome(
  context: RecordContext,
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
      detail: `${outcomeText[kind]}: ${what}. ${reason}`,
    },
  );
}

const outcomeText = {
  executed: 'Executed',
  not_executed: 'Not executed',
  unknown: 'Outcome unknown',
} as const;

const suffix = /-r[a-z2-7]{4}$/;
const longestBase = 114;

export function firstId({ drafters }: Pick<LedgerBook, 'drafters'>, id: string): string {
  const before = id.replace(suffix, '');
  return before === id || drafters.of([id]) !== null ? id : firstId({ drafters }, before);
}

export function successorId(context: RecordContext, id: string): string {
  const base = (context.book.facts.idsBefore(id).at(-1) ?? id).slice(0, longestBase);
  for (;;) {
    const candidate = `${base}-r${context.ids.random(4)}`;
    if (candidate !== id && context.book.facts.request(candidate) === undefined) return candidate;
  }
}
