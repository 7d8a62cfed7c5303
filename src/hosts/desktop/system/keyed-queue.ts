/** Lets one piece of work at a time run per key, in the order of the calls. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `work` when all earlier work on any of `keys` has ended. */
  async run<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const earlier = keys.map((key) => this.#last.get(key) ?? Promise.resolve());
    const turn = Promise.allSettled(earlier).then(work);
    for (const key of keys) this.#last.set(key, turn);
    try {
      return await turn;
    } finally {
      for (const key of keys) {
        if (this.#last.get(key) === turn) this.#last.delete(key);
      }
    }
  }
}
