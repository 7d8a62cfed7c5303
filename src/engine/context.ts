import type { Problem } from '../core/errors.js';
import type { DeviceConfig, Folders } from '../core/settings/device-config.js';
import type { Planning } from '../core/settings/planning.js';
import type { Bridges } from '../ports/bridges.js';
import type { Clock } from '../ports/clock.js';
import type { Ids } from '../ports/ids.js';
import type { Keys } from '../ports/keys.js';
import type { AlertBoard } from './views/alert-board.js';
import type { EarlierLooks } from './plans/earlier-looks.js';
import type { StandingApprovals } from './requests/approval-state.js';
import type { Findings } from './requests/findings.js';
import type { VaultIndex } from './vault/index/vault-index.js';
import type { LedgerBook } from './ledger/ledger-book.js';
import type { Notes } from './vault/notes.js';
import type { KeyedQueue } from '../core/keyed-queue.js';

/** What operations and reconciliation work with. It has no way to make a call. */
export interface EngineContext {
  readonly notes: Notes;
  readonly index: VaultIndex;
  readonly book: LedgerBook;
  readonly alerts: AlertBoard;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly keys: Keys;
  readonly vaultId: string;
  /** Folder names as the vault's settings have them. */
  readonly folders: Folders;
  /** This device's safety settings as they are now, or why they cannot be read: then nothing is dispatched. */
  readonly config: () => DeviceConfig | Problem;
  /** Has the settings be read again: another process of this device may have changed them just now. */
  readonly refreshConfig: () => Promise<void>;
  /** When a plan is suggested and a blocked one told, as the vault's settings have it now. */
  readonly planning: () => Planning;
  readonly bridges: Pick<
    Bridges,
    'aliases' | 'inspect' | 'argumentProblems' | 'deviceStateProblem'
  >;
  /** What the last look at each request found. */
  readonly findings: Findings;
  readonly earlier: EarlierLooks;
  /** One at a time brings the notes of an id in line with the ledger. */
  readonly writingBack: KeyedQueue;
  /** The requests whose end was written into the log of a plan, since the start. Only for showing. */
  readonly inPlanLog: Set<string>;
  /** The requests whose approval was written into their plan, since the start. */
  readonly approvalInPlan: Set<string>;
  readonly standing: StandingApprovals;
  /** Asks for another look at a key now. */
  readonly lookAgain: (key: string) => void;
  /** Asks for another look at a key at a time (ms since 1970). */
  readonly lookAgainAt: (key: string, atMs: number) => void;
}

/** Whether a device's safety settings could be read. */
export function isConfig(config: DeviceConfig | Problem): config is DeviceConfig {
  return 'device' in config;
}
