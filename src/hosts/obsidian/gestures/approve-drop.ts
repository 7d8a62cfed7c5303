import type { Gesture } from '../../../core/request/approval/gesture.js';

/** How long (ms) after a drop its move may follow. */
const WINDOW_MS = 2_000;

/** One note that a person dropped on Approved and that then moved there. */
export interface ApproveDrag {
  readonly from: string;
  readonly to: string;
  readonly gesture: Gesture;
}

/** Receives the drops. */
export interface DropListener {
  /** Called synchronously with the move. */
  onApproveDrag(drag: ApproveDrag): void;
  /** Something else moved to Approved too, so the reported drag is not a gesture for one note after all. */
  onNotAlone(drag: ApproveDrag): void;
}

/** Matches a drop with the one move that follows from it. */
export class ApproveDrop {
  private awaited: ApproveDrag | null = null;
  private told = false;

  constructor(
    private readonly listener: DropListener,
    private readonly now: () => number = Date.now,
  ) {}

  /** A person dropped the note at `from` on this folder. */
  dropped(from: string, folder: string, gesture: Gesture): void {
    const name = from.slice(from.lastIndexOf('/') + 1);
    this.awaited = { from, to: `${folder}/${name}`, gesture };
    this.told = false;
  }

  /** Something moved into Approved within the app. */
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
