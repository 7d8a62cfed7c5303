import type { Review } from '../../../core/request/review/review.js';
import type { ApproveDrag } from '../gestures/approve-drop.js';
import { watchDrags } from '../gestures/drag-watch.js';
import type { Executor } from '../lifecycle/executor.js';
import { openPanel } from '../panel/panel-view.js';
import type { PanelParts } from '../panel/press-runner.js';
import type { PressResults } from './press-results.js';
import { stepShown, type SeenReviews } from './seen-reviews.js';
import { UndoNotices } from './undo-notices.js';
import { UndoWindows } from './undo-windows.js';
import { UnseenDrags } from './unseen-drags.js';

interface DragParts extends PanelParts {
  readonly seen: SeenReviews;
  readonly results: PressResults;
  readonly undo: (review: Review) => void;
}

/** Handles approvals by drag, and the undo windows of requests in Approved. */
export class DraggedApprovals {
  readonly unseen = new UnseenDrags();
  readonly notices = new UndoNotices();
  private readonly undoWindows: UndoWindows;
  private of: Executor | null = null;
  private stop: () => void = () => undefined;

  constructor(private readonly parts: DragParts) {
    const { session, undo } = parts;
    this.undoWindows = new UndoWindows(session.clock, this.notices, () => session.executor, undo);
  }

  changed(): void {
    if (this.parts.session.executor !== this.of) this.watch(null);
    this.undoWindows.changed();
  }

  watch(executor: Executor | null): void {
    if (executor === this.of) return;
    this.stop();
    this.of = executor;
    const { app, seen, undo } = this.parts;
    this.stop = executor
      ? watchDrags(app, {
          approvedFolder: () => executor.settings.folders.approved,
          onApproveDrag: (drag) => this.openUndoWindow(executor, drag),
          onNotAlone: ({ to }) => {
            const review = seen.at(to);
            if (review) undo(review);
          },
        })
      : () => undefined;
  }

  close(): void {
    this.stop();
    this.undoWindows.close();
    this.notices.close();
  }

  private openUndoWindow({ engine }: Executor, { from, to, gesture }: ApproveDrag): void {
    const { app, runner, seen, results } = this.parts;
    const review = seen.at(from);
    if (!review || !seen.wasOffered(review)) {
      this.unseen.add(to);
      void engine.idle().then(() => this.parts.review(to));
      return;
    }
    const { requestId, shownDigest } = review;
    const shown = { requestId, shownDigest, ...stepShown(review) };
    seen.moved(from, to);
    // The engine must know of the gesture before it reads the moved note.
    const held = engine.personActions.approveByDrag({ ...shown, gesture, from, to });
    void openPanel(app.workspace);
    runner.run(requestId, async () => {
      const result = await held;
      if (result.ok) {
        this.undoWindows.dragged(review, result.value.untilMs);
        results.add(review, 'approved', true);
      }
      return result;
    });
  }
}
