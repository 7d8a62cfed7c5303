import type { Result } from '../core/errors.js';

/** How far a file was read, up to the end of its last complete line. */
export interface AuditMark {
  readonly length: number;
  readonly digest: string;
}

export interface AuditFile {
  readonly path: string;
  /** The lines that are needed, without line ends. A torn last line is always included. */
  readonly lines: readonly string[];
  readonly closed: boolean;
  /** A text that is different if the file may have changed since an earlier look. */
  readonly version: string;
  /** The part that was read before and is left out of `lines`; null when nothing is left out. */
  readonly after: AuditMark | null;
  readonly mark: AuditMark;
}

export interface AuditReading {
  /** Returns true for the files that are considered. Files left out do not add to a limit. */
  readonly isOf?: (path: string) => boolean;
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
   * Appends whole lines to a file, and returns the file's new version. Creates the file if needed.
   * @param left the version that the file must have, null if it must not exist; otherwise the call
   * fails with `audit_changed`
   */
  append(
    path: string,
    lines: readonly string[],
    left?: string | null,
  ): Promise<Result<string | null>>;
  /** Returns the current version of whatever is at a path; `null` when nothing is. */
  version(path: string): Promise<string | null>;
  /**
   * Renames a file within its folder to a name that no audit file has. Returns the new path; null
   * without a file.
   */
  setAside(path: string, atMs: number): Promise<Result<string | null>>;
  /**
   * Returns the audit files of a folder, sorted by path. Omits a file that sync removes meanwhile.
   * @throws CountersignError `audit_too_large`, with the path of a file, when the files are far larger than
   * devices write
   */
  read(folder: string, reading?: AuditReading): Promise<readonly AuditFile[]>;
}

export interface AuditLines {
  /**
   * Reads all lines of a folder's audit files in order. `onFile` gets each path, and returns a
   * function that gets each line.
   * @throws CountersignError `audit_too_large` at a line that is longer than devices write
   */
  readEach(folder: string, onFile: (path: string) => (line: string) => void): Promise<void>;
}
