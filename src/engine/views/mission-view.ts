import { bySeverity } from '../../core/alert.js';
import type { Result } from '../../core/errors.js';
import { compareTasks } from '../../core/loop/task-summary.js';
import type { MissionView } from '../../core/views/dashboard-text.js';
import type { RequestSummary, WaitingPlan } from '../../core/mission/summaries.js';
import { parsePlan } from '../../core/plan/parse-plan.js';
import { shownSteps } from '../../core/plan/step-order.js';
import { isConfig, isPracticeBridge } from '../../core/settings/device-config.js';
import type { EngineContext } from '../context.js';
import { settingsAlerts } from './engine-alerts.js';
import { hasUnknownOutcome } from '../requests/outcomes/unknown-outcome.js';
import { waitsIncomplete } from '../plans/incomplete-requests.js';
import { waitsForPerson } from '../plans/reconcile-plan.js';

export function viewOf(context: EngineContext): MissionView {
  const { index, alerts, book, earlier } = context;
  return {
    missions: index.missions(10),
    missionCount: index.missionCount(),
    counts: index.counts(),
    plansWaiting: waitingPlans(context),
    waiting: [...index.requests()]
      .filter((request) => waitsForPerson(context, request))
      .sort((a, b) => a.createdMs - b.createdMs || (a.path < b.path ? -1 : 1))
      .map((request) =>
        practises(context, request) ? { ...request, isPractice: true as const } : request,
      ),
    incomplete: index.incompleteNotes().filter((one) => waitsIncomplete(context, one)),
    setAside: index.strayNotes('rejected'),
    tasks: [...earlier.tasks.values()].sort(compareTasks),
    ...(book.isActive ? {} : { isPassive: true as const }),
    alerts: bySeverity(alerts.all()),
    recent: book.facts.significant().filter(book.isWritten),
  };
}

export function waitingPlans({
  index,
  book,
}: Pick<EngineContext, 'index' | 'book'>): readonly WaitingPlan[] {
  return index
    .plansWaiting()
    .map((plan) =>
      book.planApprovals.wasApprovedBefore(plan.planId) ? { ...plan, approvedBefore: true } : plan,
    );
}

/** Adds the objective, context and steps that the plan's note contains. */
export function withNote(waiting: WaitingPlan, note: Result<string>): WaitingPlan {
  const { plan } = parsePlan(note.ok ? note.value : '', waiting.path);
  if (plan?.taskId !== waiting.planId) return waiting;
  const { text, objective } = plan;
  const context = plan.context.trim();
  const steps = shownSteps(plan);
  return { ...waiting, note: { text, objective, context, steps } };
}

/** True when a request reaches only a practice server and follows no call of unknown outcome. */
export function practises(
  context: Pick<EngineContext, 'config' | 'book' | 'index'>,
  request: RequestSummary,
): boolean {
  const config = context.config();
  return (
    isConfig(config) &&
    isPracticeBridge(config, request.bridge) &&
    !hasUnknownOutcome(context, request)
  );
}

export function dashboardViewOf(context: EngineContext): MissionView {
  const view = viewOf(context);
  // A new Dashboard must not say that the Dashboard could not be written.
  const alerts = view.alerts.filter(({ subject }) => subject.kind !== 'dashboard');
  alerts.push(...settingsAlerts(context.config(), context.folders));
  return { ...view, alerts: bySeverity(alerts) };
}
