import type { Result } from '../core/errors.js';

/** Prevents two executors on one machine from using one vault. */
export interface Lock {
  /** Fails with `locked` while another living process holds it. Returns a function that releases it. */
  acquire(): Promise<Result<() => Promise<void>>>;
}
