import type { Result } from '../core/errors.js';

/** One audit file as it lies in the vault. */
export interface AuditFile {
  /** Vault path, `Logs/audit/<device>-YYYY-MM.jsonl`. */
  readonly path: string;
  /** Its lines without line ends; a torn last line is among them. */
  readonly lines: readonly string[];
  /** Whether the last line ends with a line end. */
  readonly closed: boolean;
  /** Differs from that of an earlier look if the file may have changed since. */
  readonly version: string;
}

/** The append-only audit files in the vault: a projection of the ledger, one file a device and month. */
export interface AuditLog {
  /** Appends whole lines to a file, making it if needed. A torn last line is closed with a line end first and kept. */
  append(path: string, lines: readonly string[]): Promise<Result<void>>;
  /** The audit files of a folder, by path, in order; only those that are wanted. One that sync takes away meanwhile is left out. */
  read(
    folder: string,
    isWanted?: (file: Pick<AuditFile, 'path' | 'version'>) => boolean,
  ): Promise<readonly AuditFile[]>;
}
