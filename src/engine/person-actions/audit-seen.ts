import type { Result } from '../../core/errors.js';
import { auditSeen } from '../ledger/ledger-book.js';
import { mayAct, type PersonContext } from './shared/person-context.js';

/** A person says to have seen what was found at the audit files: the alert ends. */
export async function sayAuditSeen(context: PersonContext): Promise<Result<unknown>> {
  const may = mayAct(context);
  if (!may.ok) return may;
  return context.book.record(
    { kind: 'event' },
    {
      actor: 'Human',
      event: auditSeen,
      detail: 'You confirmed that you have seen what was found in the audit log.',
    },
  );
}
