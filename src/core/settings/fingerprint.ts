import { sha256 } from '@noble/hashes/sha2.js';
import { decodeBase64Url } from '../base64url.js';
import { fail, ok, type Result } from '../errors.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const LENGTH = 24;
const GROUP = 4;
/** The first bytes of every P-256 key in SPKI form (RFC 5480 §2, uncompressed point). */
const P256_SPKI = [
  0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a,
  0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
];
const SPKI_LENGTH = 91;

/**
 * Returns the fingerprint of a public key, such as `ABCD-EFGH-…`. Null if the text is no ECDSA
 * P-256 key.
 */
export function fingerprintOf(publicKey: string): string | null {
  const spki = decodeBase64Url(publicKey);
  if (spki?.length !== SPKI_LENGTH || P256_SPKI.some((byte, at) => spki[at] !== byte)) return null;
  const digest = sha256(spki);
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of digest) {
    held = ((held << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET.charAt((held >>> (bits - 5)) & 31);
  }
  return grouped(text.slice(0, LENGTH));
}

/** Reads a typed fingerprint. Ignores case, spaces and dashes. Fails with `input_invalid`. */
export function readFingerprint(typed: string): Result<string> {
  const text = typed.replace(/[\s\p{Dash}]/gu, '').toUpperCase();
  const wrong = [...text].find((character) => !ALPHABET.includes(character));
  if (wrong !== undefined) {
    return invalid(
      `A fingerprint never contains “${wrong}”.`,
      'It has the letters A to Z and the digits 2 to 7. What looks like 0 is an O, 1 is an I or L, 8 is a B.',
    );
  }
  if (text.length !== LENGTH) {
    return invalid(
      `A fingerprint has ${LENGTH} characters; this has ${text.length}.`,
      'Type all of it, as shown on the other device.',
    );
  }
  return ok(grouped(text));
}

function grouped(text: string): string {
  return (text.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-');
}

function invalid(message: string, advice: string): Result<never> {
  return fail('input_invalid', message, advice);
}
