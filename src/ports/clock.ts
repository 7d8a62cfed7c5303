/** The only source of time for core and engine. */
export interface Clock {
  /** Returns the current time, in milliseconds since 1970. */
  now(): number;
  /** Calls back once after `delayMs`; the returned function cancels the timer. */
  setTimer(delayMs: number, callback: () => void): () => void;
}
