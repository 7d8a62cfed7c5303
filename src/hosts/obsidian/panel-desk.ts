import type { App } from 'obsidian';
import { ok } from '../../core/errors.js';
import { startingPanel, type PanelModel } from '../../core/mission/panel-model.js';
import type { DecidedStep, StepSummary } from '../../core/mission/summaries.js';
import { folderDifferences } from '../../core/settings/folders.js';
import type { ForeignReview } from '../../core/request/foreign-review.js';
import type { ArgumentChange, Review } from '../../core/request/review.js';
import type { PanelActions, Press } from '../../ui/panel-actions.js';
import { ActionCards } from './action-cards.js';
import { AskedCard } from './asked-card.js';
import { BridgesModal } from './bridges-modal.js';
import type { ApproveDrag } from './approve-drop.js';
import { addBridges, practiceBridge } from './bridge-list.js';
import { changesSince } from './changes-since.js';
import { CardOrder } from './card-order.js';
import { DeviceDesk } from './device-desk.js';
import { drawActionCard, type AboutCard } from './draw-action-card.js';
import { drawDevices } from './draw-devices.js';
import { drawPanel, resumedPlan } from './draw-panel.js';
import { watchDrags } from './drag-watch.js';
import type { Executor } from './executor.js';
import { HeldMoves } from './held-moves.js';
import { HoldNotices } from './hold-notices.js';
import { OpenModals } from './open-modals.js';
import { saveOpenEditors } from './open-editors.js';
import { PanelFeed } from './panel-feed.js';
import { changedMeanwhile, notRunning, onlyJustThere, renamedMeanwhile } from './panel-problems.js';
import { openDraft } from './open-draft.js';
import { openPanel } from './panel-view.js';
import { startPracticeMission } from './practice-mission.js';
import { SeenReviews } from './seen-reviews.js';
import type { Session } from './session.js';
import { SetUpModal } from './set-up-modal.js';

/**
 * What people do at the panels of one session: each press is one call of the engine, and what became
 * of it is shown where it was pressed.
 */
export class PanelDesk extends DeviceDesk implements PanelActions {
  readonly feed: PanelFeed;
  /** The cards in requests' own notes. */
  readonly cards: ActionCards;
  /** Called after everything that may be shown elsewhere. */
  onChange: () => void = () => undefined;
  private readonly modals = new OpenModals();
  private readonly seen = new SeenReviews(() => performance.now());
  private readonly order = new CardOrder();
  private readonly asked = new AskedCard();
  private readonly holdNotices = new HoldNotices();
  private readonly heldMoves: HeldMoves;
  /** The executor whose Approved folder takes drags. */
  private dragsOf: Executor | null = null;
  private stopDrags: () => void = () => undefined;
  /** The plan that this session greets with; `undefined` until the vault was read. */
  private greeted: string | null | undefined = undefined;

  constructor(
    private readonly app: App,
    session: Session,
  ) {
    super(session);
    this.feed = new PanelFeed(session.clock, () => this.draw(), startingPanel);
    this.cards = new ActionCards({
      workspace: app.workspace,
      clock: session.clock,
      actions: this,
      openPanel: () => void openPanel(app.workspace),
      draw: (path) => drawActionCard(session.state, path, (review) => this.about(review)),
    });
    this.heldMoves = new HeldMoves(
      session.clock,
      this.holdNotices,
      () => session.executor,
      (review) => {
        this.undo(review);
      },
    );
    session.isSeen = () => this.feed.isSeen;
    session.onChange = () => {
      if (session.executor !== this.dragsOf) this.watchDragsOf(null);
      const { state } = session;
      if (state.at === 'ready' && this.greeted === undefined)
        this.greeted = resumedPlan(state.work);
      this.heldMoves.changed();
      this.changed();
    };
  }

  /** Closes what is open on the screen, and listens no more. */
  close(): void {
    this.stopDrags();
    this.modals.closeAll();
    this.heldMoves.close();
    this.holdNotices.close();
    this.feed.close();
    this.cards.close();
  }

  open(path: string): void {
    const file = this.app.vault.getFileByPath(path);
    if (file) void this.app.workspace.getLeaf(false).openFile(file);
  }

  /** Opens the panel at the card of the request at this path; it approves nothing. */
  review(path: string): void {
    void openPanel(this.app.workspace).then(() => {
      this.asked.ask(path);
      this.changed();
    });
  }

  broughtUp(): void {
    this.asked.broughtUp();
    this.changed();
  }

  setUpVault(): void {
    this.modals.open(new SetUpModal(this.app, (base) => this.session.setUp(base)));
  }

  shown(review: Review): void {
    this.seen.show(review);
    // A drag of what nobody was shown counts for nothing, so there is nothing to watch before.
    this.watchDragsOf(this.session.executor);
  }

  offered(review: Review): void {
    this.seen.offer(review);
  }

  readChange(review: Review, press: Press): void {
    this.bySteadyPress(review.requestId, press, () => {
      this.seen.read(review);
      return Promise.resolve(ok(undefined));
    });
  }

  approve(review: Review, checked: readonly string[], press: Press): void {
    this.bySteadyPress(review.requestId, press, async (gesture) => {
      const { people, state } = this.session;
      if (!people) return notRunning;
      if (this.seen.changesOf(review).length > 0) return changedMeanwhile;
      this.seen.show(review);
      if (!this.seen.wasReadable(review)) return onlyJustThere;
      await saveOpenEditors(this.app.workspace, review.path);
      const { requestId, shownDigest } = review;
      const shown = { requestId, shownDigest, ...stepShown(review) };
      const approved = await people.approve({ ...shown, checked, gesture });
      if (approved.ok) this.seen.moved(review.path, approved.value.path);
      if (!approved.ok && approved.error.code === 'note_changed' && state.at === 'ready') {
        this.say(requestId, approved.error, await changesSince(state.work, review));
      }
      return approved;
    });
  }

  useForeign({ path, shownDigest }: ForeignReview, press: Press): void {
    this.bySteadyPress(path, press, async (gesture) => {
      const { executor } = this.session;
      if (!executor) return notRunning;
      await saveOpenEditors(this.app.workspace, path);
      return executor.engine.people.confirmForeign({ path, shownDigest, gesture });
    });
  }

  reject(review: Review, reason: string): void {
    const { requestId } = review;
    this.withPeople(requestId, async (people) => {
      const rejected = await people.reject({ requestId, reason });
      if (rejected.ok) this.seen.decided(review);
      return rejected;
    });
  }

  undo({ requestId }: Review): void {
    this.holdNotices.end(requestId);
    this.withPeople(requestId, (people) => people.undo({ requestId }));
  }

  confirmUnknown(review: Review, happened: boolean, press: Press): void {
    const { requestId, shownDigest, doubt } = review;
    const attemptId = doubt?.attemptId ?? '';
    this.bySteadyPress(requestId, press, async (gesture) => {
      const { executor } = this.session;
      if (!executor) return notRunning;
      await saveOpenEditors(this.app.workspace, review.path);
      const { people } = executor.engine;
      const shown = { requestId, shownDigest, ...stepShown(review) };
      const answer = { ...shown, attemptId, happened, gesture };
      const said = await people.confirmUnknown(answer);
      if (said.ok && happened) this.seen.decided(review);
      else if (said.ok) this.seen.answered(review);
      return said;
    });
  }

  bringBack(requestId: string): void {
    this.withExecutor(requestId, ({ engine }) => engine.people.bringBack({ requestId }));
  }

  withdraw(requestId: string): void {
    this.withExecutor(requestId, ({ engine }) => engine.people.withdraw({ requestId }));
  }

  redraft(requestId: string): void {
    this.withExecutor(requestId, ({ engine }) =>
      engine.operations.redraft({ requestId, actor: 'Human' }),
    );
  }

  dismissAnswer(): void {
    this.answer = null;
    this.changed();
  }

  dismissHeadline(): void {
    this.greeted = null;
    this.feed.changed();
  }

  completeStep(planId: string, step: StepSummary): void {
    this.withExecutor(planId, ({ engine }) =>
      engine.operations.updatePlanStep({
        planId,
        step: step.id ?? step.position,
        rationale: 'Ticked in the panel.',
        actor: 'Human',
      }),
    );
  }

  doneByHand(planId: string, step: StepSummary, press: Press): void {
    this.bySteadyPress(planId, press, async () => {
      const { executor } = this.session;
      if (!executor) return notRunning;
      const { id, position, text } = step;
      return executor.engine.people.doneByHand({ planId, step: id ?? position, text });
    });
  }

  skipStep({ planId, stepId, text }: DecidedStep, reason: string): void {
    this.withExecutor(planId, ({ engine }) =>
      engine.people.skipStep({ planId, step: stepId, text, reason }),
    );
  }

  cancelPlan(planId: string): void {
    this.withExecutor(planId, ({ engine }) =>
      engine.operations.cancelPlan({ planId, reason: 'Cancelled in the panel.', actor: 'Human' }),
    );
  }

  draftAction(planId: string, step: StepSummary): void {
    void openDraft(this.app, this.modals, this.session, { planId, step });
  }

  createPlan(path: string): void {
    this.withExecutor(null, ({ engine }) =>
      engine.operations.startPlan({ path, actor: 'Human', evenIfSimple: true }),
    );
  }

  startPracticeMission(press: Press): void {
    this.byGesture(null, press, async () => {
      const { executor } = this.session;
      if (!executor) return notRunning;
      const added = await executor.device.change((config) => addBridges(config, [practiceBridge]));
      return added.ok ? startPracticeMission(executor.engine.operations) : added;
    });
  }

  switchOn(press: Press): void {
    this.byGesture(null, press, () => this.session.switchOn());
  }

  switchOff(): void {
    this.run(null, () => this.session.switchOff());
  }

  pause(): void {
    this.withExecutor(null, ({ device }) => device.pause());
  }

  resume(press: Press): void {
    this.bySteadyPress('device', press, async () => {
      const { executor } = this.session;
      return executor ? executor.device.resume() : notRunning;
    });
  }

  confirmFolders(press: Press): void {
    const shown = (this.feed.model.device.foldersToConfirm ?? []).join('\n');
    this.bySteadyPress('device', press, async () => {
      const { state, executor } = this.session;
      if (state.at !== 'ready' || !executor) return notRunning;
      const { folders } = state.vault.settings;
      // Judged by what lies on the disk at that moment, which may be more than what was shown.
      let isShown = false;
      const changed = await executor.device.change((config) => {
        isShown = folderDifferences(config.folders, folders).join('\n') === shown;
        return isShown ? { ...config, folders } : config;
      });
      return changed.ok && !isShown ? renamedMeanwhile : changed;
    });
  }

  importBridges(): void {
    const { executor } = this.session;
    if (executor) this.modals.open(new BridgesModal(this.app, executor.device));
  }

  addPracticeBridge(press: Press): void {
    this.byGesture(null, press, async () => {
      const { executor } = this.session;
      if (!executor) return notRunning;
      return executor.device.change((config) => addBridges(config, [practiceBridge]));
    });
  }

  private watchDragsOf(executor: Executor | null): void {
    if (executor === this.dragsOf) return;
    this.stopDrags();
    this.dragsOf = executor;
    this.stopDrags = executor
      ? watchDrags(this.app, {
          approvedFolder: () => executor.settings.folders.approved,
          onApproveDrag: (drag) => {
            this.hold(executor, drag);
          },
          onNotAlone: ({ to }) => {
            const review = this.seen.at(to);
            if (review) this.undo(review);
          },
        })
      : () => undefined;
  }

  /** A drag to Approved is held if it is of what this person last saw; otherwise the panel asks. */
  private hold({ engine }: Executor, { from, to, gesture }: ApproveDrag): void {
    const review = this.seen.at(from);
    if (!review || !this.seen.wasOffered(review)) return;
    const { requestId, shownDigest } = review;
    const seen = { requestId, shownDigest, ...stepShown(review) };
    this.seen.moved(from, to);
    // Without an await since the move: the engine must know of the gesture before it looks.
    const held = engine.people.hold({ ...seen, gesture, from, to });
    void openPanel(this.app.workspace);
    this.run(requestId, async () => {
      const result = await held;
      if (result.ok) {
        this.holdNotices.show('dragged', review, result.value.untilMs, () => {
          this.undo(review);
        });
      }
      return result;
    });
  }

  private async draw(): Promise<PanelModel> {
    const { session } = this;
    const model = await drawPanel({
      state: session.state,
      devices: drawDevices(session.executor, session.approving, session.sharedKeys),
      isChanging: session.isChanging,
      answer: this.answer,
      greeted: this.greeted ?? null,
    });
    const reviews = this.order.of(await this.asked.among(model.reviews, session.state));
    return { ...model, reviews, changes: this.changesIn(reviews), wanted: this.asked.wanted };
  }

  /** What differs from what the person saw, for the requests that could be approved. */
  private changesIn(reviews: readonly Review[]): PanelModel['changes'] {
    const changed = reviews.flatMap((review): [string, readonly ArgumentChange[]][] => {
      const { changes } = this.about(review);
      return changes.length > 0 ? [[review.path, changes]] : [];
    });
    return Object.fromEntries(changed);
  }

  /** What is known of one request's card. */
  private about(review: Review): AboutCard {
    return {
      changes: review.blocked === null ? this.seen.changesOf(review) : [],
      answer: this.answer?.subject === review.requestId ? this.answer : null,
    };
  }

  protected override changed(): void {
    this.feed.changed();
    this.cards.changed();
    this.onChange();
  }
}

/** How the step of a request reads on its card, as the engine takes it. */
function stepShown({ step }: Review): { readonly stepText?: string } {
  return step ? { stepText: step.text } : {};
}
