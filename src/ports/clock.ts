/** The only source of time for core and engine. */
export interface Clock {
  now(): number;
  setTimer(delayMs: number, callback: () => void): () => void;
}
