import { CountersignError, fail } from '../../../core/errors.js';

/** Far more than the devices of a vault write in years. Anyone can put files there that take no disk, and all memory. */
export const mostBytes = 256 * 1024 * 1024;
export const longestLine = 256 * 1024;
/** One a device and month. */
const mostFiles = 2_000;
/** An entry has 300 bytes or more, so {@link mostBytes} hold fewer. */
const mostLines = 1_000_000;
/** Of the lines that a reader keeps. */
const mostKept = 64 * 1024 * 1024;

/** What a file has, by its look. */
export interface SizedFile {
  readonly path: string;
  readonly size: number;
}

/** How much one reading of audit files takes, all of them together. */
export class AuditLimits {
  private lines = 0;
  private kept = 0;

  /** Throws {@link tooLarge} where their sizes alone are too much: that is known without opening any. */
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

  /** Counts a line that was read, and how many characters of it are kept. */
  count(path: string, kept: number): void {
    this.lines += 1;
    this.kept += kept;
    if (this.lines > mostLines) throw tooLarge(path, 'has more lines than devices write');
    if (this.kept > mostKept) throw tooLarge(path, 'lists more actions than there can be');
  }
}

/** Why audit files are not read, with the path of one that is to blame. */
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
