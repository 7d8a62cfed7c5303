import { Notice, type App } from 'obsidian';
import { ok, type Result } from '../../core/errors.js';
import type { Review } from '../../core/request/review.js';
import type { PanelActions, Press } from '../../ui/panel-actions.js';
import { changesSince } from './changes-since.js';
import { DeviceDesk } from './device-desk.js';
import type { AboutCard } from './draw-action-card.js';
import { OpenModals } from './open-modals.js';
import { saveOpenEditors } from './open-editors.js';
import { changedMeanwhile, noSuchBridge, notRunning, onlyJustThere } from './panel-problems.js';
import { reviewActions } from './review-actions.js';
import { ReviewModal } from './review-modal.js';
import { ReviewRound } from './review-round.js';
import { SeenReviews } from './seen-reviews.js';
import type { Session } from './session.js';
import { ToolsModal } from './tools-modal.js';

/** What people decide about requests, wherever their card stands: in the panel, in the note, or among many. */
export abstract class RequestDesk extends DeviceDesk {
  protected readonly modals = new OpenModals();
  protected readonly seen = new SeenReviews(() => performance.now());
  /** The review of many while it is open. */
  protected round: ReviewRound | null = null;

  constructor(
    protected readonly app: App,
    session: Session,
  ) {
    super(session);
  }

  /** What is known of one request's card. */
  protected abstract about(review: Review): AboutCard;
  /** What the cards of the review of many are pressed for. */
  protected abstract get actions(): PanelActions;

  /** Opens the review of everything that waits; it approves nothing. */
  reviewAll(): void {
    if (this.round) return;
    const round = new ReviewRound({
      clock: this.session.clock,
      state: () => this.session.state,
      about: (review) => this.about(review),
      reject: (requestId, reason) => this.rejectOne(requestId, reason),
      close: () => {
        modal.close();
      },
      tell: (text) => new Notice(text),
    });
    const modal = new ReviewModal(this.app, round, reviewActions(this.actions, round));
    this.round = round;
    this.modals.open(modal, () => {
      this.round = null;
    });
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
      if (approved.ok) {
        this.seen.moved(review.path, approved.value.path);
        this.round?.did({ requestId, what: 'Approved' });
      }
      if (!approved.ok && approved.error.code === 'note_changed' && state.at === 'ready') {
        this.say(requestId, approved.error, await changesSince(state.work, review));
      }
      return approved;
    });
  }

  reject({ requestId }: Review, reason: string): void {
    this.run(requestId, async () => {
      const rejected = await this.rejectOne(requestId, reason);
      if (rejected.ok) this.round?.did({ requestId, what: 'Rejected' });
      return rejected;
    });
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

  testBridge({ requestId, request }: Review): void {
    const { executor } = this.session;
    const { bridge: alias } = request.call;
    const bridge = executor?.device.config.bridges.find((each) => each.alias === alias);
    if (executor && bridge) this.modals.open(new ToolsModal(this.app, executor, bridge));
    else this.say(requestId, executor ? noSuchBridge : notRunning.error);
  }

  private async rejectOne(requestId: string, reason: string): Promise<Result<unknown>> {
    const { people } = this.session;
    if (!people) return notRunning;
    const rejected = await people.reject({ requestId, reason });
    if (rejected.ok) this.seen.decided({ requestId });
    return rejected;
  }
}

/** How the step of a request reads on its card, as the engine takes it. */
export function stepShown({ step }: Review): { readonly stepText?: string } {
  return step ? { stepText: step.text } : {};
}
