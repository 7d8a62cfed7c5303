import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { fingerprintOf, readFingerprint } from '../../../../src/core/settings/fingerprint.js';
import { generateTestKey } from '../../../support/memory/test-key.js';

let publicKey: string;
let fingerprint: string;
beforeAll(async () => {
  ({ publicKey } = await generateTestKey());
  fingerprint = fingerprintOf(publicKey) ?? '';
});

/** RFC 4648 base32 by another way: bit by bit. */
function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? [])
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(parseInt(five, 2)))
    .join('');
}

test('a fingerprint is the first 120 bits of the SHA-256 of the key, in six groups of four', () => {
  const digest = createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest();
  expect(fingerprint).toMatch(/^(?:[A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
  expect(fingerprint.replaceAll('-', '')).toBe(base32(digest).slice(0, 24));
});

test.each([
  ['as it is shown', (text: string) => text],
  ['in lower case', (text: string) => text.toLowerCase()],
  ['without dashes', (text: string) => text.replaceAll('-', '')],
  ['with spaces', (text: string) => ` ${text.replaceAll('-', '  ')} `],
  ['with long dashes', (text: string) => text.replaceAll('-', '–')],
  ['on two lines', (text: string) => text.replace('-', '\n')],
])('what a person types is read %s', (_name, typed) => {
  expect(readFingerprint(typed(fingerprint))).toEqual({ ok: true, value: fingerprint });
});

test.each([
  ['', '24 characters; this has 0'],
  ['ABCD-EFGH', '24 characters; this has 8'],
  ['ABCD-EFGH-IJKL-MNOP-QRST-UVWX-Y', '24 characters; this has 25'],
  ['0BCD-EFGH-IJKL-MNOP-QRST-UVWX', 'A fingerprint never contains “0”'],
  ['ABCD-EFGH-IJKL-MNOP-QRST-UVW1', 'A fingerprint never contains “1”'],
  // A Cyrillic A.
  ['АBCD-EFGH-IJKL-MNOP-QRST-UVWX', 'A fingerprint never contains “А”'],
  ['ABCD.EFGH-IJKL-MNOP-QRST-UVWX', 'A fingerprint never contains “.”'],
])('%j is refused with what is wrong', (typed, message) => {
  const read = readFingerprint(typed);
  expect(read.ok ? '' : read.error.message).toContain(message);
});

describe('what is no key has no fingerprint', () => {
  test.each([
    ['nothing', () => ''],
    ['any text', () => 'AAAA'],
    ['a key with padding', () => `${publicKey}=`],
    ['a key with one byte more', () => `${publicKey}AA`],
    ['a key with another beginning', () => `A${publicKey.slice(1)}`],
    ['another spelling of the last byte', () => respell(publicKey)],
  ])('%s', (_name, text) => {
    expect(fingerprintOf(text())).toBeNull();
  });

  test('whatever bytes it is made of', () => {
    fc.assert(fc.property(fc.string(), (text) => fingerprintOf(text) === null));
  });
});

/** Sets a bit that belongs to no byte. */
function respell(text: string): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return text.slice(0, -1) + digits.charAt(digits.indexOf(text.at(-1) ?? 'A') ^ 1);
}
