import type { BigIntStats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { systemErrorCode } from '../system/system-error.js';

/** Two writes within this time (ms) may get the same file time. */
const stepMs = 50;
let unsettled = 0;

/**
 * Returns the version of a file as `NoteStore.version` defines it, or `null` if there is no file.
 */
export async function fileVersion(file: string): Promise<string | null> {
  let stats: BigIntStats;
  try {
    stats = await lstat(file, { bigint: true });
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error))) return null;
    throw error;
  }
  const { ino, size, mtimeNs, ctimeNs, ctimeMs } = stats;
  const ageMs = Date.now() - Number(ctimeMs);
  if (ageMs >= 0 && ageMs < stepMs) return `written now ${(unsettled += 1)}`;
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}
