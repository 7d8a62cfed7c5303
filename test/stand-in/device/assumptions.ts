/**
 * What cannot be verified without the real app and may be either way: a plugin must stand both.
 * Each names its entry in ASSUMPTIONS.md.
 */
export interface Assumptions {
  /** A6: whether text read through the API still has its byte order mark. */
  readonly byteOrderMark: 'kept' | 'stripped';
  /** A14: what `loadData` does with a data.json that is not JSON. */
  readonly brokenData: 'throws' | 'null';
  /** B2: whether a save merges with what the file holds by then, or writes over it. */
  readonly saveMerges: boolean;
}

export const usualAssumptions: Assumptions = {
  byteOrderMark: 'kept',
  brokenData: 'throws',
  saveMerges: false,
};
