import type { Problem } from '../../../core/errors.js';
import type { PanelModel } from '../../../core/screens/panel-model.js';
import type { Clock } from '../../../ports/clock.js';
import { unexpected } from './press-problems.js';

/** Milliseconds between two pictures. */
const pause = 100;

/** One panel, wherever it is open. */
export interface ModelViewer<Picture = PanelModel> {
  show(picture: Picture): void;
  /** Whether a person can see it: not in a folded side bar, not behind another tab. */
  isVisible(): boolean;
}

/**
 * The newest picture for the panels. It is drawn only while someone looks, and at most ten times a
 * second; a change that comes meanwhile is in the next one.
 */
export class ModelFeed<Picture = PanelModel> {
  private readonly viewers = new Set<ModelViewer<Picture>>();
  private isStale = true;
  private isBuilding = false;
  private cancelTimer: (() => void) | null = null;
  private builtAtMs = -Infinity;

  /**
   * @param build makes the picture of what is now
   * @param newest what is shown until it is drawn
   * @param broken what is shown instead of one that could not be drawn, after this one
   */
  constructor(
    private readonly clock: Clock,
    private readonly build: () => Promise<Picture>,
    private newest: Picture,
    private readonly broken: (problem: Problem, before: Picture) => Picture = (_, before) => before,
  ) {}

  get model(): Picture {
    return this.newest;
  }

  /** Whether a person sees what is shown now. */
  get isSeen(): boolean {
    return [...this.viewers].some((viewer) => viewer.isVisible());
  }

  /** Shows a viewer the newest picture, and each newer one; the value ends it. */
  watch(viewer: ModelViewer<Picture>): () => void {
    this.viewers.add(viewer);
    viewer.show(this.newest);
    this.plan();
    return () => {
      this.viewers.delete(viewer);
      if (this.viewers.size === 0) this.rest();
    };
  }

  /** Something changed that a panel may show. */
  changed(): void {
    this.isStale = true;
    this.plan();
  }

  /** Draws no more. */
  close(): void {
    this.viewers.clear();
    this.rest();
  }

  private plan(): void {
    if (!this.isStale || this.isBuilding || this.cancelTimer || this.viewers.size === 0) return;
    // The clock may jump back meanwhile: nobody waits for it to come round again.
    const wait = Math.min(Math.max(0, this.builtAtMs + pause - this.clock.now()), pause);
    this.cancelTimer = this.clock.setTimer(wait, () => {
      this.cancelTimer = null;
      void this.buildNow();
    });
  }

  private async buildNow(): Promise<void> {
    this.isStale = false;
    this.isBuilding = true;
    try {
      this.newest = await this.build();
    } catch (error) {
      this.newest = this.broken(unexpected(error).error, this.newest);
    } finally {
      this.isBuilding = false;
      this.builtAtMs = this.clock.now();
    }
    for (const viewer of this.viewers) viewer.show(this.newest);
    this.plan();
  }

  private rest(): void {
    this.cancelTimer?.();
    this.cancelTimer = null;
  }
}
