import type { Result } from '../../../core/errors.js';
import type { SeenPlan } from '../../../core/ledger/seen/seen-plan.js';
import type { Happening } from '../../ledger/ledger-book.js';
import type { OperationContext } from './operation.js';

/** Records a change, then writes the note (G6). */
export async function recordThenWrite<T>(
  { book }: OperationContext,
  happening: Happening,
  write: () => Promise<Result<T>>,
  seen: readonly SeenPlan[] = [],
): Promise<Result<T>> {
  const event = { kind: 'event' as const, ...(seen.length > 0 ? { seen } : {}) };
  const recorded = await book.record(event, happening, { durable: false });
  if (!recorded.ok) return recorded;
  const written = await write();
  if (!written.ok) {
    await book.record(
      { kind: 'event' },
      {
        ...happening,
        actor: 'Countersign',
        event: 'not_written',
        detail: `This was not written: ${happening.detail} ${written.error.message}`,
      },
      { durable: false },
    );
  }
  return written;
}
