import type { Json } from '../core/json.js';
import type { Result } from '../core/errors.js';

export interface CallLog {
  /** Reads the lines of the newest `days` days, oldest first. If absent, `days` is two. */
  recent<T>(read: (line: Json) => T, days?: number): Promise<Result<readonly T[]>>;
  append(line: Json, atMs: number): Promise<Result<void>>;
  sync(): Promise<Result<void>>;
  dropBefore(atMs: number): Promise<Result<void>>;
}
