import type { Problem } from '../../core/errors.js';
import type { PlanThen } from '../../core/ledger/ledger-record.js';
import type { Step } from '../../core/plan/plan.js';
import type { ActionRequest } from '../../core/request/request.js';
import type { DeviceConfig } from '../../core/settings/device-config.js';
import type { Bridges } from '../../ports/bridges.js';
import type { Clock } from '../../ports/clock.js';
import type { Ids } from '../../ports/ids.js';
import type { Keys } from '../../ports/keys.js';
import type { VaultContext } from '../vault/vault-context.js';
import type { KeptAnswers } from './kept-answers.js';
import type { PermittedCalls } from './permitted-calls.js';
import type { Waiting } from './verdict.js';

export interface GateContext extends VaultContext {
  /** The only way to make a call. */
  readonly bridges: Bridges;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly keys: Keys;
  readonly vaultId: string;
  /**
   * Returns this device's safety settings, or why they cannot be read. Then nothing is dispatched.
   */
  readonly config: () => DeviceConfig | Problem;
  /** Reads the settings again, because another process of this device may have changed them. */
  readonly refreshConfig: () => Promise<void>;
  readonly inFlight: Set<string>;
  readonly approvalInPlan: Set<string>;
  readonly permittedCalls: PermittedCalls;
  readonly answers: KeptAnswers;
  readonly hasUndoWindow: boolean;
  /** By request id: when the hold of a trusted move ends (ms since 1970). */
  readonly movesHeldUntil: Map<string, number>;
  readonly findings: {
    find(id: string, is: 'verdict'): { readonly verdict: Waiting } | undefined;
  };
  readonly standing: Standing;
  /** Why an earlier step cannot continue by itself; null if it can. Only explains a wait. */
  readonly whyDead: (request: ActionRequest, step: Step) => string | null;
  readonly lookAgain: (key: string) => void;
}

interface Standing {
  /** Ids of requests whose calls are being sent: it is too late to take an approval back. */
  readonly calling: Set<string>;
  /** By request id: how many presses that end the request are in progress. */
  readonly ending: ReadonlyMap<string, number>;
  readonly untrusted: number;
  /** Requests that their plans wanted at the last check, with the state of those plans. */
  readonly wanted: ReadonlyMap<string, PlanThen>;
}

export interface Slot {
  leaveWhile<T>(waiting: Promise<T>): Promise<T>;
}
