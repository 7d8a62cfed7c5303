/** Writing a note that is open in an editor may take 5 s. */
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

  /** Runs `work` when all earlier work on each of `keys` has ended or failed. Each key is locked until `work` ends. */
  takeAll<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    // Keys are locked in one order, because two calls with the same keys could otherwise wait for each other
    // for ever.
    const [key, ...rest] = [...new Set(keys)].sort();
    return key === undefined ? work() : this.take(key, () => this.takeAll(rest, work));
  }

  /** Resolves when all work requested so far has ended or failed, after 10 s at the latest. */
  async ended(clock: Timer): Promise<void> {
    let cancel: () => void = () => undefined;
    const patience = new Promise<void>((resolve) => {
      cancel = clock.setTimer(patienceMs, resolve);
    });
    await Promise.race([Promise.allSettled(this.last.values()), patience]);
    cancel();
  }
}
