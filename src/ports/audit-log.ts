import type { Result } from '../core/errors.js';

/** How far a file was read: up to the end of its last complete line, and the digest of that text. */
export interface AuditMark {
  readonly length: number;
  readonly digest: string;
}

/** One audit file in the vault, or what was appended to it. */
export interface AuditFile {
  /** Vault path, `Logs/audit/<device>-YYYY-MM.jsonl`. */
  readonly path: string;
  /** Its lines that are needed, without line ends; always includes a torn last line. */
  readonly lines: readonly string[];
  /** Whether the last line ends with a line end. */
  readonly closed: boolean;
  /** Differs from the version at an earlier look if the file may have changed since. */
  readonly version: string;
  /** The part that was read before, is unchanged, and is left out of `lines`; `null` if nothing is. */
  readonly after: AuditMark | null;
  readonly mark: AuditMark;
}

/** Options for reading the audit files of a folder; by default everything is read. */
export interface AuditReading {
  /** Which files are considered. Others do not affect a limit. */
  readonly isOf?: (path: string) => boolean;
  /** Which of them are read. */
  readonly isWanted?: (file: Pick<AuditFile, 'path' | 'version'>) => boolean;
  /**
   * For a file with a known mark and unchanged text up to it, only the rest is returned; a rewritten or
   * shortened file is returned whole.
   */
  readonly readBefore?: (path: string) => AuditMark | undefined;
  /** Which of their lines are kept. */
  readonly isNeeded?: (line: string) => boolean;
}

/** The append-only audit files in the vault: a projection of the ledger, one file per device and month. */
export interface AuditLog {
  /**
   * Appends whole lines to a file, creating it if needed; a torn last line is kept and ended first. Returns
   * the file's new version. With `left`, the file must still have that version (`null`: must not exist),
   * else nothing is written and it fails with `audit_changed`.
   */
  append(
    path: string,
    lines: readonly string[],
    left?: string | null,
  ): Promise<Result<string | null>>;
  /** The current version of whatever is at a path; `null` if nothing is. */
  version(path: string): Promise<string | null>;
  /**
   * Renames whatever is at a path to a name that no audit file has, in the same folder. Returns the new
   * path; `null` if there was nothing.
   */
  setAside(path: string, atMs: number): Promise<Result<string | null>>;
  /**
   * The audit files of a folder, sorted by path. Omits a file that sync removes meanwhile. Files that are
   * far larger together than devices write are not read.
   * @throws CountersignError `audit_too_large`, with the path of a file that is too large
   */
  read(folder: string, reading?: AuditReading): Promise<readonly AuditFile[]>;
}

/** The same files, to be checked line by line. */
export interface AuditLines {
  /**
   * All lines of the audit files of a folder, by path and in order, however many: memory holds some of them at a time.
   * `onFile` gets each path, and its value each line, without line end; a torn last line is among them.
   * @throws CountersignError `audit_too_large` at a line that is longer than devices write
   */
  readEach(folder: string, onFile: (path: string) => (line: string) => void): Promise<void>;
}
