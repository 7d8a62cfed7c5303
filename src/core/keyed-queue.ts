const patienceMs = 10_000;

interface Timer {
  setTimer(delayMs: number, callback: () => void): () => void;
}

/** For each key, runs only one piece of work at a time. */
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

  /** Runs `work` while nothing else runs for any of the `keys`. */
  takeAll<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    // Every call takes its keys in the same order, so that two calls never block each other.
    const [key, ...rest] = [...new Set(keys)].sort();
    return key === undefined ? work() : this.take(key, () => this.takeAll(rest, work));
  }

  /** Waits for the work in the queue, but at most 10 seconds. */
  async ended(clock: Timer): Promise<void> {
    let cancel: () => void = () => undefined;
    const patience = new Promise<void>((resolve) => {
      cancel = clock.setTimer(patienceMs, resolve);
    });
    await Promise.race([Promise.allSettled(this.last.values()), patience]);
    cancel();
  }
}
