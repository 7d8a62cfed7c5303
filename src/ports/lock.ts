import type { Result } from '../core/errors.js';

/** Prevents two executors on one machine from using one vault. */
export interface Lock {
  /**
   * Takes the lock, and returns a function that releases it. Fails with `locked` while another living process
   * holds it.
   */
  acquire(): Promise<Result<() => Promise<void>>>;
}
