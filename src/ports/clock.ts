/** The only source of time for core and engine. */
export interface Clock {
  now(): number;
  /** Calls back once after `delayMs`. The returned function cancels the timer. */
  setTimer(delayMs: number, callback: () => void): () => void;
}
