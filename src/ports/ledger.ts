import type { Json } from '../core/json.js';
import type { Result } from '../core/errors.js';

/** What a ledger file holds. */
export interface LedgerContents {
  /** Every whole record, oldest first. */
  readonly records: readonly Json[];
  /** Texts of lines that are no JSON (torn by a crash), with their line numbers. */
  readonly damaged: readonly { readonly line: number; readonly text: string }[];
  /**
   * Of each ledger that a person set aside here, oldest first: its records of the kinds that `isOfEarlier` keeps.
   * They are read only where no epoch has begun.
   */
  readonly earlier: readonly (readonly Json[])[];
}

/** This device's durable record of intents and outcomes: append-only JSON Lines outside the vault. */
export interface Ledger {
  /** All records; an absent ledger is empty. */
  read(): Promise<Result<LedgerContents>>;
  /**
   * Appends records, one line each. With `durable`, resolves only when they are on the disk (fsync of the file, and of
   * its folder when the file is new). A crash may leave the first of them only, in their order. A failed append
   * never leaves a line that a later append could be glued to. Appends are serialised in the order of the calls.
   */
  append(records: readonly Json[], durable: boolean): Promise<Result<void>>;
  /**
   * Fails if anybody else has written, replaced or deleted it since it was read or written here. Absent where nobody
   * else can.
   */
  checkUnchanged?(): Promise<Result<void>>;
}
