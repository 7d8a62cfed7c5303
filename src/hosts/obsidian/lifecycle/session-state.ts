import type { Problem } from '../../../core/errors.js';
import type { MissionSource } from '../../../engine/mission-source.js';
import type { Executor } from './executor.js';
import type { OpenVault } from './open-vault.js';

export interface Work {
  readonly source: MissionSource;
  readonly executor: Executor | null;
}

export type SessionState =
  | { readonly at: 'starting' }
  | { readonly at: 'not_set_up' }
  | { readonly at: 'failed'; readonly problem: Problem }
  | {
      readonly at: 'ready';
      readonly vault: OpenVault;
      readonly work: Work;
      readonly problem: Problem | null;
      /** True while this device cannot run actions yet, but tries again from time to time. */
      readonly isWaiting: boolean;
    };
