import type { Json } from '../core/json.js';
import type { Result } from '../core/errors.js';

/** The calls of agents under standing permissions: JSON lines in device state, one file per day (UTC). */
export interface CallLog {
  /**
   * Applies `read` to the newest complete lines, oldest first: those of the last days that have any. Line
   * by line, so that the rest of their content need not stay in memory.
   * @param days the number of days; default: two
   */
  recent<T>(read: (line: Json) => T, days?: number): Promise<Result<readonly T[]>>;
  /**
   * Appends a line to the file of an instant's day (ms since 1970), in the order of the calls. A torn line
   * is ended and kept.
   */
  append(line: Json, atMs: number): Promise<Result<void>>;
  /** Resolves when every line so far is on disk. */
  sync(): Promise<Result<void>>;
  /** Deletes the days before the day of an instant (ms since 1970). */
  dropBefore(atMs: number): Promise<Result<void>>;
}
