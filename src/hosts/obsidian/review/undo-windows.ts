import type { Review } from '../../../core/request/review/review.js';
import type { Clock } from '../../../ports/clock.js';
import type { Executor } from '../lifecycle/executor.js';
import type { UndoNotices } from './undo-notices.js';

const pauseMs = 100;
const mostNotices = 3;

/** Shows notices with Undo for requests that are held in Approved. */
export class UndoWindows {
  private told: ReadonlySet<string> = new Set();
  private readonly drags = new Set<string>();
  private cancelTimer: (() => void) | null = null;
  private isClosed = false;

  constructor(
    private readonly clock: Clock,
    private readonly notices: UndoNotices,
    private readonly executor: () => Executor | null,
    private readonly undo: (review: Review) => void,
  ) {}

  /** `untilMs` is in milliseconds since 1970. */
  dragged(review: Review, untilMs: number): void {
    if (this.isClosed) return;
    this.drags.add(review.requestId);
    const isPaused = this.executor()?.device.config.paused === true;
    this.notices.show('dragged', isPaused ? { ...review, isPaused } : review, untilMs, () => {
      this.undo(review);
    });
  }

  /** Waits a moment, because many changes may come together. */
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
