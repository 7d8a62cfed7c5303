import { isLastOpen } from '../../../core/mission/format-done-by-hand.js';
import type { Result } from '../../../core/errors.js';
import type { PersonActions } from '../../../engine/person-actions/person-actions.js';
import type { DecidedPlan } from '../../../engine/person-actions/plans/decide-plan.js';
import type { PlanActions } from '../../../ui/actions/panel-actions.js';
import { decisionWindows } from '../decisions/decision-windows.js';
import { openDraft } from '../drafting/open-draft.js';
import type { Executor } from '../lifecycle/executor.js';
import type { DoneSteps } from '../missions/done-steps.js';
import { formatDecidedPlan } from '../missions/format-decided-plan.js';
import { openCancelPlan } from '../missions/open-cancel-plan.js';
import { askSimilar } from '../missions/similar-plan-modal.js';
import { startAsPerson } from '../missions/start-as-person.js';
import { importPlan } from './plan-from-note.js';
import type { PanelParts } from './press-runner.js';
import { showNotice } from '../shared/show-notice.js';

interface PlanParts extends PanelParts, Pick<PlanActions, 'newMission' | 'reviewSteps'> {
  readonly doneSteps: DoneSteps;
}

export function planActions(parts: PlanParts): PlanActions {
  const { app, session, runner, modals, doneSteps, newMission, reviewSteps, review } = parts;
  /** Shows the decision in a notice, because the plan's card leaves the panel. */
  const decide = (
    planId: string,
    as: 'approved' | 'rejected',
    work: (personActions: PersonActions) => Promise<Result<DecidedPlan>>,
  ) => {
    return async ({ engine }: Executor): Promise<Result<DecidedPlan>> => {
      const plan = engine.plan(planId);
      const decided = await work(engine.personActions);
      if (decided.ok && plan) showNotice(formatDecidedPlan(plan, as));
      return decided;
    };
  };
  return {
    completeStep(planId, step) {
      runner.withExecutor(planId, async ({ engine }) => {
        const plan = engine.plan(planId);
        const done = await engine.operations.updatePlanStep({
          planId,
          step: step.id ?? step.position,
          text: step.text,
          rationale: 'Ticked in the panel.',
          actor: 'Human',
        });
        if (done.ok && plan && isLastOpen(plan, step)) showNotice(formatDecidedPlan(plan, 'done'));
        return done;
      });
    },
    doneByHand: (planId, step, press) =>
      runner.withExecutorByPress(planId, press, (executor) =>
        doneSteps.done(executor, planId, step),
      ),
    confirmTick: (requestId, press) =>
      runner.withExecutorByPress(requestId, press, ({ engine }) =>
        engine.personActions.confirmTick({ requestId }),
      ),
    reopenStep({ planId, stepId, text }, requestId) {
      const request = requestId === null ? {} : { requestId };
      runner.withExecutor(planId, async ({ engine }) => {
        const step = { planId, step: stepId, text, ...request };
        const reopened = await engine.personActions.reopenStep(step);
        if (reopened.ok && reopened.value.path !== null) review(reopened.value.path);
        return reopened;
      });
    },
    skipStep: ({ planId, stepId, text }, reason) =>
      runner.withExecutor(planId, ({ engine }) =>
        engine.personActions.skipStep({ planId, step: stepId, text, reason }),
      ),
    draftAction: (planId, step) => void openDraft(app, modals, session, { planId, step }, review),
    activatePlan: (planId) =>
      runner.withExecutor(planId, ({ engine }) => engine.personActions.activatePlan({ planId })),
    approvePlan: (planId, shown, press) =>
      runner.withExecutorByPress(
        planId,
        press,
        decide(planId, 'approved', (by) => by.approvePlan({ planId, shown })),
      ),
    rejectPlan: (planId, reason) =>
      runner.withExecutor(
        planId,
        decide(planId, 'rejected', (by) => by.rejectPlan({ planId, reason })),
      ),
    ...decisionWindows(app, modals, session),
    cancelPlan: (planId) => openCancelPlan(app, modals, session, planId),
    keepPlan(path, shown) {
      const over = shown.map((plan) => plan.path).filter((other) => other !== path);
      runner.withExecutor(null, ({ engine }) =>
        engine.personActions.keepPlan({ path, over, shown }),
      );
    },
    importPlan: (path) => runner.withExecutor(null, (executor) => importPlan(app, executor, path)),
    newMission,
    createPlan: (path) =>
      runner.withExecutor(null, ({ engine }) =>
        startAsPerson(engine.operations, (similar) => askSimilar(app, modals, similar), { path }),
      ),
    reviewSteps,
    finishTask: (task) =>
      runner.withExecutor(null, (executor) => doneSteps.finishTask(executor, task, app.vault)),
    ignoreItem: (path) =>
      runner.withExecutor(null, ({ device }) =>
        device.change((config) => {
          const before = config.ignoredItems ?? [];
          const isThere = (item: string): boolean => app.vault.getFileByPath(item) !== null;
          return { ...config, ignoredItems: [...new Set([...before, path])].filter(isThere) };
        }),
      ),
  };
}
