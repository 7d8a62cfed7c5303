/** How long (ms) the end of work is waited for; a note that is open in an editor may take 5 s. */
const patienceMs = 10_000;

/** What of a clock is needed to stop waiting. */
interface Timer {
  setTimer(delayMs: number, callback: () => void): () => void;
}

/** Lets one piece of work at a time run per key, in the order in which it was asked for. */
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

  /** Runs `work` when all earlier work on each of `keys` has ended. Each key is held, once, until it ends. */
  takeAll<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    // Always in one order: two that need the same keys would wait for each other for ever.
    const [key, ...rest] = [...new Set(keys)].sort();
    return key === undefined ? work() : this.take(key, () => this.takeAll(rest, work));
  }

  /** Resolves when all work that was asked for by now has ended, however it ended, or it took too long. */
  async ended(clock: Timer): Promise<void> {
    let cancel: () => void = () => undefined;
    const patience = new Promise<void>((resolve) => {
      cancel = clock.setTimer(patienceMs, resolve);
    });
    await Promise.race([Promise.allSettled(this.last.values()), patience]);
    cancel();
  }
}
