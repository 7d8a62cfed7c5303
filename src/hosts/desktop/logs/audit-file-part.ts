import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { RunningDigest } from '../../../core/digest.js';
import type { AuditFile, AuditMark, AuditReading } from '../../../ports/audit-log.js';
import { longestLine, mostBytes, tooLarge, type AuditLimits } from './audit-limits.js';
import { bytesUntil, eachLine, LineTooLong, linesFrom } from '../files/line-file.js';
import { openRegular } from '../files/regular-file.js';

export interface PartToRead extends Pick<AuditReading, 'isNeeded'> {
  /** The path on disk. */
  readonly file: string;
  /** The path in the vault. */
  readonly path: string;
  readonly before: AuditMark | undefined;
  readonly limits: AuditLimits;
}

/**
 * Reads the lines that were added since `before`, as far as they are needed. If the earlier lines
 * changed, reads the file from its start.
 */
export async function readPart({
  file,
  path,
  before,
  limits,
  isNeeded = () => true,
}: PartToRead): Promise<Pick<AuditFile, 'lines' | 'closed' | 'after' | 'mark'>> {
  return withFile(file, path, async (handle) => {
    const known = new RunningDigest();
    if (before) for await (const bytes of bytesUntil(handle, before.length)) known.update(bytes);
    const after = before && known.hex() === before.digest ? before : null;
    const hash = after ? known : new RunningDigest();
    let length = after?.length ?? 0;
    const lines: string[] = [];
    let closed = true;
    const whole = linesFrom(
      handle,
      length,
      (bytes) => {
        hash.update(bytes);
        length += bytes.length;
        if (length > mostBytes) throw tooLarge(path, 'has more than 256 MB');
      },
      longestLine,
    );
    for await (const line of whole) {
      const isKept = !line.closed || isNeeded(line.text);
      limits.count(path, isKept ? line.text.length : 0);
      if (isKept) lines.push(line.text);
      closed = line.closed;
    }
    return { lines, closed, after, mark: { length, digest: hash.hex() } };
  });
}

export async function readAllOf(
  file: string,
  path: string,
  onLine: (line: string) => void,
): Promise<void> {
  await withFile(file, path, (handle) => eachLine(handle, longestLine, onLine));
}

async function withFile<T>(
  file: string,
  path: string,
  read: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  const flags = constants.O_RDONLY;
  const { handle } = await openRegular(file, { flags, refusesLinks: true });
  try {
    return await read(handle);
  } catch (error) {
    throw error instanceof LineTooLong ? tooLarge(path, 'has a line of more than 256 kB') : error;
  } finally {
    await handle.close();
  }
}
