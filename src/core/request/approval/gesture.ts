declare const witnessed: unique symbol;

/**
 * Proof that a person acted just now on a control of ours (G5). The brand has no value: the only way
 * to one is `witnessGesture`, and a test allows that only where a host looks at trusted input events.
 */
export interface Gesture {
  readonly [witnessed]: true;
  readonly kind: 'press' | 'drop';
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

/** CALL ONLY IN A HANDLER OF A TRUSTED INPUT EVENT. Commands, menus, links and synthetic events are none. */
export function witnessGesture(kind: Gesture['kind'], atMs: number): Gesture {
  return Object.freeze({ kind, atMs }) as Gesture;
}
