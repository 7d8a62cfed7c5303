import type { Result } from '../core/errors.js';

/** Makes sure that only one process on this computer runs the actions of a vault. */
export interface Lock {
  /**
   * Takes the lock, and returns a function that releases it. Fails with `locked` while another living process
   * holds it.
   */
  acquire(): Promise<Result<() => Promise<void>>>;
}
