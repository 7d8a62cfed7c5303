import type { Result } from '../core/errors.js';

/** Keeps two executors of one machine off one vault. */
export interface Lock {
  /** Fails with `locked` while another living process holds it. The value releases it. */
  acquire(): Promise<Result<() => Promise<void>>>;
}
