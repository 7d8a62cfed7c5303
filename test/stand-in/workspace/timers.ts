/** Waiting, so that a test can stand in for it: `wait` calls back once after `ms` milliseconds. */
export interface Timers {
  /** Returns what cancels the call. */
  wait(ms: number, callback: () => void): () => void;
}

/** The host's own timers. */
export const realTimers: Timers = {
  wait(ms, callback) {
    const id = setTimeout(callback, ms);
    return () => clearTimeout(id);
  },
};
