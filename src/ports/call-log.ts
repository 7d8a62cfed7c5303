import type { Json } from '../core/json.js';
import type { Result } from '../core/errors.js';

export interface CallLog {
  /** Reads the lines of the last days, oldest first. */
  recent<T>(read: (line: Json) => T, days?: number): Promise<Result<readonly T[]>>;
  /** Appends a line to the log of the day of `atMs` (ms since 1970). */
  append(line: Json, atMs: number): Promise<Result<void>>;
  sync(): Promise<Result<void>>;
  /** Deletes the files of the days before the day of `atMs` (ms since 1970). */
  dropBefore(atMs: number): Promise<Result<void>>;
}
