import type { StepSummary } from '../../../core/mission/summaries.js';
import type { DecidedStep } from '../../../core/alert.js';
import type { Press } from '../../../ui/actions/panel-actions.js';
import { isLastOpen } from '../../../core/mission/format-done-by-hand.js';
import { DoneSteps } from '../missions/done-steps.js';
import { formatEndedPlan } from '../missions/format-ended-plan.js';
import { openCancelPlan } from '../missions/open-cancel-plan.js';
import { notRunning } from '../shared/press-problems.js';
import { RequestController } from './request-controller.js';
import { showNotice } from '../shared/show-notice.js';

/** What people decide about the steps of plans. */
export abstract class StepController extends RequestController {
  readonly doneSteps = new DoneSteps((path) => {
    this.review(path);
  });

  completeStep(planId: string, step: StepSummary): void {
    this.withExecutor(planId, async ({ engine }) => {
      const plan = engine.plan(planId);
      const done = await engine.operations.updatePlanStep({
        planId,
        step: step.id ?? step.position,
        text: step.text,
        rationale: 'Ticked in the panel.',
        actor: 'Human',
      });
      // Its card is gone from the panel.
      if (done.ok && plan && isLastOpen(plan, step)) showNotice(formatEndedPlan(plan, 'done'));
      return done;
    });
  }

  doneByHand(planId: string, step: StepSummary, press: Press): void {
    this.bySteadyPress(planId, press, async () => {
      const { executor } = this.session;
      return executor ? this.doneSteps.done(executor, planId, step) : notRunning;
    });
  }

  confirmTick(requestId: string, press: Press): void {
    this.bySteadyPress(requestId, press, async () => {
      const { executor } = this.session;
      return executor ? executor.engine.personActions.confirmTick({ requestId }) : notRunning;
    });
  }

  reopenStep({ planId, stepId, text }: DecidedStep, requestId: string | null): void {
    this.withExecutor(planId, async ({ engine }) => {
      const request = requestId === null ? {} : { requestId };
      const reopened = await engine.personActions.reopenStep({
        planId,
        step: stepId,
        text,
        ...request,
      });
      if (reopened.ok && reopened.value.path !== null) this.review(reopened.value.path);
      return reopened;
    });
  }

  skipStep({ planId, stepId, text }: DecidedStep, reason: string): void {
    this.withExecutor(planId, ({ engine }) =>
      engine.personActions.skipStep({ planId, step: stepId, text, reason }),
    );
  }

  activatePlan(planId: string): void {
    this.withExecutor(planId, ({ engine }) => engine.personActions.activatePlan({ planId }));
  }

  cancelPlan(planId: string): void {
    void openCancelPlan(this.app, this.modals, this.session, planId);
  }
}
