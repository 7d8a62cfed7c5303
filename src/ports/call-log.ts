import type { Json } from '../core/json.js';
import type { Result } from '../core/errors.js';

/** What agents called under a standing permission: JSON lines in device state, a file for each day (UTC). */
export interface CallLog {
  /**
   * What `read` makes of the newest whole lines, oldest first: those of the last days on which there were any. One line
   * after the other, so that what they hold besides need not be kept.
   * @param days how many; default: two
   */
  recent<T>(read: (line: Json) => T, days?: number): Promise<Result<readonly T[]>>;
  /** Appends a line to those of the day of an instant (ms since 1970), in the order of the calls. A torn line is closed and kept. */
  append(line: Json, atMs: number): Promise<Result<void>>;
  /** Resolves when every line so far is on the disk. */
  sync(): Promise<Result<void>>;
  /** Drops the days before that of an instant (ms since 1970). */
  dropBefore(atMs: number): Promise<Result<void>>;
}
