import type { Gesture } from '../../core/request/approval/gesture.js';
import type { Clock } from '../../ports/clock.js';
import type { AffectedKeys, VaultIndex } from '../vault/index/vault-index.js';

/** A request that a person dragged to Approved. */
export interface UndoWindow {
  /** Milliseconds since 1970. */
  readonly untilMs: number;
  /** SHA-256 (hex) of the note as it was shown, and must still be. */
  readonly shownDigest: string;
  readonly gesture: Gesture;
  /** When (the number of its record) it was last taken back before the drag. */
  readonly takenBackSeq: number | undefined;
  /** How its step read when it was shown. */
  readonly stepText?: string;
}

interface Held {
  readonly window: UndoWindow;
  readonly cancel: () => void;
  ended: boolean;
}

/** Drags that are held. In memory only: after a restart a dragged note asks, like any other move. */
export class UndoWindows {
  private readonly held = new Map<string, Held>();

  constructor(private readonly clock: Clock) {}

  get(requestId: string): UndoWindow | undefined {
    return this.held.get(requestId)?.window;
  }

  /** Holds a request; `onEnd` is called when the time is over, unless it was dropped before. */
  begin(requestId: string, window: UndoWindow, onEnd: () => void): void {
    this.drop(requestId);
    const cancel = this.clock.setTimer(Math.max(window.untilMs - this.clock.now(), 0), () => {
      held.ended = true;
      onEnd();
    });
    const held: Held = { window, cancel, ended: false };
    this.held.set(requestId, held);
  }

  /** Takes a hold whose time is over, to carry it out; `undefined` when it was dropped meanwhile. */
  take(requestId: string): UndoWindow | undefined {
    const held = this.held.get(requestId);
    if (!held?.ended) return undefined;
    this.held.delete(requestId);
    return held.window;
  }

  /** Ends a hold without its consequence. */
  drop(requestId: string): void {
    this.held.get(requestId)?.cancel();
    this.held.delete(requestId);
  }

  /** The requests that are held. */
  ids(): readonly string[] {
    return [...this.held.keys()];
  }

  /** Ends all of them. */
  stop(): void {
    for (const id of this.ids()) this.drop(id);
  }
}

/**
 * Ends each of these holds whose note is not exactly where and what it was when it was dragged: also for a moment,
 * also where it is put back. Whoever puts it back is not the person who dragged it. CALL WITH EVERY CHANGE OF THE INDEX.
 */
export function dropDisturbed(
  { undoWindows, index }: { readonly undoWindows: UndoWindows; readonly index: VaultIndex },
  keys: AffectedKeys,
): void {
  for (const id of undoWindows.ids()) {
    if (!keys.includes(`request:${id}`)) continue;
    const [path, second] = index.requestPaths(id);
    const isThere =
      path !== undefined && second === undefined && index.requestAt(path)?.folder === 'approved';
    if (!isThere || index.digestOf(path) !== undoWindows.get(id)?.shownDigest) undoWindows.drop(id);
  }
}
