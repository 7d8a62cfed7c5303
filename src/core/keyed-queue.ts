/** How long (ms) to wait for the end of work; a note that is open in an editor may take 5 s. */
const patienceMs = 10_000;

/** The part of a clock that is needed to stop waiting. */
interface Timer {
  setTimer(delayMs: number, callback: () => void): () => void;
}

/** Runs one piece of work at a time per key, in the order of the calls. */
export class KeyedQueue {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Runs `work` when all earlier work on `key` has ended, however it ended. */
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

  /** Runs `work` when all earlier work on each of `keys` has ended. Each key is locked until `work` ends. */
  takeAll<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    // Always in the same order, or two calls with the same keys could wait for each other for ever.
    const [key, ...rest] = [...new Set(keys)].sort();
    return key === undefined ? work() : this.take(key, () => this.takeAll(rest, work));
  }

  /** Resolves when all work requested so far has ended, however it ended, or it took too long. */
  async ended(clock: Timer): Promise<void> {
    let cancel: () => void = () => undefined;
    const patience = new Promise<void>((resolve) => {
      cancel = clock.setTimer(patienceMs, resolve);
    });
    await Promise.race([Promise.allSettled(this.last.values()), patience]);
    cancel();
  }
}
