const patienceMs = 10_000;

interface Timer {
  setTimer(delayMs: number, callback: () => void): () => void;
}

/** Runs one piece of work at a time per key, in the order of the calls. */
export class KeyedQueue {
  private readonly last = new Map<string, Promise<unknown>>();

  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const earlier = this.last.get(key);
    const turn = earlier ? earlier.then(work, work) : work();
    this.last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.last.get(key) === turn) this.last.delete(key);
    }
  }

  /** Runs `work` alone on all `keys`, after the earlier work on each key has ended. */
  takeAll<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    // Two calls with the same keys could wait for each other, so keys are locked in sorted order.
    const [key, ...rest] = [...new Set(keys)].sort();
    return key === undefined ? work() : this.take(key, () => this.takeAll(rest, work));
  }

  /** Resolves when all work has ended or failed, or after 10 s. */
  async ended(clock: Timer): Promise<void> {
    let cancel: () => void = () => undefined;
    const patience = new Promise<void>((resolve) => {
      cancel = clock.setTimer(patienceMs, resolve);
    });
    await Promise.race([Promise.allSettled(this.last.values()), patience]);
    cancel();
  }
}
