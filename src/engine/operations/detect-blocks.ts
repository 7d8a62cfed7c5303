import { ok } from '../../core/errors.js';
import type { PlanSummary, RequestSummary } from '../../core/mission/summaries.js';
import { waitsForPerson } from '../plans/reconcile-plan.js';
import type { Operation } from './shared/operation.js';

/** A blocked plan and the requests it waits for. */
export interface Block {
  readonly plan: PlanSummary;
  readonly waitingFor: readonly RequestSummary[];
}

/**
 * Procedure DetectBlocks: brings every plan with open requests up to date, and tells which plans wait
 * for which requests.
 */
export const detectBlocks: Operation<Record<string, never>, readonly Block[]> = async (context) => {
  const waiting = new Map<string, RequestSummary[]>();
  const planIds = new Set([...context.index.requests()].flatMap(({ planId }) => planId ?? []));
  await Promise.all([...planIds].map((planId) => context.handled(`plan:${planId}`)));
  for (const request of context.index.requests()) {
    if (request.planId === null || !waitsForPerson(context, request)) continue;
    waiting.set(request.planId, [...(waiting.get(request.planId) ?? []), request]);
  }
  return ok(
    [...waiting].flatMap(([planId, waitingFor]) => {
      const plan = context.index.plan(planId);
      return plan?.status === 'Blocked' ? [{ plan, waitingFor }] : [];
    }),
  );
};
