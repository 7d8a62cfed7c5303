import type { Result } from '../core/errors.js';

/** Lets only one process on this computer run the actions of a vault. */
export interface Lock {
  /** Takes the lock, and returns a function that releases the lock. */
  acquire(): Promise<Result<() => Promise<void>>>;
}
