import type { Ids } from '../../../ports/ids.js';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** Ids from the system's random source. 32 divides 256, so every character is equally likely. */
export function systemIds(): Ids {
  return {
    random: (length) =>
      Array.from(
        crypto.getRandomValues(new Uint8Array(length)),
        (byte) => ALPHABET[byte & 31],
      ).join(''),
  };
}
