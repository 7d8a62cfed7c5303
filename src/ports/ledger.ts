import type { Json } from '../core/json.js';
import type { Result } from '../core/errors.js';

export interface LedgerContents {
  readonly records: readonly Json[];
  /** The text and number of each line that is not JSON, such as a line that a crash cut. */
  readonly damaged: readonly { readonly line: number; readonly text: string }[];
  /**
   * The records of earlier ledgers that `isOfEarlier` accepts, oldest ledger first. Empty once this
   * ledger has begun.
   */
  readonly earlier: readonly (readonly Json[])[];
}

/**
 * This device's durable record of intents and outcomes, as append-only JSON Lines outside the
 * vault.
 */
export interface Ledger {
  /** Returns all records. A missing ledger is empty. */
  read(): Promise<Result<LedgerContents>>;
  /**
   * Appends records in the order of the calls, one line each. With `durable`, resolves only when
   * the records are on disk. A crash may leave only the first of the records.
   */
  append(records: readonly Json[], durable: boolean): Promise<Result<void>>;
  /**
   * Fails when another process has changed the ledger since its last use here. Absent when no other
   * process can.
   */
  checkUnchanged?(): Promise<Result<void>>;
}
