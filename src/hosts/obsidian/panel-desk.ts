import type { App } from 'obsidian';
import { fail, ok, type Problem, type Result } from '../../core/errors.js';
import type { Answer, PanelModel } from '../../core/mission/panel-model.js';
import type { StepSummary } from '../../core/mission/summaries.js';
import { compareRequests } from '../../core/request/build-review.js';
import type { Gesture } from '../../core/request/gesture.js';
import type { ArgumentChange, Review } from '../../core/request/review.js';
import type { PanelActions, Press } from '../../ui/panel-actions.js';
import { BridgesModal } from './bridges-modal.js';
import type { ApproveDrag } from './approve-drop.js';
import { addBridges, practiceBridge } from './bridge-list.js';
import { DraftModal } from './draft-modal.js';
import { drawPanel, resumedPlan } from './draw-panel.js';
import { watchDrags } from './drag-watch.js';
import type { Executor } from './executor.js';
import { gestureOf } from './gesture.js';
import { OpenModals } from './open-modals.js';
import { saveOpenEditors } from './open-editors.js';
import { PanelFeed } from './panel-feed.js';
import { startPracticeMission } from './practice-mission.js';
import { SeenReviews } from './seen-reviews.js';
import type { Session } from './session.js';
import { SetUpModal } from './set-up-modal.js';

/**
 * What people do at the panels of one session: each press is one call of the engine, and what became
 * of it is shown where it was pressed.
 */
export class PanelDesk implements PanelActions {
  readonly feed: PanelFeed;
  private readonly modals = new OpenModals();
  private readonly seen = new SeenReviews(Date.now);
  /** The executor whose Approved folder takes drags. */
  private dragsOf: Executor | null = null;
  private stopDrags: () => void = () => undefined;
  private answer: Answer | null = null;
  /** The plan that this session greets with; `undefined` until the vault was read. */
  private greeted: string | null | undefined = undefined;

  constructor(
    private readonly app: App,
    private readonly session: Session,
  ) {
    this.feed = new PanelFeed(session.clock, () => this.draw());
    session.isSeen = () => this.feed.isSeen;
    session.onChange = () => {
      if (session.executor !== this.dragsOf) this.watchDragsOf(null);
      const { state } = session;
      if (state.at === 'ready' && this.greeted === undefined)
        this.greeted = resumedPlan(state.work);
      this.feed.changed();
    };
  }

  /** Closes what is open on the screen, and listens no more. */
  close(): void {
    this.stopDrags();
    this.modals.closeAll();
    this.feed.close();
  }

  open(path: string): void {
    const file = this.app.vault.getFileByPath(path);
    if (file) void this.app.workspace.getLeaf(false).openFile(file);
  }

  setUpVault(): void {
    this.modals.open(new SetUpModal(this.app, (base) => this.session.setUp(base)));
  }

  shown(review: Review): void {
    this.seen.show(review);
    // A drag of what nobody was shown counts for nothing, so there is nothing to watch before.
    this.watchDragsOf(this.session.executor);
  }

  readChange(review: Review, press: Press): void {
    this.byGesture(review.requestId, press, () => {
      this.seen.read(review);
      return Promise.resolve(ok(undefined));
    });
  }

  approve(review: Review, checked: readonly string[], press: Press): void {
    this.byGesture(review.requestId, press, async (gesture) => {
      const { executor } = this.session;
      if (!executor) return notRunning;
      if (this.seen.changesOf(review).length > 0) return changedMeanwhile;
      this.seen.show(review);
      if (!this.seen.wasReadable(review)) return onlyJustShown;
      await saveOpenEditors(this.app.workspace, review.path);
      const { requestId, shownDigest } = review;
      const approved = await executor.engine.people.approve({
        requestId,
        shownDigest,
        checked,
        gesture,
      });
      if (!approved.ok && approved.error.code === 'note_changed') {
        this.say(requestId, approved.error, await changesSince(executor, review));
      }
      return approved;
    });
  }

  reject(review: Review, reason: string): void {
    const { requestId } = review;
    this.withExecutor(requestId, ({ engine }) => engine.people.reject({ requestId, reason }));
  }

  undo({ requestId }: Review): void {
    this.withExecutor(requestId, ({ engine }) => engine.people.undo({ requestId }));
  }

  dismissAnswer(): void {
    this.answer = null;
    this.feed.changed();
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

  draftAction(planId: string, step: StepSummary): void {
    const { executor } = this.session;
    if (executor) this.modals.open(new DraftModal(this.app, executor, { planId, step }));
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
    this.withExecutor(null, ({ device }) =>
      device.change((config) => ({ ...config, paused: true })),
    );
  }

  resume(press: Press): void {
    this.byGesture(null, press, async () => {
      const { executor } = this.session;
      if (!executor) return notRunning;
      return executor.device.change((config) => ({ ...config, paused: false }));
    });
  }

  confirmFolders(press: Press): void {
    this.byGesture(null, press, async () => {
      const { state, executor } = this.session;
      if (state.at !== 'ready' || !executor) return notRunning;
      const { folders } = state.vault.settings;
      return executor.device.change((config) => ({ ...config, folders }));
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
    if (!review) return;
    const { requestId, shownDigest } = review;
    this.seen.moved(from, to);
    // Without an await since the move: the engine must know of the gesture before it looks.
    const held = engine.people.hold({ requestId, shownDigest, gesture, from, to });
    this.run(requestId, () => held);
  }

  private async draw(): Promise<PanelModel> {
    const { session } = this;
    const model = await drawPanel({
      state: session.state,
      isChanging: session.isChanging,
      answer: this.answer,
      greeted: this.greeted ?? null,
    });
    return { ...model, changes: this.changesIn(model.reviews) };
  }

  /** What differs from what the person saw, for the requests that could be approved. */
  private changesIn(reviews: readonly Review[]): PanelModel['changes'] {
    const changed = reviews.flatMap((review): [string, readonly ArgumentChange[]][] => {
      const changes = review.blocked === null ? this.seen.changesOf(review) : [];
      return changes.length > 0 ? [[review.requestId, changes]] : [];
    });
    return Object.fromEntries(changed);
  }

  private withExecutor(
    subject: string | null,
    work: (executor: Executor) => Promise<Result<unknown>>,
  ): void {
    const { executor } = this.session;
    this.run(subject, async () => (executor ? work(executor) : notRunning));
  }

  /** Does what only a person may ask for; the gesture is taken while the event is dispatched. */
  private byGesture(
    subject: string | null,
    { event, control }: Press,
    work: (gesture: Gesture) => Promise<Result<unknown>>,
  ): void {
    const gesture = gestureOf(event, control);
    this.run(subject, async () => (gesture ? work(gesture) : noPress));
  }

  private run(subject: string | null, work: () => Promise<Result<unknown>>): void {
    this.answer = null;
    void work()
      .catch(unexpected)
      .then((result) => {
        if (result.ok) this.feed.changed();
        else if (this.answer?.problem !== result.error) this.say(subject, result.error);
      });
  }

  private say(
    subject: string | null,
    problem: Problem,
    changes: readonly ArgumentChange[] = [],
  ): void {
    this.answer = { subject, problem, changes };
    this.feed.changed();
  }
}

/** What differs between a request as it was shown and as it is now. */
async function changesSince(
  { engine }: Executor,
  shown: Review,
): Promise<readonly ArgumentChange[]> {
  await engine.idle();
  const now = (await engine.reviews(Infinity)).find(
    ({ requestId }) => requestId === shown.requestId,
  );
  return now ? compareRequests(shown.request, now.request) : [];
}

const notRunning = fail(
  'request_not_ready',
  'This device does not run actions.',
  'Switch “This device runs actions” on first.',
);

const changedMeanwhile = fail(
  'note_changed',
  'The request was changed since you looked at it.',
  'Nothing was approved. Read the change first.',
);

const onlyJustShown = fail(
  'gesture_used',
  'This had only just come up where you pressed.',
  'Nothing was approved. Read it, then press again.',
);

const noPress = fail(
  'gesture_used',
  'That was not one press by a person.',
  'Press the button yourself, once, with the mouse, the keyboard or a finger.',
);

function unexpected(error: unknown): Result<never> {
  return fail(
    'input_invalid',
    `Something went wrong in Countersign: ${error instanceof Error ? error.message : String(error)}.`,
    'Try again, and please report it.',
  );
}
