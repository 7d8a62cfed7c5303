import {
  emptyPanelModel,
  mostPlanCards,
  type Answer,
  type DeviceRole,
} from '../../../core/screens/panel-model.js';
import { directTasks } from '../../../core/loop/task-summary.js';
import type { PanelModel } from '../../../core/screens/panel-model.js';
import { describeTarget } from '../../../core/settings/bridges/describe-bridge.js';
import { undoSecondsOf } from '../../../core/settings/undo-window.js';
import type { WaitingPlan } from '../../../core/mission/summaries.js';
import { nameDifferences } from '../../../core/settings/folders.js';
import { withNote } from '../../../engine/views/mission-view.js';
import type { DevicesModel } from './build-devices-model.js';
import type { SessionState, Work } from '../lifecycle/session-state.js';
import { whyNothingRuns } from '../lifecycle/why-nothing-runs.js';

const mostReviews = 20;

export interface PanelInputs {
  readonly state: SessionState;
  readonly devices: DevicesModel;
  readonly isChanging: boolean;
  readonly answer: Answer | null;
  readonly greeted: string | null;
  /** The path of the note whose card somebody asked for. */
  readonly asked: string | null;
  /**
   * Waiting plans whose notes were already read. When a note changes, its plan becomes a new
   * object. So the note is read again.
   */
  readonly plansRead: WeakMap<WaitingPlan, WaitingPlan>;
}

export async function buildPanelModel({
  state,
  devices,
  isChanging,
  answer,
  greeted,
  asked,
  plansRead,
}: PanelInputs): Promise<PanelModel> {
  if (state.at === 'failed') {
    return { ...emptyPanelModel, stage: 'failed', problem: state.problem, answer };
  }
  if (state.at !== 'ready') return { ...emptyPanelModel, stage: state.at, answer };
  const { source } = state.work;
  const reviews = await source.reviews(mostReviews);
  const externalRequests = await source.externalReviews(mostReviews);
  const view = source.view();
  const plansWaiting = (view.plansWaiting ?? []).map(async (plan, at) => {
    if (at >= mostPlanCards && plan.path !== asked) return plan;
    const shown = plansRead.get(plan) ?? withNote(plan, await state.vault.store.read(plan.path));
    if (shown.note) plansRead.set(plan, shown);
    return shown;
  });
  const [mission = null, ...otherMissions] = view.missions;
  return {
    stage: 'ready',
    problem: state.problem,
    device: { ...deviceRole(state), ...devices, changing: isChanging },
    headline: state.work.executor && mission?.planId === greeted ? source.resumeText() : null,
    mission,
    requested: mission ? requestedSteps(state.work, mission.planId) : [],
    busySteps: mission ? busySteps(state.work, mission.planId) : [],
    unknownCount: state.work.executor?.engine.unknownOutcomes().length ?? 0,
    otherMissions,
    missionCount: view.missionCount,
    plansWaiting: await Promise.all(plansWaiting),
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

export function resumedPlan({ source }: Work): string | null {
  return source.currentMission()?.planId ?? null;
}

function requestedSteps({ executor }: Work, planId: string): readonly string[] {
  return executor?.engine.requestsOf(planId).flatMap(({ stepId }) => stepId ?? []) ?? [];
}

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
