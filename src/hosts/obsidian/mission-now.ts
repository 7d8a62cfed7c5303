import type { PlanSummary, RequestSummary } from '../../core/mission/summaries.js';
import type { SessionState } from './session-state.js';

/** The current mission as this device sees it; `null`: none, or the vault is not open. */
export function currentMission(state: SessionState): PlanSummary | null {
  if (state.at !== 'ready') return null;
  const { executor, observer } = state.work;
  return executor ? executor.engine.currentMission() : (observer.view().missions[0] ?? null);
}

/** The requests that wait for a person, the oldest first. */
export function waitingRequests(state: SessionState): readonly RequestSummary[] {
  if (state.at !== 'ready') return [];
  const { executor, observer } = state.work;
  return (executor ? executor.engine : observer).view().waiting;
}
