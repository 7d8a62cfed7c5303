import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { canonicalJson, isCanonical, digestJson, sha256Hex } from '../../../src/core/digest.js';
import { isJsonObject, type Json } from '../../../src/core/json.js';
import { canonicalByHand, sha256ByNode } from '../../support/builders/canonical-by-hand.js';

test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['é😀', sha256ByNode('é😀')],
])('SHA-256 of %j', (text, digest) => {
  expect(sha256Hex(text)).toBe(digest);
});

test('it is the same with and without Node, also of half characters', async () => {
  const none = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
  vi.resetModules();
  const onPhone = await import('../../../src/core/digest.js');
  expect(none).toHaveBeenCalledWith('node:crypto');
  none.mockRestore();
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, isHalf) => {
      const hashed = isHalf ? `${text}\ud83d` : text;
      expect(onPhone.sha256Hex(hashed)).toBe(sha256Hex(hashed));
    }),
  );
});

test('canonical JSON is the one of RFC 8785: its own examples', () => {
  const numbers = JSON.parse(
    '[333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001, -0]',
  ) as Json;
  expect(canonicalJson(numbers)).toBe('[333333333.3333333,1e+30,4.5,0.002,1e-27,0]');
  const keys = JSON.parse(
    '{"\\u20ac":"Euro","\\r":"CR","\\ufb33":"dalet","1":"One","\\ud83d\\ude00":"grin","\\u0080":"control","\\u00f6":"o"}',
  ) as Json;
  expect(Object.keys(JSON.parse(canonicalJson(keys)) as object)).toContain('1');
  expect(canonicalJson(keys)).toBe(
    '{"\\r":"CR","1":"One","\u0080":"control","ö":"o","€":"Euro","😀":"grin","\ufb33":"dalet"}',
  );
  expect(canonicalJson({ s: '€$\u000f\nA\'B"\\"/' })).toBe('{"s":"€$\\u000f\\nA\'B\\"\\\\\\"/"}');
});

test('it is the same for equal values, by an independent writer, whatever the order of keys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = value as Json;
      expect(canonicalJson(json)).toBe(canonicalByHand(json));
      expect(digestJson(json)).toBe(sha256ByNode(canonicalByHand(json)));
    }),
  );
});

test('a text is canonical exactly if it is what the value is written as', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value = JSON.parse(text) as Json;
      expect(isCanonical(value, text)).toBe(canonicalByHand(value) === text);
      const canonical = canonicalByHand(value);
      expect(isCanonical(JSON.parse(canonical) as Json, canonical)).toBe(true);
      expect(isCanonical(value, `${canonical} `)).toBe(false);
    }),
  );
  for (const text of ['{"b":1,"a":2}', '[{"b":1,"a":2}]', '{"a":1,"a":1}', '1.0', '"\\u00e9"']) {
    expect(isCanonical(JSON.parse(text) as Json, text), text).toBe(false);
  }
  expect(() => isCanonical('\ud83d', '"\\ud83d"')).toThrow(TypeError);
});

test('objects without a prototype are written like others', () => {
  const object = Object.assign(Object.create(null) as Record<string, Json>, {
    b: 1,
    a: { toJSON: 'x' },
  });
  expect(canonicalJson(object)).toBe('{"a":{"toJSON":"x"},"b":1}');
});

test.each([
  undefined,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  [undefined],
  'half \ud83d',
  { '\ude00 half': 1 },
])('%j is no JSON, and has no canonical form', (value) => {
  expect(() => canonicalJson(value as unknown as Json)).toThrow(TypeError);
});

test('a member without a value is left out', () => {
  expect(canonicalJson({ b: 1, a: undefined } as unknown as Json)).toBe('{"b":1}');
});

test.each<[unknown, boolean]>([
  [{}, true],
  [Object.create(null), true],
  [[], false],
  [null, false],
  ['x', false],
  [undefined, false],
])('%j is an object of JSON: %s', (value, is) => {
  expect(isJsonObject(value as Json)).toBe(is);
});
