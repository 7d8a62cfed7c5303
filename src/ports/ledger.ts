import type { Json } from '../core/json.js';
import type { Result } from '../core/errors.js';

export interface LedgerContents {
  readonly records: readonly Json[];
  readonly damaged: readonly { readonly line: number; readonly text: string }[];
  /** The records of earlier ledgers, oldest ledger first. */
  readonly earlier: readonly (readonly Json[])[];
}

/** This device's own record of decisions, outside the vault. */
export interface Ledger {
  /** A missing ledger reads as empty. */
  read(): Promise<Result<LedgerContents>>;
  /** Appends records in order. With `durable`, resolves only when the records are on disk. */
  append(records: readonly Json[], durable: boolean): Promise<Result<void>>;
  /** Fails if another process has changed the ledger. */
  checkUnchanged?(): Promise<Result<void>>;
}
