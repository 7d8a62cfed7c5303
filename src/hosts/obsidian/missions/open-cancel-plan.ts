import type { App } from 'obsidian';
import type { RequestSummary } from '../../../core/mission/summaries.js';
import { requestTitle } from '../../../core/request/call-title.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import { withIsolates } from '../../../core/text/text-direction.js';
import type { Executor } from '../lifecycle/executor.js';
import { formatDecidedPlan } from './format-decided-plan.js';
import type { OpenModals } from '../shared/open-modals.js';
import { notRunning } from '../shared/press-problems.js';
import { showNotice } from '../shared/show-notice.js';
import { StepModal } from './step-modal.js';

const fewRequests = 10;

/** Asks a person to confirm that a plan should be cancelled. */
export function openCancelPlan(
  app: App,
  modals: OpenModals,
  session: { readonly executor: Executor | null },
  planId: string,
): void {
  const engine = session.executor?.engine;
  if (!engine) return;
  const plan = engine.plan(planId);
  const requests = withdrawable(engine, planId);
  const more = requests.length - fewRequests;
  modals.open(
    new StepModal(app, {
      title: `Cancel ${planId}?`,
      says: [
        ...(plan
          ? [
              plan.objective,
              `${plan.doneSteps} of ${plan.steps.length} steps are done. The plan and its log move to the archive; nothing is deleted.`,
            ]
          : ['The note of this plan is missing. If it comes back, nothing in it runs.']),
        ...(requests.length === 0
          ? []
          : [
              requests.length === 1
                ? 'This request is withdrawn and won’t run:'
                : 'These requests are withdrawn and won’t run:',
            ]),
      ],
      lines: [
        ...requests.slice(0, fewRequests).map((request) => {
          const { tool, bridge } = request;
          return `${withIsolates(requestTitle(request))} (${showInvisible(bridge)} · ${showInvisible(tool)})`;
        }),
        ...(more > 0 ? [`… and ${more} more`] : []),
      ],
      asks: { name: 'Reason', about: 'Optional. Saved in the plan’s log.', missing: null },
      button: 'Cancel plan',
      keep: 'Keep plan',
      act: async (reason) => {
        const { executor } = session;
        if (!executor) return notRunning;
        const done = await executor.engine.operations.cancelPlan({
          planId,
          reason: reason === '' ? 'No reason given.' : reason,
          actor: 'Human',
        });
        if (done.ok)
          showNotice(plan ? formatDecidedPlan(plan, 'cancelled') : `${planId} is cancelled.`);
        return done;
      },
    }),
  );
}

/** Returns the requests that cancelling a plan would withdraw. */
export function withdrawable(
  engine: Pick<Executor['engine'], 'requestsOf'>,
  planId: string,
): readonly RequestSummary[] {
  return engine.requestsOf(planId).filter(({ wasCalled }) => !wasCalled);
}
