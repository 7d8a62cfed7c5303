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
  /** The only way to call a tool. */
  readonly bridges: Bridges;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly keys: Keys;
  readonly vaultId: string;
  readonly config: () => DeviceConfig | Problem;
  readonly refreshConfig: () => Promise<void>;
  readonly inFlight: Set<string>;
  readonly approvalInPlan: Set<string>;
  readonly permittedCalls: PermittedCalls;
  readonly answers: KeptAnswers;
  readonly hasUndoWindow: boolean;
  /** By request id: when the undo window ends (ms since 1970). */
  readonly movesHeldUntil: Map<string, number>;
  readonly findings: {
    find(id: string, is: 'verdict'): { readonly verdict: Waiting } | undefined;
  };
  readonly standing: Standing;
  readonly whyDead: (request: ActionRequest, step: Step) => string | null;
  readonly lookAgain: (key: string) => void;
}

interface Standing {
  readonly calling: Set<string>;
  readonly ending: ReadonlyMap<string, number>;
  readonly untrusted: number;
  readonly wanted: ReadonlyMap<string, PlanThen>;
}

export interface Slot {
  leaveWhile<T>(waiting: Promise<T>): Promise<T>;
}
