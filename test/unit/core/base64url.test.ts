import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBase64Url, encodeBase64Url } from '../../../src/core/base64url.js';

describe('bytes as base64url', () => {
  // RFC 4648 §10, without padding.
  test.each([
    ['', ''],
    ['f', 'Zg'],
    ['fo', 'Zm8'],
    ['foo', 'Zm9v'],
    ['foob', 'Zm9vYg'],
    ['fooba', 'Zm9vYmE'],
    ['foobar', 'Zm9vYmFy'],
  ])('%j is %j', (text, encoded) => {
    expect(encodeBase64Url(Buffer.from(text))).toBe(encoded);
    expect(Buffer.from(decodeBase64Url(encoded) ?? 'none').toString()).toBe(text);
  });

  test('are what Node makes of them, and come back', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = encodeBase64Url(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64url'));
        expect(decodeBase64Url(text)).toEqual(Uint8Array.from(bytes));
      }),
    );
  });

  test.each([
    ['padding', 'Zg=='],
    ['bits left over', 'Zh'],
    ['half a byte', 'Z'],
    ['the other alphabet', 'a+/b'],
    ['white space', 'Zm9v '],
    ['a character beyond ASCII', 'Zm9é'],
  ])('have one spelling only: %s is refused', (_what, text) => {
    expect(decodeBase64Url(text)).toBeNull();
  });
});
