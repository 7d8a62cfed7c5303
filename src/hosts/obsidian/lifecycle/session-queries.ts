import type { PlanSummary, RequestSummary } from '../../../core/mission/summaries.js';
import type { SessionState } from './session-state.js';

/** The current mission as this device sees it; `null`: none, or the vault is not open. */
export function currentMission(state: SessionState): PlanSummary | null {
  if (state.at !== 'ready') return null;
  const { executor, observer } = state.work;
  return executor ? executor.engine.currentMission() : (observer.view().missions[0] ?? null);
}

/** The block ids of a plan that a new step must not get: something was asked for a step that has or had them. */
export function namedStepIds(state: SessionState, planId: string): readonly string[] {
  if (state.at !== 'ready') return [];
  const { executor } = state.work;
  if (executor) return executor.engine.namedStepIds(planId);
  const waiting = waitingRequests(state).filter((request) => request.planId === planId);
  return waiting.flatMap(({ stepId }) => stepId ?? []);
}

/** The requests that wait for a person, the oldest first. */
export function waitingRequests(state: SessionState): readonly RequestSummary[] {
  if (state.at !== 'ready') return [];
  const { executor, observer } = state.work;
  return (executor ? executor.engine : observer).view().waiting;
}
