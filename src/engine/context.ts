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

/** The part of the gate's context that the whole engine may use. */
type Shared =
  'ids' | 'keys' | 'vaultId' | 'config' | 'refreshConfig' | 'approvalInPlan' | 'answers';

/** What operations and reconciliation need. It has no way to make a call. */
export interface EngineContext extends VaultContext, Pick<GateContext, Shared | 'lookAgain'> {
  readonly alerts: AlertBoard;
  readonly clock: Clock;
  /** The vault's current settings: when a plan is suggested, and when a person is reminded of a blocked one. */
  readonly planning: () => Planning;
  readonly bridges: Pick<
    Bridges,
    'aliases' | 'inspect' | 'argumentProblems' | 'deviceStateProblem'
  >;
  /** The results of the last check of each request. */
  readonly findings: Findings;
  readonly earlier: SeenNotes;
  /** Lets one task at a time bring the notes of an id in line with the ledger. */
  readonly writingBack: KeyedQueue;
  /** The requests whose end was written into a plan's log since the start. Only for display. */
  readonly inPlanLog: Set<string>;
  readonly standing: StandingApprovals;
  /** Makes a plan from the item at this path; returns its id. */
  readonly planItem: (path: string) => Promise<Result<string>>;
  /** Schedules another check of a key, such as `request:<id>`, at a time (ms since 1970). */
  readonly lookAgainAt: (key: string, atMs: number) => void;
}

/** What reconciling a request needs: the engine's context, and the context that it passes to the gate. */
export interface RequestContext extends EngineContext, GateContext {
  readonly bridges: Bridges;
  readonly findings: Findings;
  readonly standing: StandingApprovals;
  /** The ids of requests for which a person's gesture is being carried out; they are checked again after it. */
  readonly approving: Set<string>;
  /** Requests that a person dragged to Approved, until their undo window ends. */
  readonly undoWindows: UndoWindows;
  /** For each request id, since when (ms) its note or its step cannot be found. Reported only after a while. */
  readonly goneSince: Map<string, number>;
  /** By request id, the path of a note that was archived because a note in Done/Actions has the same id. */
  readonly archivedAsFiled: Map<string, string>;
}
