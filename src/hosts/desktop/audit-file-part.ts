import { constants } from 'node:fs';
import { basename } from 'node:path';
import { RunningDigest } from '../../core/digest.js';
import type { AuditFile, AuditMark } from '../../ports/audit-log.js';
import { bytesUntil, linesFrom } from './line-file.js';
import { openRegular } from './regular-file.js';

/** Far more than a device writes in years. Anyone can put a file there that takes no disk, and all memory. */
const mostBytes = 256 * 1024 * 1024;

/**
 * The lines of an audit file after what was read before. All of it is compared by its digest, which is cheap
 * beside reading its lines; a file where that differs is read whole. Throws system errors.
 */
export async function readPart(
  file: string,
  before: AuditMark | undefined,
): Promise<Pick<AuditFile, 'lines' | 'closed' | 'after' | 'mark'>> {
  const flags = constants.O_RDONLY;
  const { handle, stats } = await openRegular(file, { flags, refusesLinks: true });
  try {
    if (stats.size > mostBytes) {
      throw Object.assign(new Error(`${basename(file)} is over 256 MB`), { code: 'EFBIG' });
    }
    const known = new RunningDigest();
    if (before) for await (const bytes of bytesUntil(handle, before.length)) known.update(bytes);
    const after = before && known.hex() === before.digest ? before : null;
    // Of the very bytes whose lines are given: the file may change meanwhile.
    const hash = after ? known : new RunningDigest();
    let length = after?.length ?? 0;
    const lines: string[] = [];
    let closed = true;
    const whole = linesFrom(handle, length, (bytes) => {
      hash.update(bytes);
      length += bytes.length;
    });
    for await (const line of whole) {
      lines.push(line.text);
      closed = line.closed;
    }
    return { lines, closed, after, mark: { length, digest: hash.hex() } };
  } finally {
    await handle.close();
  }
}
