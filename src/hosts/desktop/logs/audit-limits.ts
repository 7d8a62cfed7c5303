import { CountersignError, fail } from '../../../core/errors.js';
import { quotedPath } from '../../../core/text/quote.js';

/** Limits the size of all audit files together. */
export const mostBytes = 256 * 1024 * 1024;
export const longestLine = 256 * 1024;
const mostFiles = 2_000;
const mostLines = 1_000_000;
const mostKept = 64 * 1024 * 1024;

export interface SizedFile {
  readonly path: string;
  readonly size: number;
}

export class AuditLimits {
  private lines = 0;
  private kept = 0;

  /** Throws a CountersignError `audit_too_large`. */
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

  /** `kept` is the number of characters of the line that stay in memory. */
  count(path: string, kept: number): void {
    this.lines += 1;
    this.kept += kept;
    if (this.lines > mostLines) throw tooLarge(path, 'has more lines than devices write');
    if (this.kept > mostKept) throw tooLarge(path, 'lists more actions than there can be');
  }
}

/** `why` continues a sentence that begins with the file's path. */
export function tooLarge(path: string, why: string): CountersignError {
  return new CountersignError(
    fail(
      'audit_too_large',
      `${quotedPath(path)} ${why}.`,
      'Check who wrote that file. If none of your computers did, move it out of its folder.',
      { path },
    ).error,
  );
}
