import type { Result } from '../core/errors.js';

/** How far a file was read: to the end of its last complete line. `digest` covers the text up to there. */
export interface AuditMark {
  readonly length: number;
  readonly digest: string;
}

/** One audit file in the vault, or the part that was appended to it. */
export interface AuditFile {
  /** The vault path, `Logs/audit/<device>-YYYY-MM.jsonl`. */
  readonly path: string;
  /** The lines that are needed, without line ends. A torn last line is always included. */
  readonly lines: readonly string[];
  /** True when the last line ends with a line end. */
  readonly closed: boolean;
  /** A text that is different if the file may have changed since an earlier look. */
  readonly version: string;
  /** The unchanged part that was read before and is left out of `lines`; `null` when nothing is left out. */
  readonly after: AuditMark | null;
  readonly mark: AuditMark;
}

/** Options for reading the audit files of a folder. Without any, everything is read. */
export interface AuditReading {
  /** Returns true for the files that are considered. Files left out do not add to a limit. */
  readonly isOf?: (path: string) => boolean;
  /** Returns true for those of the considered files that are read. */
  readonly isWanted?: (file: Pick<AuditFile, 'path' | 'version'>) => boolean;
  /**
   * Returns how far a file was read before, so that only the rest is returned. A rewritten or shortened file
   * is returned whole.
   */
  readonly readBefore?: (path: string) => AuditMark | undefined;
  readonly isNeeded?: (line: string) => boolean;
}

/** The append-only audit files in the vault, one file per device and month, written from the ledger. */
export interface AuditLog {
  /**
   * Appends whole lines to a file, creating the file if needed. A torn last line is kept and ended first.
   * Returns the file's new version.
   * @param left the version that the file must still have; `null` when it must not exist. With any other
   * version nothing is written, and the call fails with `audit_changed`
   */
  append(
    path: string,
    lines: readonly string[],
    left?: string | null,
  ): Promise<Result<string | null>>;
  /** Returns the current version of whatever is at a path; `null` when nothing is. */
  version(path: string): Promise<string | null>;
  /**
   * Renames whatever is at a path to a name that no audit file has, in the same folder. Returns the new path;
   * `null` when there was nothing.
   */
  setAside(path: string, atMs: number): Promise<Result<string | null>>;
  /**
   * Returns the audit files of a folder, sorted by path. Omits a file that sync removes meanwhile.
   * @throws CountersignError `audit_too_large`, with the path of a file, when the files are far larger than
   * devices write
   */
  read(folder: string, reading?: AuditReading): Promise<readonly AuditFile[]>;
}

/** Reads the audit files line by line, to check them. */
export interface AuditLines {
  /**
   * Reads all lines of the audit files of a folder, by path and in order, with only some of them in memory.
   * `onFile` is called with each path; the function that it returns is called with each line, without line
   * end. A torn last line is among them.
   * @throws CountersignError `audit_too_large` at a line that is longer than devices write
   */
  readEach(folder: string, onFile: (path: string) => (line: string) => void): Promise<void>;
}
