import type { Gesture } from '../../../core/request/approval/gesture.js';

const WINDOW_MS = 2_000;

/** A note that a person dragged to Approved. */
export interface ApproveDrag {
  readonly from: string;
  readonly to: string;
  readonly gesture: Gesture;
}

export interface DropListener {
  onApproveDrag(drag: ApproveDrag): void;
  /** Called if the person dragged several notes. */
  onNotAlone(drag: ApproveDrag): void;
}

export class ApproveDrop {
  private awaited: ApproveDrag | null = null;
  private told = false;

  constructor(
    private readonly listener: DropListener,
    private readonly now: () => number = Date.now,
  ) {}

  dropped(from: string, folder: string, gesture: Gesture): void {
    const name = from.slice(from.lastIndexOf('/') + 1);
    this.awaited = { from, to: `${folder}/${name}`, gesture };
    this.told = false;
  }

  moved(from: string, to: string): void {
    const { awaited, told } = this;
    if (awaited === null || this.now() - awaited.gesture.atMs > WINDOW_MS) return;
    if (!told && from === awaited.from && to === awaited.to) {
      this.told = true;
      this.listener.onApproveDrag(awaited);
      return;
    }
    this.awaited = null;
    if (told) this.listener.onNotAlone(awaited);
  }
}
