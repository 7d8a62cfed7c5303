import { CountersignError, fail } from '../../../core/errors.js';

/**
 * Far more than a vault's devices write in years. Anyone can put sparse files there that need no disk space
 * but all memory.
 */
export const mostBytes = 256 * 1024 * 1024;
export const longestLine = 256 * 1024;
/** One a device and month. */
const mostFiles = 2_000;
/** An entry has at least 300 bytes, so {@link mostBytes} contain fewer. */
const mostLines = 1_000_000;
/** For the lines that a reader keeps. */
const mostKept = 64 * 1024 * 1024;

/** A file's name and size. */
export interface SizedFile {
  readonly path: string;
  readonly size: number;
}

/** The limits for one reading of audit files, all of them together. */
export class AuditLimits {
  private lines = 0;
  private kept = 0;

  /** Throws {@link tooLarge} if their sizes alone are too large, which is known without opening any. */
  constructor(files: readonly SizedFile[]) {
    const [largest] = [...files].sort((a, b) => b.size - a.size);
    if (largest === undefined) return;
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (largest.size > mostBytes) throw tooLarge(largest.path, 'has more than 256 MB');
    if (bytes > mostBytes) {
      throw tooLarge(largest.path, 'and the others have more than 256 MB together');
    }
    if (files.length > mostFiles) {
      throw tooLarge(largest.path, `is one of more than ${mostFiles} files`);
    }
  }

  /** Counts a line that was read, and how many of its characters are kept. */
  count(path: string, kept: number): void {
    this.lines += 1;
    this.kept += kept;
    if (this.lines > mostLines) throw tooLarge(path, 'has more lines than devices write');
    if (this.kept > mostKept) throw tooLarge(path, 'lists more actions than there can be');
  }
}

/** Why audit files are not read, with the path of a file that is too large. */
export function tooLarge(path: string, why: string): CountersignError {
  return new CountersignError(
    fail(
      'audit_too_large',
      `${path} ${why}.`,
      'Check who wrote that file. If none of your computers did, move it out of its folder.',
      { path },
    ).error,
  );
}
