import type { PlanSummary, RequestSummary } from '../../../core/mission/summaries.js';
import type { MissionSource } from '../../../engine/mission-source.js';
import type { SessionState } from './session-state.js';

/** Returns the source of what screens show. Null while the session is not ready. */
export function sourceOf(state: SessionState): MissionSource | null {
  return state.at === 'ready' ? state.work.source : null;
}

export function currentMission(state: SessionState): PlanSummary | null {
  return sourceOf(state)?.currentMission() ?? null;
}

export function waitingRequests(state: SessionState): readonly RequestSummary[] {
  return sourceOf(state)?.view().waiting ?? [];
}
