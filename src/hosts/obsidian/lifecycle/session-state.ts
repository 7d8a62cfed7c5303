import type { Problem } from '../../../core/errors.js';
import type { Observer } from '../../../engine/observer.js';
import type { Executor } from './executor.js';
import type { OpenVault } from './open-vault.js';

/** Who looks after the vault on this device: an executor, or an observer that writes nothing. */
export type Work =
  | { readonly executor: Executor; readonly observer: null }
  | { readonly executor: null; readonly observer: Observer };

/** Where a session stands. */
export type SessionState =
  | { readonly at: 'starting' }
  | { readonly at: 'not_set_up' }
  | { readonly at: 'failed'; readonly problem: Problem }
  | {
      readonly at: 'ready';
      readonly vault: OpenVault;
      readonly work: Work;
      /** Why this device does not run actions although it should. */
      readonly problem: Problem | null;
      /** It will as soon as another process ends its own. */
      readonly isWaiting: boolean;
    };
