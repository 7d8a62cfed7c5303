/** What one part of a run found. */
export interface Part {
  readonly name: string;
  /** How much of it is as it should be. */
  readonly passed: number;
  readonly said: string;
  readonly faults: readonly string[];
}
