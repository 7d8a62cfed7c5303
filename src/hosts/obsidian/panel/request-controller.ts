import type { App } from 'obsidian';
import { ok, type Result } from '../../../core/errors.js';
import { severityOf, type ResultRow } from '../../../core/screens/result-row.js';
import type { ActionRequest } from '../../../core/request/request.js';
import type { Review } from '../../../core/request/review/review.js';
import { withIsolates } from '../../../core/text/text-direction.js';
import type { Engine } from '../../../engine/engine.js';
import type { PanelActions, Press } from '../../../ui/actions/panel-actions.js';
import { formatResult } from '../../../ui/card/format-result.js';
import { changesSince } from '../review/changes-since.js';
import { DeviceController } from './device-controller.js';
import type { AboutCard } from '../note-card/build-action-card.js';
import { UndoNotices } from '../review/undo-notices.js';
import { OpenModals } from '../shared/open-modals.js';
import { openEdit } from '../drafting/open-edit.js';
import { saveOpenEditors } from '../storage/notes/open-editors.js';
import {
  changedMeanwhile,
  noSuchBridge,
  notRunning,
  onlyJustThere,
} from '../shared/press-problems.js';
import { PressResults } from '../review/press-results.js';
import { reviewActions } from '../review/review-actions.js';
import { ReviewModal } from '../review/review-modal.js';
import { ReviewRound } from '../review/review-round.js';
import { SeenReviews } from '../review/seen-reviews.js';
import type { Session } from '../lifecycle/session.js';
import { ToolsModal } from '../bridges/tools-modal.js';
import { showNotice } from '../shared/show-notice.js';

/** What people decide about requests, wherever their card stands: in the panel, in the note, or among many. */
export abstract class RequestController extends DeviceController {
  protected readonly modals = new OpenModals();
  protected readonly undoNotices = new UndoNotices();
  protected readonly seen = new SeenReviews(() => performance.now());
  /** The review of many while it is open. */
  protected round: ReviewRound | null = null;
  /** What the last presses on cards led to. */
  protected readonly results: PressResults;

  constructor(
    protected readonly app: App,
    session: Session,
  ) {
    super(session);
    this.results = new PressResults(
      // Folders do not tell what was approved from what was only held in Approved.
      (requestId, isUndoWindow) =>
        (isUndoWindow ? session.executor?.engine : this.source)?.became(requestId) ?? null,
      (row) => {
        // Where no panel is seen, the alert of such a row is told as a notice of its own.
        const isTold = severityOf(row) === 'warning' || row.state.is === 'waits_for';
        if (session.isSeen() || !isTold) showNotice(formatNotice(row));
      },
    );
  }

  /** Who knows what became of a request; `null` until the vault was read. */
  protected get source(): Pick<Engine, 'became' | 'noteOf'> | null {
    const { state } = this.session;
    if (state.at !== 'ready') return null;
    return state.work.executor ? state.work.executor.engine : state.work.observer;
  }

  /** What is known of one request's card. */
  protected abstract savedHere(request: ActionRequest): void;
  protected abstract about(review: Review): AboutCard;
  /** The card that the panel shows of a request. */
  protected abstract cardOf(requestId: string): Review | undefined;
  /** What the cards of the review of many are pressed for. */
  protected abstract get actions(): PanelActions;

  /** Opens the review of everything that waits; it approves nothing. */
  reviewAll(): void {
    if (this.round) return;
    const round = new ReviewRound({
      clock: this.session.clock,
      state: () => this.session.state,
      about: (review) => this.about(review),
      became: (requestId) => this.results.rows().find((row) => row.requestId === requestId) ?? null,
      reject: (requestId, reason) => this.rejectOne(requestId, reason),
      whileRejecting: (ids, work) =>
        this.session.personActions?.whileRejecting(ids, work) ?? work(),
      close: () => {
        modal.close();
      },
      tell: (text) => showNotice(text),
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
      const { personActions, state } = this.session;
      if (!personActions) return notRunning;
      if (this.seen.changesOf(review).length > 0) return changedMeanwhile;
      this.seen.show(review);
      if (!this.seen.wasReadable(review)) return onlyJustThere;
      const saved = saveOpenEditors(this.app.workspace, review.path);
      const { requestId, shownDigest } = review;
      const observedSeq = Math.max(-1, ...review.attempts.map(({ seq = -1 }) => seq));
      const shown = { requestId, shownDigest, observedSeq, ...stepShown(review) };
      const takeBack = this.results.add(review, 'approved');
      const approved = await personActions.approve({ ...shown, checked, gesture, saved });
      if (!approved.ok) takeBack();
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

  reject(review: Review, reason: string): void {
    const { requestId } = review;
    this.run(requestId, async () => {
      const takeBack = this.results.add(review, 'rejected');
      const rejected = await this.rejectOne(requestId, reason);
      if (rejected.ok) this.round?.did({ requestId, what: 'Rejected' });
      else takeBack();
      return rejected;
    });
  }

  edit(review: Review): void {
    const { app, modals, session, seen } = this;
    void openEdit({ app, modals, session }, review, {
      saved: (request) => {
        seen.edited(review, request);
        this.savedHere(request);
        if (this.round) this.changed();
        else this.review(review.path);
      },
      noForm: () => {
        // Behind the window no note can be edited.
        this.round?.close();
        this.actions.open(review.path);
      },
    });
  }

  confirmUnknown(review: Review, happened: boolean, press: Press): void {
    const { requestId, shownDigest, unknownOutcome } = review;
    const attemptId = unknownOutcome?.attemptId ?? '';
    this.bySteadyPress(requestId, press, async (gesture) => {
      const { executor } = this.session;
      if (!executor) return notRunning;
      const saved = saveOpenEditors(this.app.workspace, review.path);
      const { personActions } = executor.engine;
      const shown = { requestId, shownDigest, ...stepShown(review) };
      const answer = { ...shown, attemptId, happened, gesture, saved };
      const takeBack = happened ? this.results.add(review, 'happened') : () => undefined;
      const said = await personActions.confirmUnknown(answer);
      if (!said.ok) takeBack();
      else if (happened) this.seen.decided(review);
      else this.seen.answered(review);
      // The row of that try says that nobody knows.
      if (said.ok) this.results.dismiss(attemptId);
      return said;
    });
  }

  undo(request: Pick<Review, 'requestId'>): void {
    const { requestId } = request;
    const shown = 'request' in request ? (request as Review) : null;
    this.undoNotices.end(requestId);
    const review = shown ?? this.cardOf(requestId);
    this.withPersonActions(requestId, async (personActions) => {
      const takeBack = review
        ? this.results.add(review, 'moved_back')
        : this.results.addMovedBack(requestId);
      const undone = await personActions.undo({ requestId });
      if (undone.ok) this.round?.did({ requestId, what: 'Moved back' });
      else takeBack();
      return undone;
    });
  }

  bringBack(requestId: string): void {
    this.withExecutor(requestId, ({ engine }) => engine.personActions.bringBack({ requestId }));
  }

  withdraw(requestId: string): void {
    this.withExecutor(requestId, ({ engine }) => engine.personActions.withdraw({ requestId }));
  }

  redraft(requestId: string): void {
    this.withExecutor(requestId, async ({ engine }) => {
      const redrafted = await engine.operations.redraft({ requestId, actor: 'Human' });
      if (redrafted.ok) {
        this.seen.redrafted(requestId, redrafted.value.path);
        this.review(redrafted.value.path);
      }
      return redrafted;
    });
  }

  openResult(requestId: string): void {
    void this.noteOf(requestId).then((path) => {
      if (path === null) showNotice('The note of this request can’t be found.');
      else this.actions.open(path);
    });
  }

  dismissResult(requestId: string): void {
    this.results.dismiss(requestId);
    this.changed();
  }

  testBridge({ requestId, request }: Review): void {
    const { executor } = this.session;
    const { bridge: alias } = request.call;
    const bridge = executor?.device.config.bridges.find((each) => each.alias === alias);
    if (executor && bridge) this.modals.open(new ToolsModal(this.app, executor, bridge));
    else this.say(requestId, executor ? noSuchBridge : notRunning.error);
  }

  /** Where the note of a request is; one that is being filed just now is waited for. */
  private async noteOf(requestId: string): Promise<string | null> {
    for (let looks = 0; looks < 20; looks += 1) {
      const path = await this.source?.noteOf(requestId);
      if (path && this.app.vault.getFileByPath(path)) return path;
      await new Promise<void>((resolve) => void this.session.clock.setTimer(100, resolve));
    }
    return null;
  }

  /** What a press on the card in this very note led to. */
  protected async resultIn(path: string): Promise<ResultRow | null> {
    for (const row of this.results.rows()) {
      if ((await this.source?.noteOf(row.requestId)) === path) return row;
    }
    return null;
  }

  private async rejectOne(requestId: string, reason: string): Promise<Result<unknown>> {
    const { personActions } = this.session;
    if (!personActions) return notRunning;
    const rejected = await personActions.reject({ requestId, reason });
    if (rejected.ok) this.seen.decided({ requestId });
    return rejected;
  }
}

/** A row as a notice: what happened, and to which request. */
function formatNotice(row: ResultRow): string {
  const words = formatResult(row, new Date());
  return row.title === '' ? words : `${withIsolates(row.title)}: ${words}`;
}

/** How the step of a request reads on its card, as the engine takes it. */
export function stepShown({ step }: Review): { readonly stepText?: string } {
  return step ? { stepText: step.text } : {};
}
