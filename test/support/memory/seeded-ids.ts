import type { Ids } from '../../../src/ports/ids.js';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** Ids that are the same for the same seed (mulberry32). */
export function seededIds(seed: number): Ids {
  let state = seed >>> 0;
  const nextBits = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) >>> 27;
  };
  return {
    random: (length) => Array.from({ length }, () => ALPHABET[nextBits()]).join(''),
  };
}
