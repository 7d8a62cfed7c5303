import type { Clock } from '../ports/clock.js';

/** How long (ms) the end of work is waited for; a note that is open in an editor may take 5 s. */
const patienceMs = 10_000;

/** Lets one piece of work at a time run per key, in the order in which it was asked for. */
export class Turns {
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

  /** Resolves when all work that was asked for by now has ended, however it ended, or it took too long. */
  async ended(clock: Pick<Clock, 'setTimer'>): Promise<void> {
    let cancel: () => void = () => undefined;
    const patience = new Promise<void>((resolve) => {
      cancel = clock.setTimer(patienceMs, resolve);
    });
    await Promise.race([Promise.allSettled(this.last.values()), patience]);
    cancel();
  }
}
