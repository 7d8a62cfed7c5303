import type { Problem } from '../../../core/errors.js';
import type { PanelModel } from '../../../core/screens/panel-model.js';
import type { Clock } from '../../../ports/clock.js';
import { unexpected } from './press-problems.js';

const pause = 100;

export interface ModelViewer<Picture = PanelModel> {
  show(picture: Picture): void;
  isVisible(): boolean;
}

/** Builds a model for several views that show the same thing. */
export class ModelFeed<Picture = PanelModel> {
  private readonly viewers = new Set<ModelViewer<Picture>>();
  private isStale = true;
  private isBuilding = false;
  private cancelTimer: (() => void) | null = null;
  private builtAtMs = -Infinity;

  constructor(
    private readonly clock: Clock,
    private readonly build: () => Promise<Picture>,
    private newest: Picture,
    private readonly broken: (problem: Problem, before: Picture) => Picture = (_, before) => before,
  ) {}

  get model(): Picture {
    return this.newest;
  }

  get isSeen(): boolean {
    return [...this.viewers].some((viewer) => viewer.isVisible());
  }

  watch(viewer: ModelViewer<Picture>): () => void {
    this.viewers.add(viewer);
    viewer.show(this.newest);
    this.plan();
    return () => {
      this.viewers.delete(viewer);
      if (this.viewers.size === 0) this.rest();
    };
  }

  /** Call after a change that a view may show. */
  changed(): void {
    this.isStale = true;
    this.plan();
  }

  close(): void {
    this.viewers.clear();
    this.rest();
  }

  private plan(): void {
    if (!this.isStale || this.isBuilding || this.cancelTimer || this.viewers.size === 0) return;
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
