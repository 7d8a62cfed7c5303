import type { Ids } from '../../../ports/ids.js';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

export function systemIds(): Ids {
  return {
    random: (length) =>
      Array.from(
        crypto.getRandomValues(new Uint8Array(length)),
        (byte) => ALPHABET[byte & 31],
      ).join(''),
  };
}
