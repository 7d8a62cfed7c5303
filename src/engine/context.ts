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

type Shared =
  'ids' | 'keys' | 'vaultId' | 'config' | 'refreshConfig' | 'approvalInPlan' | 'answers';

/** The `bridges` in this context cannot call a tool. */
export interface EngineContext extends VaultContext, Pick<GateContext, Shared | 'lookAgain'> {
  readonly alerts: AlertBoard;
  readonly clock: Clock;
  readonly planning: () => Planning;
  readonly bridges: Pick<
    Bridges,
    'aliases' | 'inspect' | 'argumentProblems' | 'deviceStateProblem'
  >;
  readonly findings: Findings;
  readonly earlier: SeenNotes;
  readonly writingBack: KeyedQueue;
  readonly inPlanLog: Set<string>;
  readonly standing: StandingApprovals;
  readonly planItem: (path: string) => Promise<Result<string>>;
  readonly lookAgainAt: (key: string, atMs: number) => void;
}

export interface RequestContext extends EngineContext, GateContext {
  readonly bridges: Bridges;
  readonly findings: Findings;
  readonly standing: StandingApprovals;
  readonly approving: Set<string>;
  readonly undoWindows: UndoWindows;
  readonly goneSince: Map<string, number>;
  readonly archivedAsFiled: Map<string, string>;
}
