import type { Result } from '../core/errors.js';

/** Lets only one process on this computer run the actions of a vault. */
export interface Lock {
  acquire(): Promise<Result<() => Promise<void>>>;
}
