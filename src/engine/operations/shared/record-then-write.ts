import type { Result } from '../../../core/errors.js';
import type { Happening } from '../../ledger/ledger-book.js';
import type { OperationContext } from './operation.js';

/**
 * Puts on record what is about to be written, then writes it: whatever stands in a note stands in the
 * audit log too, also when the process ends in between (G6). A write that fails is put on record as well.
 */
export async function recordThenWrite<T>(
  { book }: OperationContext,
  happening: Happening,
  write: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const recorded = await book.record({ kind: 'event' }, happening, { durable: false });
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
