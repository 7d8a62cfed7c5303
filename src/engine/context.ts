import type { Result } from '../core/errors.js';
import type { KeyedQueue } from '../core/keyed-queue.js';
import type { Planning } from '../core/settings/planning.js';
import type { Bridges } from '../ports/bridges.js';
import type { Clock } from '../ports/clock.js';
import type { GateContext } from './gate/gate-context.js';
import type { UndoWindows } from './gate/undo-window.js';
import type { AlertBoard } from './views/alert-board.js';
import type { SeenNotes } from './plans/seen-notes.js';
import type { StandingApprovals } from './requests/approval-state.js';
import type { Findings } from './requests/request-findings.js';
import type { VaultContext } from './vault/vault-context.js';

/** What of the gate's context everything may use. */
type Shared =
  'ids' | 'keys' | 'vaultId' | 'config' | 'refreshConfig' | 'approvalInPlan' | 'answers';

/** What operations and reconciliation work with. It has no way to make a call. */
export interface EngineContext extends VaultContext, Pick<GateContext, Shared | 'lookAgain'> {
  readonly alerts: AlertBoard;
  readonly clock: Clock;
  /** When a plan is suggested and a blocked one told, as the vault's settings have it now. */
  readonly planning: () => Planning;
  readonly bridges: Pick<
    Bridges,
    'aliases' | 'inspect' | 'argumentProblems' | 'deviceStateProblem'
  >;
  /** What the last look at each request found. */
  readonly findings: Findings;
  readonly earlier: SeenNotes;
  /** One at a time brings the notes of an id in line with the ledger. */
  readonly writingBack: KeyedQueue;
  /** The requests whose end was written into the log of a plan, since the start. Only for showing. */
  readonly inPlanLog: Set<string>;
  readonly standing: StandingApprovals;
  /** Has a plan made of the item at this path; the value is its id. */
  readonly planItem: (path: string) => Promise<Result<string>>;
  /** Asks for another look at a key at a time (ms since 1970). */
  readonly lookAgainAt: (key: string, atMs: number) => void;
}

/** What reconciling a request works with: the engine's context, and what it hands to the gate. */
export interface RequestContext extends EngineContext, GateContext {
  readonly bridges: Bridges;
  readonly findings: Findings;
  readonly standing: StandingApprovals;
  /** Ids that a person's gesture is being carried out for; they are looked at again afterwards. */
  readonly approving: Set<string>;
  /** Requests that a person dragged to Approved, until their hold ends. */
  readonly undoWindows: UndoWindows;
  /** Since when (ms) something cannot be found, before that is worth saying: the note of an id, or its step. */
  readonly goneSince: Map<string, number>;
  /** Paths of notes that were archived because a note in Done/Actions has their id, by that id. */
  readonly archivedAsFiled: Map<string, string>;
}
