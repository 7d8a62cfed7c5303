import type { Problem } from '../../../core/errors.js';
import type { MissionSource } from '../../../engine/mission-source.js';
import type { Executor } from './executor.js';
import type { OpenVault } from './open-vault.js';

/** Who takes care of the vault on this device. */
export interface Work {
  /** The executor's engine, or an observer. */
  readonly source: MissionSource;
  /** `null` if this device runs no actions. */
  readonly executor: Executor | null;
}

/** The state of a session. */
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
      /** It will run actions as soon as another process stops running its own. */
      readonly isWaiting: boolean;
    };
