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

/** All that the gate reaches: the notes and the ledger, this device, the way out, and what is known of approvals. */
export interface GateContext extends VaultContext {
  /** The only way to make a call. */
  readonly bridges: Bridges;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly keys: Keys;
  readonly vaultId: string;
  /** This device's safety settings as they are now, or why they cannot be read: then nothing is dispatched. */
  readonly config: () => DeviceConfig | Problem;
  /** Has the settings be read again: another process of this device may have changed them just now. */
  readonly refreshConfig: () => Promise<void>;
  /** Ids whose call is being made by this very process. */
  readonly inFlight: Set<string>;
  /** The requests whose approval was written into their plan, since the start. */
  readonly approvalInPlan: Set<string>;
  /** What agents call under standing permissions. */
  readonly permittedCalls: PermittedCalls;
  /** What servers answered to calls that a person approved. */
  readonly answers: KeptAnswers;
  /** Whether a trusted move is held, with Undo, before it counts. */
  readonly hasUndoWindow: boolean;
  /** Until when (ms since 1970) the trusted move of an id is held. */
  readonly movesHeldUntil: Map<string, number>;
  /** What the last look at each request found. */
  readonly findings: {
    find(id: string, is: 'verdict'): { readonly verdict: Waiting } | undefined;
  };
  readonly standing: Standing;
  /** Why a step that must come first cannot go on by itself; `null` when it can. It lets nothing run. */
  readonly whyDead: (request: ActionRequest, step: Step) => string | null;
  /** Asks for another look at a key now. */
  readonly lookAgain: (key: string) => void;
}

/** What the gate needs to know of approvals while they wait. */
interface Standing {
  /** Requests whose servers have been asked: it is too late to take anything away. */
  readonly calling: Set<string>;
  /** By request: how many presses that end it are carried out at this moment. None of these is called. */
  readonly ending: ReadonlyMap<string, number>;
  /** How often it was seen that moves are not trusted. */
  readonly untrusted: number;
  /** Requests that their plans wanted when that was looked at last. */
  readonly wanted: ReadonlyMap<string, PlanThen>;
}

/** Lets a call wait for something slow without holding up other work. */
export interface Slot {
  /** Gives the slot back while `waiting` runs. */
  leaveWhile<T>(waiting: Promise<T>): Promise<T>;
}
