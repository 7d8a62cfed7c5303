import type { Tell } from './child-methods.js';

/**
 * Timers that run here: a browser slows those of a hidden page down to one a minute, Node's inside
 * the real app it does not.
 */
export class TimerMethods {
  readonly #timers = new Map<number, NodeJS.Timeout>();

  constructor(readonly tell: Tell) {}

  readonly methods = {
    /** Tells `timer:<id>` after so many milliseconds. */
    startTimer: (id: number, delayMs: number): void => {
      const ring = (): void => {
        this.#timers.delete(id);
        this.tell(`timer:${id}`);
      };
      this.#timers.set(id, setTimeout(ring, delayMs));
    },

    stopTimer: (id: number): void => {
      clearTimeout(this.#timers.get(id));
      this.#timers.delete(id);
    },
  };

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
