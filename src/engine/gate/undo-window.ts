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
  /** The record number of its last revocation before the drag. */
  readonly takenBackSeq: number | undefined;
  /** The text of its step when it was shown. */
  readonly stepText?: string;
}

interface Held {
  readonly window: UndoWindow;
  readonly cancel: () => void;
  ended: boolean;
}

/** Held drags. They are in memory only: after a restart a dragged note asks, like after any other move. */
export class UndoWindows {
  private readonly held = new Map<string, Held>();

  constructor(private readonly clock: Clock) {}

  get(requestId: string): UndoWindow | undefined {
    return this.held.get(requestId)?.window;
  }

  /** Holds a request; `onEnd` is called when the time is over, unless the hold was dropped before. */
  begin(requestId: string, window: UndoWindow, onEnd: () => void): void {
    this.drop(requestId);
    const cancel = this.clock.setTimer(Math.max(window.untilMs - this.clock.now(), 0), () => {
      held.ended = true;
      onEnd();
    });
    const held: Held = { window, cancel, ended: false };
    this.held.set(requestId, held);
  }

  /** Removes a hold whose time is over and returns it; `undefined` if it was dropped in the meantime. */
  take(requestId: string): UndoWindow | undefined {
    const held = this.held.get(requestId);
    if (!held?.ended) return undefined;
    this.held.delete(requestId);
    return held.window;
  }

  /** Ends a hold without carrying it out. */
  drop(requestId: string): void {
    this.held.get(requestId)?.cancel();
    this.held.delete(requestId);
  }

  /** The held requests. */
  ids(): readonly string[] {
    return [...this.held.keys()];
  }

  /** Ends all holds. */
  stop(): void {
    for (const id of this.ids()) this.drop(id);
  }
}

/**
 * Ends each hold whose note was changed or moved after the drag, even for a moment. Somebody who puts it back is not the person who dragged
 * it. CALL WITH EVERY CHANGE OF THE INDEX.
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
