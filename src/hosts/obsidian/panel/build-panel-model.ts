import {
  emptyPanelModel,
  type Answer,
  type DeviceRole,
} from '../../../core/screens/panel-model.js';
import { directTasks } from '../../../core/loop/task-summary.js';
import type { PanelModel } from '../../../core/screens/panel-model.js';
import { describeTarget } from '../../../core/settings/bridges/describe-bridge.js';
import { undoSecondsOf } from '../../../core/settings/undo-window.js';
import { nameDifferences } from '../../../core/settings/folders.js';
import type { DevicesModel } from './build-devices-model.js';
import type { SessionState, Work } from '../lifecycle/session-state.js';
import { whyNothingRuns } from '../lifecycle/why-nothing-runs.js';

/** The most requests that the panel shows as cards. The others get a card when earlier ones are decided. */
const mostReviews = 20;

/** What the model of a panel is built from. */
export interface PanelInputs {
  readonly state: SessionState;
  /** What is known of the keys of devices. */
  readonly devices: DevicesModel;
  /**
   * True while a change by a person is being carried out: switching on or off, starting a new ledger, or
   * saying which vault this is.
   */
  readonly isChanging: boolean;
  readonly answer: Answer | null;
  /** The id of the plan for which “Resuming plan …” is shown; `null` for none. */
  readonly greeted: string | null;
}

/** Builds the current model of the panel. */
export async function buildPanelModel({
  state,
  devices,
  isChanging,
  answer,
  greeted,
}: PanelInputs): Promise<PanelModel> {
  if (state.at === 'failed') {
    return { ...emptyPanelModel, stage: 'failed', problem: state.problem, answer };
  }
  if (state.at !== 'ready') return { ...emptyPanelModel, stage: state.at, answer };
  const { source } = state.work;
  const reviews = await source.reviews(mostReviews);
  const externalRequests = await source.externalReviews(mostReviews);
  const view = source.view();
  const [mission = null, ...otherMissions] = view.missions;
  return {
    stage: 'ready',
    problem: state.problem,
    device: { ...deviceRole(state), ...devices, changing: isChanging },
    // Only a device that runs actions resumes a plan.
    headline: state.work.executor && mission?.planId === greeted ? source.resumeText() : null,
    mission,
    requested: mission ? requestedSteps(state.work, mission.planId) : [],
    busySteps: mission ? busySteps(state.work, mission.planId) : [],
    unknownCount: state.work.executor?.engine.unknownOutcomes().length ?? 0,
    otherMissions,
    missionCount: view.missionCount,
    ...(view.plansWaiting ? { plansWaiting: view.plansWaiting } : {}),
    tasks: directTasks(view.tasks),
    reviews,
    externalRequests,
    setAside: view.setAside ?? [],
    changes: {},
    waitingCount: view.waiting.length,
    alerts: view.alerts,
    recent: view.recent,
    answer,
  };
}

/** Returns the id of the plan that a session resumes when it begins; `null` when there is none. */
export function resumedPlan({ source }: Work): string | null {
  return source.currentMission()?.planId ?? null;
}

function requestedSteps({ executor }: Work, planId: string): readonly string[] {
  return executor?.engine.requestsOf(planId).flatMap(({ stepId }) => stepId ?? []) ?? [];
}

/**
 * Returns the ids of the steps whose action is running, is about to run, or waits only for a person to end a
 * pause.
 */
function busySteps({ executor }: Work, planId: string): readonly string[] {
  const { engine } = executor ?? {};
  return (
    engine?.requestsOf(planId).flatMap(({ requestId, stepId }) => {
      const state = engine.became(requestId);
      const isPaused = state.is === 'waits_for' && state.waitsFor.what === 'resume';
      return stepId !== null && (isPaused || state.is === 'approved' || state.is === 'running')
        ? [stepId]
        : [];
    }) ?? []
  );
}

function deviceRole(state: Extract<SessionState, { at: 'ready' }>): DeviceRole {
  const { vault, work, isWaiting } = state;
  const config = work.executor?.device.config;
  const agentsProblem = work.executor?.agents.problem ?? null;
  return {
    cannotRun: vault.side.desktop ? null : vault.side.cannotRun,
    runs: config !== undefined,
    waits: isWaiting,
    paused: config?.paused ?? false,
    halted: config !== undefined && whyNothingRuns(state) !== null,
    trustsMoves: config?.trustMoves ?? false,
    ...(config ? { undoSeconds: undoSecondsOf(config) } : {}),
    bridges: (config?.bridges ?? []).map((bridge) => ({
      alias: bridge.alias,
      reaches: describeTarget(bridge),
      ...(bridge.transport === 'practice' ? { isPractice: true as const } : {}),
    })),
    ...(agentsProblem ? { agentsProblem } : {}),
    foldersToConfirm: config ? nameDifferences(config, vault.settings) : [],
  };
}
