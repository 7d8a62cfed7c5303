import { ok } from '../../core/errors.js';
import type { PlanSummary, RequestSummary } from '../../core/mission/summaries.js';
import { waitsForPerson } from '../plans/reconcile-plan.js';
import type { Operation } from './shared/operation.js';

export interface Mission {
  readonly plan: PlanSummary;
  readonly waitingFor: readonly RequestSummary[];
}

export const listMissions: Operation<
  { readonly limit: number },
  { readonly missions: readonly Mission[]; readonly total: number }
> = (context, { limit }) => {
  const { index } = context;
  const missions = index.missions(limit).map((plan) => ({
    plan,
    waitingFor: index
      .requestsOfPlan(plan.planId)
      .filter((request) => waitsForPerson(context, request)),
  }));
  return Promise.resolve(ok({ missions, total: index.missionCount() }));
};
