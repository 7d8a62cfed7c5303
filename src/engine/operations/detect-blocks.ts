import { ok } from '../../core/errors.js';
import type {
  IncompleteRequest,
  PlanSummary,
  RequestSummary,
} from '../../core/mission/summaries.js';
import { waitsIncomplete } from '../plans/incomplete-requests.js';
import { waitsForPerson } from '../plans/reconcile-plan.js';
import type { Operation } from './shared/operation.js';

export interface Block {
  readonly plan: PlanSummary;
  readonly waitingFor: readonly RequestSummary[];
  readonly incomplete: readonly IncompleteRequest[];
}

/** Returns the blocked plans and the requests that they wait for (procedure DetectBlocks). */
export const detectBlocks: Operation<Record<string, never>, readonly Block[]> = async (context) => {
  const waiting = new Map<string, RequestSummary[]>();
  const { index } = context;
  const incompleteOf = (planId: string) =>
    index.incompleteOfPlan(planId).filter((request) => waitsIncomplete(context, request));
  const planIds = new Set([
    ...[...index.requests()].flatMap(({ planId }) => planId ?? []),
    ...index.incompleteNotes().flatMap(({ forStep }) => forStep?.planId ?? []),
  ]);
  await Promise.all([...planIds].map((planId) => context.handled(`plan:${planId}`)));
  for (const request of context.index.requests()) {
    if (request.planId === null || !waitsForPerson(context, request)) continue;
    waiting.set(request.planId, [...(waiting.get(request.planId) ?? []), request]);
  }
  return ok(
    [...planIds].flatMap((planId) => {
      const plan = index.plan(planId);
      const waitingFor = waiting.get(planId) ?? [];
      const incomplete = incompleteOf(planId);
      const waits = waitingFor.length + incomplete.length > 0;
      return waits && plan?.status === 'Blocked' ? [{ plan, waitingFor, incomplete }] : [];
    }),
  );
};
