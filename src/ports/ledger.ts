import type { Json } from '../core/json.js';
import type { Result } from '../core/errors.js';

/** The content of a ledger file. */
export interface LedgerContents {
  /** Every complete record, oldest first. */
  readonly records: readonly Json[];
  /** Texts of lines that are not JSON (torn by a crash), with their line numbers. */
  readonly damaged: readonly { readonly line: number; readonly text: string }[];
  /**
   * For each ledger that a person set aside here, oldest first: its records of the kinds that `isOfEarlier`
   * keeps. Read only before an epoch has begun.
   */
  readonly earlier: readonly (readonly Json[])[];
}

/** This device's durable record of intents and outcomes: append-only JSON Lines outside the vault. */
export interface Ledger {
  /** All records; a missing ledger is empty. */
  read(): Promise<Result<LedgerContents>>;
  /**
   * Appends records, one line each, in the order of the calls. With `durable`, resolves only when they are
   * on disk (fsync of the file, and of its folder if the file is new). A crash may leave only the first
   * ones. A failed append never leaves a line that a later one would continue.
   */
  append(records: readonly Json[], durable: boolean): Promise<Result<void>>;
  /**
   * Fails if somebody else has written, replaced or deleted it since it was last read or written here.
   * Absent if nobody else can.
   */
  checkUnchanged?(): Promise<Result<void>>;
}
