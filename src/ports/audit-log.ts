import type { Result } from '../core/errors.js';

export interface AuditMark {
  readonly length: number;
  readonly digest: string;
}

export interface AuditFile {
  readonly path: string;
  readonly lines: readonly string[];
  readonly closed: boolean;
  readonly version: string;
  /** Set if `lines` leaves out the first part of the file, which was read before. */
  readonly after: AuditMark | null;
  readonly mark: AuditMark;
}

export interface AuditReading {
  readonly isOf?: (path: string) => boolean;
  readonly isWanted?: (file: Pick<AuditFile, 'path' | 'version'>) => boolean;
  readonly readBefore?: (path: string) => AuditMark | undefined;
  readonly isNeeded?: (line: string) => boolean;
}

export interface AuditLog {
  /**
   * Appends whole lines to a file, and returns the file's new version.
   * @param left the version that the file must have; null if the file must not exist; absent if
   * it does not matter
   */
  append(
    path: string,
    lines: readonly string[],
    left?: string | null,
  ): Promise<Result<string | null>>;
  /** Returns a text that differs after each write to the file. Null if nothing is at the path. */
  version(path: string): Promise<string | null>;
  /** Renames a file, so that its path is free. Returns the new path. Null if there is no file. */
  setAside(path: string, atMs: number): Promise<Result<string | null>>;
  /**
   * Returns the audit files of a folder.
   * @throws CountersignError `audit_too_large`
   */
  read(folder: string, reading?: AuditReading): Promise<readonly AuditFile[]>;
}

export interface AuditLines {
  /**
   * Reads the lines of a folder's audit files, one at a time.
   * @throws CountersignError `audit_too_large`
   */
  readEach(folder: string, onFile: (path: string) => (line: string) => void): Promise<void>;
}
