import type { Review } from '../../../core/request/review/review.js';
import type { Clock } from '../../../ports/clock.js';
import type { Executor } from '../lifecycle/executor.js';
import type { UndoNotices } from './undo-notices.js';

/** Milliseconds between two looks. */
const pauseMs = 100;
/** So many notices at once are read; the others are counted, and stand in the panel. */
const mostNotices = 3;

/**
 * Says of each move into Approved that is held what it is, with Undo: a person's drag, and any other where
 * moves are trusted. What is said ends with the hold, however that ends.
 */
export class UndoWindows {
  /** The held requests that were told. */
  private told: ReadonlySet<string> = new Set();
  /** The drags that were told, by request. */
  private readonly drags = new Set<string>();
  private cancelTimer: (() => void) | null = null;
  private isClosed = false;

  constructor(
    private readonly clock: Clock,
    private readonly notices: UndoNotices,
    private readonly executor: () => Executor | null,
    private readonly undo: (review: Review) => void,
  ) {}

  /** A person's drag is held until then (ms since 1970). */
  dragged(review: Review, untilMs: number): void {
    if (this.isClosed) return;
    this.drags.add(review.requestId);
    // What was seen before the drag says nothing of its hold.
    const isPaused = this.executor()?.device.config.paused === true;
    this.notices.show('dragged', isPaused ? { ...review, isPaused } : review, untilMs, () => {
      this.undo(review);
    });
  }

  /** Something changed that may be a hold; looked at a moment later, once for all that comes together. */
  changed(): void {
    const isTrusting = this.executor()?.device.config.trustMoves === true;
    const isTold = this.told.size > 0 || this.drags.size > 0;
    if (this.isClosed || this.cancelTimer || (!isTrusting && !isTold)) return;
    this.cancelTimer = this.clock.setTimer(pauseMs, () => {
      this.cancelTimer = null;
      void this.look();
    });
  }

  close(): void {
    this.isClosed = true;
    this.cancelTimer?.();
  }

  private async look(): Promise<void> {
    const engine = this.executor()?.engine;
    for (const id of this.drags) {
      if (engine?.isHeld(id) === true) continue;
      this.drags.delete(id);
      this.notices.end(id);
    }
    const held = new Set(engine?.heldMoves());
    const before = this.told;
    this.told = held;
    for (const id of before) if (!held.has(id)) this.notices.end(id);
    if (!engine || [...held].every((id) => before.has(id))) return;
    const reviews = await engine.reviews(Infinity);
    // Undone or run meanwhile: then the next look has ended it already.
    const fresh = reviews.filter(
      ({ requestId: id, undoUntilMs }) =>
        undoUntilMs !== null && !before.has(id) && this.told.has(id) && !this.isClosed,
    );
    for (const review of fresh.slice(0, mostNotices)) {
      const { undoUntilMs } = review;
      if (undoUntilMs === null) continue;
      this.notices.show('moved', review, undoUntilMs, () => {
        this.undo(review);
      });
    }
    const more = fresh.slice(mostNotices);
    const untilMs = Math.max(...more.map(({ undoUntilMs }) => undoUntilMs ?? 0));
    if (more.length > 0) this.notices.showMore(more.length, untilMs);
  }
}
