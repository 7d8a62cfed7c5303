import type { Json } from '../core/json.js';
import type { Result } from '../core/errors.js';

export interface LedgerContents {
  /** Every complete record, oldest first. */
  readonly records: readonly Json[];
  /** The text and number of each line that is not JSON, such as a line that a crash cut. */
  readonly damaged: readonly { readonly line: number; readonly text: string }[];
  /**
   * The records that `isOfEarlier` accepts of each ledger that a person set aside here, oldest ledger first.
   * Empty once this ledger has begun.
   */
  readonly earlier: readonly (readonly Json[])[];
}

/** This device's durable record of intents and outcomes: append-only JSON Lines outside the vault. */
export interface Ledger {
  /** Returns all records. A missing ledger is empty. */
  read(): Promise<Result<LedgerContents>>;
  /**
   * Appends records, one line each, in the order of the calls. With `durable`, resolves only when the
   * records are on disk (fsync of the file, and of its folder if the file is new). A crash may leave only
   * the first of the records. A failed append never leaves a line that a later one would continue.
   */
  append(records: readonly Json[], durable: boolean): Promise<Result<void>>;
  /**
   * Fails when somebody else has written, replaced or deleted the ledger since it was last read or written
   * here. Absent when nobody else can write the ledger.
   */
  checkUnchanged?(): Promise<Result<void>>;
}
