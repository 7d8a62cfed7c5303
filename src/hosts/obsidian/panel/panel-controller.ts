import type { App } from 'obsidian';
import { startingPanel, type PanelModel } from '../../../core/screens/panel-model.js';
import { parsePlan } from '../../../core/plan/parse-plan.js';
import type { RequestSummary, StepSummary } from '../../../core/mission/summaries.js';
import { isPracticeBridge, type DeviceConfig } from '../../../core/settings/device-config.js';
import { nameDifferences } from '../../../core/settings/folders.js';
import type { ExternalReview } from '../../../core/request/imports/external-review.js';
import type { ActionRequest } from '../../../core/request/request.js';
import type { ArgumentChange, Review, SinceDrafted } from '../../../core/request/review/review.js';
import type { PanelActions, Press } from '../../../ui/actions/panel-actions.js';
import { ActionCards } from '../note-card/action-cards.js';
import { AgentModal } from '../onboarding/agent-modal.js';
import { auditFilesOf } from './audit-files.js';
import { PanelTarget } from './panel-target.js';
import { ImportBridgesModal } from '../bridges/import-bridges-modal.js';
import type { ApproveDrag } from '../gestures/approve-drop.js';
import { buildActionCard, type AboutCard } from '../note-card/build-action-card.js';
import { buildDevicesModel } from './build-devices-model.js';
import { buildPanelModel, resumedPlan } from './build-panel-model.js';
import { watchDrags } from '../gestures/drag-watch.js';
import { FirstDrafts } from '../review/first-drafts.js';
import type { Executor } from '../lifecycle/executor.js';
import { UndoWindows } from '../review/undo-windows.js';
import { revealInExplorer } from '../shared/obsidian-internals.js';
import { saveOpenEditors } from '../storage/notes/open-editors.js';
import { ModelFeed } from '../shared/model-feed.js';
import { brokenPanel, notRunning, renamedMeanwhile } from '../shared/press-problems.js';
import { openNoteAt } from '../shared/open-note-at.js';
import { openDraft } from '../drafting/open-draft.js';
import { importPlan } from './plan-from-note.js';
import { openPanel } from './panel-view.js';
import { stepShown } from './request-controller.js';
import type { Session } from '../lifecycle/session.js';
import { SetUpModal } from '../onboarding/set-up-modal.js';
import { askSimilar } from '../missions/similar-plan-modal.js';
import { startAsPerson, type AskSimilar } from '../missions/start-as-person.js';
import { StepController } from './step-controller.js';
import { tellOfTools } from './tell-of-tools.js';
import { UnseenDrags } from '../review/unseen-drags.js';
import { showNotice } from '../shared/show-notice.js';

/**
 * What people do at the panels of one session: each press is one call of the engine, and what became
 * of it is shown where it was pressed.
 */
export class PanelController extends StepController implements PanelActions {
  readonly feed: ModelFeed;
  /** The cards in requests' own notes. */
  readonly cards: ActionCards;
  /** Called after everything that may be shown elsewhere. */
  onChange: () => void = () => undefined;
  /** Opens the window for a new mission. */
  newMission: () => void = () => undefined;
  /** Opens the same window for an item. */
  reviewSteps: (path: string) => void = () => undefined;
  openStartPage: () => void = () => undefined;
  openSettings: () => void = () => undefined;
  private readonly target: PanelTarget;
  private readonly undoWindows: UndoWindows;
  private readonly drafts: FirstDrafts;
  /** The executor whose Approved folder takes drags. */
  private dragsOf: Executor | null = null;
  private stopDrags: () => void = () => undefined;
  private readonly unseenDrags = new UnseenDrags();
  /** The plan that this session greets with; `undefined` until the vault was read. */
  private greeted: string | null | undefined = undefined;

  constructor(app: App, session: Session) {
    super(app, session);
    this.feed = new ModelFeed(session.clock, () => this.buildModel(), startingPanel, brokenPanel);
    this.cards = new ActionCards({
      workspace: app.workspace,
      clock: session.clock,
      actions: this,
      openPanel: () => void openPanel(app.workspace),
      build: async (path) => {
        const drawn = await buildActionCard(session.state, path, (review) => this.about(review));
        const card =
          drawn?.shows === 'call'
            ? { ...drawn, review: this.unseenDrags.tell(drawn.review) }
            : drawn;
        const result = card && (await this.resultIn(path));
        return result ? { ...card, result } : card;
      },
    });
    this.target = new PanelTarget(
      app.workspace,
      () => session.state,
      () => this.changed(),
    );
    this.undoWindows = new UndoWindows(
      session.clock,
      this.undoNotices,
      () => session.executor,
      (review) => {
        this.undo(review);
      },
    );
    this.drafts = new FirstDrafts(session, () => {
      this.changed();
    });
    session.isSeen = () => this.feed.isSeen;
    session.onChange = () => {
      if (session.executor !== this.dragsOf) this.watchDragsOf(null);
      const { state } = session;
      if (state.at === 'ready' && this.greeted === undefined)
        this.greeted = resumedPlan(state.work);
      this.undoWindows.changed();
      this.drafts.look();
      this.changed();
    };
  }

  /** Closes what is open on the screen, and listens no more. */
  close(): void {
    this.stopDrags();
    this.modals.closeAll();
    this.undoWindows.close();
    this.drafts.close();
    this.undoNotices.close();
    this.doneSteps.close();
    this.feed.close();
    this.cards.close();
  }

  open(path: string): void {
    const file = this.app.vault.getFileByPath(path);
    if (file) void this.app.workspace.getLeaf(false).openFile(file);
  }

  reveal(path: string): void {
    const file = this.app.vault.getFileByPath(path);
    if (file && !revealInExplorer(this.app, file)) showNotice(`The note is ${path}.`);
  }

  openStep(path: string, step: StepSummary): void {
    void this.showStep(path, step);
  }

  override review(path: string): void {
    this.target.ask(path);
  }

  showMission(): void {
    this.target.show('mission');
  }

  showDevice(): void {
    this.target.show('device');
  }

  /** Marks what the bar on top says. */
  showBar(): void {
    this.target.show('bar');
  }

  showUnknown(): void {
    const asking = this.session.executor?.engine.unknownOutcomes() ?? [];
    const path = asking.find((one) => one.path !== null)?.path ?? null;
    if (path === null) this.target.show('alerts');
    else this.review(path);
  }

  broughtUp(): void {
    this.target.broughtUp();
  }

  setUpVault(): void {
    this.modals.open(
      new SetUpModal(this.app, {
        setUp: (base) => this.session.setUp(base),
        begin: (base, press) => this.setUpByPress(base, press),
      }),
    );
  }

  connectAgent(): void {
    const { state } = this.session;
    if (state.at !== 'ready') return;
    this.modals.open(new AgentModal(this.app, state.vault.settings.folders));
  }

  shown(review: Review): void {
    this.seen.show(review);
    // A drag of what nobody was shown counts for nothing, so there is nothing to watch before.
    this.watchDragsOf(this.session.executor);
  }

  importRequest({ path, shownDigest }: ExternalReview, press: Press): void {
    this.bySteadyPress(path, press, async (gesture) => {
      const { executor } = this.session;
      if (!executor) return notRunning;
      await saveOpenEditors(this.app.workspace, path);
      return executor.engine.personActions.confirmImport({ path, shownDigest, gesture });
    });
  }

  dismissAnswer(): void {
    this.answer = null;
    this.changed();
  }

  dismissHeadline(): void {
    this.greeted = null;
    this.feed.changed();
  }

  keepPlan(path: string, over: readonly string[]): void {
    this.withExecutor(null, ({ engine }) => engine.personActions.keepPlan({ path, over }));
  }

  importPlan(path: string): void {
    this.withExecutor(null, (executor) => importPlan(this.app, executor, path));
  }

  draftAction(planId: string, step: StepSummary): void {
    void openDraft(this.app, this.modals, this.session, { planId, step }, (path) => {
      this.review(path);
    });
  }

  readonly askSimilar: AskSimilar = (similar) => askSimilar(this.app, this.modals, similar);

  createPlan(path: string): void {
    this.withExecutor(null, ({ engine }) =>
      startAsPerson(engine.operations, this.askSimilar, { path }),
    );
  }

  ignoreItem(path: string): void {
    this.withExecutor(null, ({ device }) =>
      device.change((config) => {
        const before = config.ignoredItems ?? [];
        const isThere = (item: string): boolean => this.app.vault.getFileByPath(item) !== null;
        return { ...config, ignoredItems: [...new Set([...before, path])].filter(isThere) };
      }),
    );
  }

  confirmFolders(press: Press): void {
    const shown = (this.feed.model.device.foldersToConfirm ?? []).join('\n');
    this.bySteadyPress('device', press, async () => {
      const { state, executor } = this.session;
      if (state.at !== 'ready' || !executor) return notRunning;
      const { folders, dashboard } = state.vault.settings;
      // Judged by what lies on the disk at that moment, which may be more than what was shown.
      let isShown = false;
      const changed = await executor.device.change((config) => {
        isShown = nameDifferences(config, { folders, dashboard }).join('\n') === shown;
        return isShown ? { ...config, folders, dashboard } : config;
      });
      return changed.ok && !isShown ? renamedMeanwhile : changed;
    });
  }

  importBridges(): void {
    const { executor } = this.session;
    if (executor) this.modals.open(new ImportBridgesModal(this.app, executor, this.modals));
  }

  private watchDragsOf(executor: Executor | null): void {
    if (executor === this.dragsOf) return;
    this.stopDrags();
    this.dragsOf = executor;
    this.stopDrags = executor
      ? watchDrags(this.app, {
          approvedFolder: () => executor.settings.folders.approved,
          onApproveDrag: (drag) => {
            this.openUndoWindow(executor, drag);
          },
          onNotAlone: ({ to }) => {
            const review = this.seen.at(to);
            if (review) this.undo(review);
          },
        })
      : () => undefined;
  }

  /** A drag to Approved is held if it is of what this person last saw; otherwise the panel asks, and shows it. */
  private openUndoWindow({ engine }: Executor, { from, to, gesture }: ApproveDrag): void {
    const review = this.seen.at(from);
    if (!review || !this.seen.wasOffered(review)) {
      this.unseenDrags.add(to);
      // The engine must have seen the note there first.
      void engine.idle().then(() => this.target.ask(to));
      return;
    }
    const { requestId, shownDigest } = review;
    const seen = { requestId, shownDigest, ...stepShown(review) };
    this.seen.moved(from, to);
    // Without an await since the move: the engine must know of the gesture before it looks.
    const held = engine.personActions.approveByDrag({ ...seen, gesture, from, to });
    void openPanel(this.app.workspace);
    this.run(requestId, async () => {
      const result = await held;
      if (result.ok) {
        this.undoWindows.dragged(review, result.value.untilMs);
        this.results.add(review, 'approved', true);
      }
      return result;
    });
  }

  /** Opens a plan at a step, wherever that stands in it by now. */
  private async showStep(path: string, { id, position, text }: StepSummary): Promise<void> {
    const file = this.app.vault.getFileByPath(path);
    const { state } = this.session;
    if (!file || state.at !== 'ready') return;
    const note = await state.vault.store.read(path);
    const steps = (note.ok ? parsePlan(note.value, path).plan?.steps : null) ?? [];
    const step =
      steps.find((one) => (id === null ? one.position === position : one.id === id)) ?? null;
    const shown = step?.text === text ? step : steps.find((one) => one.text === text);
    await openNoteAt(this.app, file, (shown ?? step)?.line ?? 1);
  }

  protected override showResumed(requests: readonly RequestSummary[], config: DeviceConfig): void {
    for (const request of requests) {
      this.results.addResumed(request, isPracticeBridge(config, request.bridge));
    }
  }

  protected override hasRun(): boolean {
    return auditFilesOf(this.app.vault, this.session.state).length > 0;
  }

  private async buildModel(): Promise<PanelModel> {
    const { session } = this;
    const model = await buildPanelModel({
      state: session.state,
      devices: buildDevicesModel(
        session.executor,
        session.approving,
        session.sharedKeys,
        auditFilesOf(this.app.vault, session.state),
      ),
      isChanging: session.isChanging,
      answer: this.answer,
      greeted: this.greeted ?? null,
    });
    const asking = this.unseenDrags.tellAll(await this.target.among(model.reviews));
    const among = tellOfTools(asking, session.state);
    const { cards: reviews, results } = this.results.arrange(among);
    return {
      ...model,
      reviews,
      waitingCount: model.waitingCount - (among.length - reviews.length),
      results,
      changes: this.changesIn(reviews),
      drafted: this.draftedIn(reviews),
      wanted: this.target.wanted,
    };
  }

  /** What differs from what the person saw, for the requests that could be approved. */
  private changesIn(reviews: readonly Review[]): PanelModel['changes'] {
    const changed = reviews.flatMap((review): [string, readonly ArgumentChange[]][] => {
      const { changes } = this.about(review);
      return changes.length > 0 ? [[review.path, changes]] : [];
    });
    return Object.fromEntries(changed);
  }

  private draftedIn(reviews: readonly Review[]): NonNullable<PanelModel['drafted']> {
    const edited = reviews.flatMap((review): [string, SinceDrafted][] => {
      const since = this.drafts.since(review);
      return since ? [[review.path, since]] : [];
    });
    return Object.fromEntries(edited);
  }

  /** What is known of one request's card. */
  protected override about(review: Review): AboutCard {
    return {
      changes: review.blocked === null ? this.seen.changesOf(review) : [],
      drafted: this.drafts.since(review),
      answer: this.answer?.subject === review.requestId ? this.answer : null,
    };
  }

  protected override savedHere(request: ActionRequest): void {
    this.drafts.saved(request);
  }

  protected override cardOf(requestId: string): Review | undefined {
    return this.feed.model.reviews.find((one) => one.requestId === requestId);
  }

  protected override get actions(): PanelActions {
    return this;
  }

  protected override changed(): void {
    this.results.look();
    this.feed.changed();
    this.cards.changed();
    this.round?.changed();
    this.onChange();
  }
}
