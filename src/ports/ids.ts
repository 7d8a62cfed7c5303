/** The only source of randomness for core and engine. */
export interface Ids {
  /** Returns `length` random characters of `a-z2-7`. */
  random(length: number): string;
}
