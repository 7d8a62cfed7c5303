import type { Gesture } from '../../core/request/approval/gesture.js';
import type { Clock } from '../../ports/clock.js';
import type { AffectedKeys, VaultIndex } from '../vault/index/vault-index.js';

export interface UndoWindow {
  readonly untilMs: number;
  /** The digest of the note's text as the person saw it. */
  readonly shownDigest: string;
  readonly gesture: Gesture;
  readonly takenBackSeq: number | undefined;
  readonly stepText?: string;
}

interface Held {
  readonly window: UndoWindow;
  readonly cancel: () => void;
  ended: boolean;
}

export class UndoWindows {
  private readonly held = new Map<string, Held>();

  constructor(private readonly clock: Clock) {}

  get(requestId: string): UndoWindow | undefined {
    return this.held.get(requestId)?.window;
  }

  begin(requestId: string, window: UndoWindow, onEnd: () => void): void {
    this.drop(requestId);
    const cancel = this.clock.setTimer(Math.max(window.untilMs - this.clock.now(), 0), () => {
      held.ended = true;
      onEnd();
    });
    const held: Held = { window, cancel, ended: false };
    this.held.set(requestId, held);
  }

  /** Removes and returns the undo window if it has ended. */
  take(requestId: string): UndoWindow | undefined {
    const held = this.held.get(requestId);
    if (!held?.ended) return undefined;
    this.held.delete(requestId);
    return held.window;
  }

  drop(requestId: string): void {
    this.held.get(requestId)?.cancel();
    this.held.delete(requestId);
  }

  ids(): readonly string[] {
    return [...this.held.keys()];
  }

  stop(): void {
    for (const id of this.ids()) this.drop(id);
  }
}

/**
 * Drops the undo windows of notes that changed or moved after a person dragged them to Approved.
 * CALL WITH EVERY CHANGE OF THE INDEX.
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
