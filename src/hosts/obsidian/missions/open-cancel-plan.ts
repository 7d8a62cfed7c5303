import type { App } from 'obsidian';
import type { RequestSummary } from '../../../core/mission/summaries.js';
import type { Executor } from '../lifecycle/executor.js';
import { formatEndedPlan } from './format-ended-plan.js';
import type { OpenModals } from '../shared/open-modals.js';
import { notRunning } from '../shared/press-problems.js';
import { showNotice } from '../shared/show-notice.js';

/** Asks whether a plan is to be cancelled; what draws it is evaluated when it is first wanted. */
export async function openCancelPlan(
  app: App,
  modals: OpenModals,
  session: { readonly executor: Executor | null },
  planId: string,
): Promise<void> {
  const { CancelPlanModal } = await import('./cancel-plan-modal.js');
  const engine = session.executor?.engine;
  const plan = engine?.plan(planId);
  if (!engine || !plan) return;
  modals.open(
    new CancelPlanModal(app, plan, withdrawable(engine, planId), async (reason) => {
      // The engine that this window was opened with may have been stopped since.
      const { executor } = session;
      if (!executor) return notRunning;
      const done = await executor.engine.operations.cancelPlan({ planId, reason, actor: 'Human' });
      if (done.ok) showNotice(formatEndedPlan(plan, 'cancelled'));
      return done;
    }),
  );
}

/** The requests that would be withdrawn with a plan, those that were approved and wait among them. */
export function withdrawable(
  engine: Pick<Executor['engine'], 'requestsOf'>,
  planId: string,
): readonly RequestSummary[] {
  return engine.requestsOf(planId).filter(({ wasCalled }) => !wasCalled);
}
