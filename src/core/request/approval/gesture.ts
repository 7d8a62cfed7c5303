declare const witnessed: unique symbol;

/** Proof that a person has just used one of our controls (G5 in docs/gate.md). */
export interface Gesture {
  readonly [witnessed]: true;
  readonly kind: 'press' | 'drop';
  readonly atMs: number;
}

/** CALL ONLY IN A HANDLER OF A TRUSTED INPUT EVENT. Commands, menus and links are not gestures. */
export function witnessGesture(kind: Gesture['kind'], atMs: number): Gesture {
  return Object.freeze({ kind, atMs }) as Gesture;
}
