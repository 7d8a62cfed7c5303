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

/** Everything that the gate can use: notes and ledger, this device, the bridges, and the state of approvals. */
export interface GateContext extends VaultContext {
  /** The only way to make a call. */
  readonly bridges: Bridges;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly keys: Keys;
  readonly vaultId: string;
  /** This device's current safety settings, or why they cannot be read: then nothing is dispatched. */
  readonly config: () => DeviceConfig | Problem;
  /** Reads the settings again, because another process of this device may have just changed them. */
  readonly refreshConfig: () => Promise<void>;
  /** Ids of the requests whose call this process is making. */
  readonly inFlight: Set<string>;
  /** The requests whose approval was logged in their plan since the start. */
  readonly approvalInPlan: Set<string>;
  /** The calls of agents under standing permissions. */
  readonly permittedCalls: PermittedCalls;
  /** Servers' answers to calls that a person approved. */
  readonly answers: KeptAnswers;
  /** True when a trusted move is held, with Undo, before it is accepted. */
  readonly hasUndoWindow: boolean;
  /** For each request id, until when (ms since 1970) its trusted move is held. */
  readonly movesHeldUntil: Map<string, number>;
  /** The findings of the last check of each request. */
  readonly findings: {
    find(id: string, is: 'verdict'): { readonly verdict: Waiting } | undefined;
  };
  readonly standing: Standing;
  /** Why a step that must come first cannot continue by itself; null if it can. It only explains a wait, and lets nothing run. */
  readonly whyDead: (request: ActionRequest, step: Step) => string | null;
  /** Requests another check of a key now. */
  readonly lookAgain: (key: string) => void;
}

/** The part of {@link StandingApprovals} that the gate reads. */
interface Standing {
  /** Ids of requests whose calls are being sent: it is too late to take an approval back. */
  readonly calling: Set<string>;
  /** For each request id, how many presses of a button that would end the request are being carried out. Such a request is not called. */
  readonly ending: ReadonlyMap<string, number>;
  /** How often trust in moves was found to be off. */
  readonly untrusted: number;
  /** Requests that their plans wanted at the last check, with the state of those plans. */
  readonly wanted: ReadonlyMap<string, PlanThen>;
}

/** Lets a call wait for something slow without blocking other work. */
export interface Slot {
  /** Frees the slot while `waiting` runs. */
  leaveWhile<T>(waiting: Promise<T>): Promise<T>;
}
