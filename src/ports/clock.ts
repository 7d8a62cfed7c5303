/** The only source of time for core and engine. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after `delayMs`; the returned function cancels it. */
  setTimer(delayMs: number, callback: () => void): () => void;
}
