/**
 * What cannot be verified without the real app and may be either way: a plugin must stand both.
 * Each names its entry in ASSUMPTIONS.md.
 */
export interface Assumptions {
  /** A6: whether text read through the API still has its byte order mark. */
  readonly byteOrderMark: 'kept' | 'stripped';
  /** A14: what `loadData` does with a data.json that is not JSON. */
  readonly brokenData: 'throws' | 'null';
}

export const usualAssumptions: Assumptions = { byteOrderMark: 'kept', brokenData: 'throws' };
