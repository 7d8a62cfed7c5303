import type { Ids } from '../../../ports/ids.js';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** Makes ids from the system's random source, with each character equally likely. */
export function systemIds(): Ids {
  return {
    random: (length) =>
      Array.from(
        crypto.getRandomValues(new Uint8Array(length)),
        (byte) => ALPHABET[byte & 31],
      ).join(''),
  };
}
