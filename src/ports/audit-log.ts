import type { Result } from '../core/errors.js';

/** How far a file was read: up to the end of its last whole line, and of which text. */
export interface AuditMark {
  readonly length: number;
  readonly digest: string;
}

/** One audit file as it lies in the vault, or what was appended to it. */
export interface AuditFile {
  /** Vault path, `Logs/audit/<device>-YYYY-MM.jsonl`. */
  readonly path: string;
  /** Those of its lines that are needed, without line ends; a torn last line is always among them. */
  readonly lines: readonly string[];
  /** Whether the last line ends with a line end. */
  readonly closed: boolean;
  /** Differs from that of an earlier look if the file may have changed since. */
  readonly version: string;
  /** What was read before, still stands there, and is left out of `lines`; `null`: nothing is. */
  readonly after: AuditMark | null;
  readonly mark: AuditMark;
}

/** What is read of the audit files of a folder; by default everything. */
export interface AuditReading {
  /** Which files are looked at. No others take part in a limit. */
  readonly isOf?: (path: string) => boolean;
  /** Which of them are read. */
  readonly isWanted?: (file: Pick<AuditFile, 'path' | 'version'>) => boolean;
  /**
   * Where it knows a mark, and the text up to there is still the same, only what follows is given; whatever
   * was rewritten or cut is given whole.
   */
  readonly readBefore?: (path: string) => AuditMark | undefined;
  /** Which of their lines are kept. */
  readonly isNeeded?: (line: string) => boolean;
}

/** The append-only audit files in the vault: a projection of the ledger, one file a device and month. */
export interface AuditLog {
  /**
   * Appends whole lines to a file, making it if needed. A torn last line is closed with a line end first and kept.
   * The value is the file's version afterwards. Where `left` is given, the file must still have that version
   * (`null`: there must be none); else nothing is written, and it fails with `audit_changed`.
   */
  append(
    path: string,
    lines: readonly string[],
    left?: string | null,
  ): Promise<Result<string | null>>;
  /** The version of what is at a path now, whatever it is; `null`: nothing is. */
  version(path: string): Promise<string | null>;
  /**
   * Gives whatever is at a path a name that no audit file has, beside it; nothing is lost. The value is that
   * path; `null` where nothing was.
   */
  setAside(path: string, atMs: number): Promise<Result<string | null>>;
  /**
   * The audit files of a folder, by path, in order. One that sync takes away meanwhile is left out. Files that
   * together hold far more than devices write are not read.
   * @throws CountersignError `audit_too_large`, with the path of a file that is to blame
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
