import type { Json } from '../core/json.js';
import type { Result } from '../core/errors.js';

/** The log of agents' calls under standing permissions, as JSON lines in one file per day (UTC). */
export interface CallLog {
  /**
   * Reads the complete lines of the last days that have lines, oldest first. Returns what `read`
   * made of each line.
   * @param days the number of days; default: two
   */
  recent<T>(read: (line: Json) => T, days?: number): Promise<Result<readonly T[]>>;
  /** Appends a line to the file of the day of `atMs` (ms since 1970), in the order of the calls. */
  append(line: Json, atMs: number): Promise<Result<void>>;
  /** Resolves when every line that was appended so far is on disk. */
  sync(): Promise<Result<void>>;
  /** Deletes the files of the days before the day of `atMs` (ms since 1970). */
  dropBefore(atMs: number): Promise<Result<void>>;
}
