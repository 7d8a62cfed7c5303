declare const witnessed: unique symbol;

/**
 * Proof that a person has just acted on one of our controls (G5 in docs/gate.md). Only `witnessGesture` can
 * make one, and a test allows that only where a host receives trusted input events.
 */
export interface Gesture {
  readonly [witnessed]: true;
  readonly kind: 'press' | 'drop';
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

/**
 * CALL ONLY IN A HANDLER OF A TRUSTED INPUT EVENT. Commands, menus, links and synthetic events are not
 * gestures.
 */
export function witnessGesture(kind: Gesture['kind'], atMs: number): Gesture {
  return Object.freeze({ kind, atMs }) as Gesture;
}
