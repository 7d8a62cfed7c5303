import { MarkdownView, type App } from 'obsidian';
import { fail, ok, type Result } from '../../../core/errors.js';
import { baseViews, type NewFile } from '../../../core/views/base-views.js';
import type { PlanSummary, StepSummary } from '../../../core/mission/summaries.js';
import { isoSeconds } from '../../../core/time.js';
import { addedStep } from '../../../core/plan/added-step.js';
import { appendLog } from '../../../core/plan/edit-plan.js';
import { parsePlan } from '../../../core/plan/parse-plan.js';
import { applyEdits } from '../../../core/text/edit.js';
import { requestTitle } from '../../../core/request/call-title.js';
import { withIsolates } from '../../../core/text/text-direction.js';
import {
  doneVerb,
  formatDoneByHand,
  type RequestOfStep,
} from '../../../core/mission/format-done-by-hand.js';
import type { Press } from '../../../ui/actions/panel-actions.js';
import type { Executor } from '../lifecycle/executor.js';
import { currentMission, sourceOf } from '../lifecycle/session-queries.js';
import { MissionWindows } from './mission-windows.js';
import { OpenModals } from '../shared/open-modals.js';
import { withdrawable } from '../missions/open-cancel-plan.js';
import { isPluginOn } from '../shared/obsidian-internals.js';
import { openNoteAt } from '../shared/open-note-at.js';
import type { PanelController } from '../panel/panel-controller.js';
import { notRunning } from '../shared/press-problems.js';
import type { Session } from '../lifecycle/session.js';
import { dashboardAlert } from '../../../engine/views/engine-alerts.js';
import { createBaseViews } from '../../../engine/operations/set-up-vault.js';
import { formatProblem } from '../shared/format-problem.js';
import { AddStepModal, StepModal, type WordedStep } from '../missions/step-modal.js';
import { VerifyModal } from './verify-modal.js';
import { verifyTrail } from './verify-trail.js';
import { showNotice } from '../shared/show-notice.js';

/** Carries out the commands about missions. Any program can run these commands. */
export class MissionController {
  private readonly modals = new OpenModals();
  readonly begin: MissionWindows;

  constructor(
    private readonly app: App,
    private readonly session: Session,
    private readonly panel: Pick<PanelController, 'runner' | 'doneSteps'>,
  ) {
    this.begin = new MissionWindows(app, session, this.modals);
  }

  close(): void {
    this.modals.closeAll();
  }

  completeStep(): void {
    const { plan, step } = this.currentStep();
    if (!plan || !step) return;
    const says = [`${step.position} of ${plan.steps.length}: ${step.text}`];
    const question = step.gated
      ? {
          title: `Step ${step.position} needs approval`,
          says: [
            ...says,
            'This step is done when its request has run. Did you do it yourself?',
            formatDoneByHand(plan, step, this.requestOf(plan, step)),
          ],
          asks: null,
          button: doneVerb,
          act: (_: string, press: Press) => this.doneByHand(plan, step, press),
        }
      : {
          title: 'Complete the current step',
          says,
          asks: {
            name: 'Result',
            about: 'Optional. Saved in the plan’s log.',
            missing: null,
          },
          button: 'Complete step',
          act: (rationale: string) => this.tick(plan, step, rationale || 'Ticked by hand.'),
        };
    this.modals.open(new StepModal(this.app, question));
  }

  skipStep(): void {
    const { plan, step } = this.currentStep();
    if (!plan || !step) return;
    this.modals.open(
      new StepModal(this.app, {
        title: 'Skip the current step',
        says: [
          `${step.position} of ${plan.steps.length}: ${step.text}`,
          'The step is ticked so the plan can continue. The log says it was skipped.',
          ...this.withdrawn(plan, step),
        ],
        asks: {
          name: 'Reason',
          about: 'Saved in the plan’s log.',
          missing: 'Give a reason for skipping.',
        },
        button: 'Skip step',
        act: (reason) => this.skip(plan, step, reason),
      }),
    );
  }

  addStep(): void {
    const plan = currentMission(this.session.state);
    if (!plan) return;
    this.modals.open(new AddStepModal(this.app, plan.planId, (step) => this.writeStep(plan, step)));
  }

  async resume(): Promise<void> {
    const { state } = this.session;
    const plan = currentMission(state);
    if (state.at !== 'ready' || !plan) return;
    showNotice(withIsolates(state.work.source.resumeText() ?? ''));
    const file = this.app.vault.getFileByPath(plan.path);
    if (!file) return;
    const note = await state.vault.store.read(plan.path);
    const steps = note.ok ? parsePlan(note.value, plan.path).plan?.steps : undefined;
    const step = steps?.find(({ position }) => position === plan.current?.position);
    await openNoteAt(this.app, file, step?.line ?? 1);
  }

  async regenerateDashboard(): Promise<void> {
    const { executor } = this.session;
    if (!executor) return;
    const { engine } = executor;
    engine.lookAtEverything();
    await engine.idle();
    await engine.flushDashboard();
    const problem = engine.dashboardProblem();
    const wrong = problem && dashboardAlert(problem);
    showNotice(wrong ? `${wrong.text} ${wrong.advice}` : 'Dashboard updated.');
  }

  createBaseViews(): void {
    const { state } = this.session;
    if (state.at !== 'ready') return;
    const { settings, store } = state.vault;
    const files = baseViews(settings.folders, settings.dashboard);
    const isThere = ({ path }: NewFile): boolean =>
      this.app.vault.getAbstractFileByPath(path) !== null;
    this.modals.open(
      new StepModal(this.app, {
        title: 'Create Bases views',
        says: [
          `Tables of your plans and requests, for the core plugin Bases. ${basesMust(this.app)}Existing files are left untouched.`,
        ],
        lines: files.map((file) => `${file.path}${isThere(file) ? ' (already there)' : ''}`),
        asks: null,
        button: files.every(isThere) ? null : 'Create views',
        act: async () => {
          const made = await createBaseViews(store, files);
          if (made.ok) {
            showNotice(`Created ${made.value.join(' and ')}. Open them in the file explorer.`);
          }
          return made;
        },
      }),
    );
  }

  async verifyAuditLog(): Promise<void> {
    const { state, clock } = this.session;
    const desktop = state.at === 'ready' ? state.vault.side.desktop : null;
    if (state.at !== 'ready' || !desktop) return;
    const own = await desktop.ownTrail();
    if (!own.ok) {
      showNotice(formatProblem(own.error), 0);
      return;
    }
    const modal = new VerifyModal(this.app, {
      ownDevice: own.value?.device ?? null,
      formatDevice: own.value?.formatDevice ?? ((device) => device),
      verify: async (tell) =>
        verifyTrail({
          auditLog: await desktop.openAuditLog(),
          logsFolder: state.vault.settings.folders.logs,
          own: own.value,
          clock,
          tell,
        }),
    });
    this.modals.open(modal);
  }

  private currentStep(): { readonly plan: PlanSummary | null; readonly step: StepSummary | null } {
    const plan = currentMission(this.session.state);
    return { plan, step: plan?.current ?? null };
  }

  private requestOf({ planId }: PlanSummary, { id }: StepSummary): RequestOfStep {
    const { executor } = this.session;
    const requests = executor ? withdrawable(executor.engine, planId) : [];
    const own = requests.filter(({ stepId }) => stepId !== null && stepId === id);
    const isUnknown = own.some(({ status }) => status === 'outcome_unknown');
    return { hasRequest: own.length > 0, isUnknown };
  }

  private withdrawn(plan: PlanSummary, step: StepSummary): readonly string[] {
    const { executor } = this.session;
    return (executor ? withdrawable(executor.engine, plan.planId) : [])
      .filter(({ stepId }) => stepId !== null && stepId === step.id)
      .map((request) => `Its request is withdrawn and won’t run: ${requestTitle(request)}.`);
  }

  private tick(
    { planId }: PlanSummary,
    step: StepSummary,
    rationale: string,
    skip = false,
  ): Promise<Result<unknown>> {
    return this.run(({ engine }) =>
      engine.operations.updatePlanStep({
        planId,
        step: step.id ?? step.position,
        text: step.text,
        rationale,
        skip,
        actor: 'Human',
      }),
    );
  }

  private doneByHand(
    { planId }: PlanSummary,
    step: StepSummary,
    press: Press,
  ): Promise<Result<unknown>> {
    const { runner, doneSteps } = this.panel;
    return this.run((executor) =>
      runner.onSteadyPress(press, () => doneSteps.done(executor, planId, step)),
    );
  }

  private skip(plan: PlanSummary, step: StepSummary, reason: string): Promise<Result<unknown>> {
    if (!step.gated) return this.tick(plan, step, reason, true);
    const { id, position, text } = step;
    return this.run(({ engine }) =>
      engine.personActions.skipStep({ planId: plan.planId, step: id ?? position, text, reason }),
    );
  }

  private async writeStep(plan: PlanSummary, step: WordedStep): Promise<Result<void>> {
    const file = this.app.vault.getFileByPath(plan.path);
    if (!file) return planGone;
    const leaf = this.app.workspace.getLeaf(false);
    await leaf.openFile(file, { state: { mode: 'source' } });
    const { view } = leaf;
    if (!(view instanceof MarkdownView)) return planGone;
    const { editor } = view;
    const text = editor.getValue();
    const named = sourceOf(this.session.state)?.namedStepIds(plan.planId) ?? [];
    const added = addedStep(text, plan.path, step, named);
    if (!added.ok) return added;
    const { at, insert } = added.value;
    const { plan: written } = parsePlan(text, plan.path);
    const entry = {
      at: isoSeconds(this.session.clock.now()),
      actor: 'Human',
      action: `Added step ${(written?.steps.length ?? 0) + 1}`,
      rationale: step.why || 'Added by hand',
    };
    const edits = [{ at, remove: 0, insert }, ...(written ? appendLog(written, [entry]) : [])];
    const { plan: after } = parsePlan(applyEdits(text, edits), plan.path);
    if (written && after) this.session.executor?.engine.noteStepAdded(written, after, step.text);
    editor.transaction({
      changes: edits.map((edit) => ({ from: editor.offsetToPos(edit.at), text: edit.insert })),
    });
    const end = editor.offsetToPos(at + insert.length);
    editor.setCursor(end);
    editor.scrollIntoView({ from: end, to: end }, true);
    return ok(undefined);
  }

  private async run(
    work: (executor: Executor) => Promise<Result<unknown>>,
  ): Promise<Result<unknown>> {
    const { executor } = this.session;
    return executor ? work(executor) : notRunning;
  }
}

const planGone = fail(
  'plan_missing',
  'The plan couldn’t be opened.',
  'Look for its note in the Plans folder, the archive or the trash.',
);

function basesMust(app: App): string {
  const isOn = isPluginOn(app, 'bases');
  if (isOn === null) return 'Turn it on to open them. ';
  return isOn ? '' : 'It is off. Turn it on under Settings → Core plugins to open them. ';
}
