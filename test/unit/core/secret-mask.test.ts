import { describe, expect, test } from 'vitest';
import { maskedJson, secretMask } from '../../../src/core/secret-mask.js';

const secret = `Tür(4)'s "key"/+~!*\\n%41`;
const mask = secretMask([secret]);
const form = new URLSearchParams({ a: secret }).toString().slice(2);
const percent = encodeURIComponent(secret);
const everyByte = [...new TextEncoder().encode(secret)]
  .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
  .join('');
const ascii = JSON.stringify(secret)
  .slice(1, -1)
  .replace(/[^ -~]/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

describe('a secret is hidden as it is written by', () => {
  test.each([
    ['nobody in particular', secret],
    ['encodeURIComponent', percent],
    ['URLSearchParams', form],
    ['quote() of Python', percent.replaceAll('%2F', '/').replace(/[!'()*]/gu, everyByteOf)],
    ['whoever escapes every byte', everyByte],
    ['whoever writes an accent as a character of its own', secret.normalize('NFD')],
    ['whoever escapes twice', encodeURIComponent(percent)],
    ['JSON.stringify', JSON.stringify(secret).slice(1, -1)],
    ['json.dumps of Python', ascii],
    ['json_encode of PHP', ascii.replaceAll('/', '\\/')],
    ['JSON within JSON', JSON.stringify(ascii).slice(1, -1)],
    ['a form within JSON', JSON.stringify(form).slice(1, -1)],
    ['base64 in a URL', encodeURIComponent(Buffer.from(secret).toString('base64'))],
    ['base64url', Buffer.from(secret).toString('base64url')],
  ])('%s', (_who, written) => {
    expect(mask(`key=${written}&n=1`)).toMatch(/^key=•••\w?(?:%3D|=){0,2}&n=1$/u);
  });
});

function everyByteOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}

test('a short secret is hidden in base64, and a secret within another one whole', () => {
  expect(secretMask(['7x3b'])(`it is ${Buffer.from('7x3b').toString('base64')}`)).toBe(
    'it is •••==',
  );
  expect(secretMask(['abcabcab'])('abcabcabcab!')).toBe('•••!');
});

test('a number in JSON is hidden as a text is', () => {
  const masked = secretMask(['49357001', '7351']);
  expect(maskedJson({ a: 49_357_001, b: [7351, 12.5, 42, 17_351] }, masked)).toEqual({
    a: '•••',
    b: ['•••', 12.5, 42, 17_351],
  });
});

describe('a secret of digits', () => {
  const numbers = secretMask(['4711', '481516']);

  test.each([
    'pin 4711.',
    'pin: 4711, and 481516',
    '?pin=4711&n=1',
    '%3D4711%26',
    '1\n4711\n2',
    '[4711,12]',
    '4711,12,13',
  ])('is hidden in %j', (text) => {
    expect(numbers(text)).not.toMatch(/4711|481516/u);
  });

  test.each([
    'EUR 4711.50',
    '4711,50 EUR',
    '€4711',
    '3.4711',
    'order 847113',
    '9948151612',
    'a\n48\n1516\n47\n11',
  ])('leaves %j as it is', (text) => {
    expect(numbers(text)).toBe(text);
  });
});

test('the cost grows with the length of a text alone', () => {
  const many = secretMask(Array.from({ length: 40 }, (_, at) => `secret-${at}-${'a'.repeat(at)}`));
  for (const part of ['%25', '\\u0061', '\\\\', 'a', '+', '\n', 'secret-1', '7']) {
    const before = performance.now();
    many(part.repeat(64 * 1024));
    expect(performance.now() - before, part).toBeLessThan(5_000);
  }
}, 60_000);

// Their lower case is longer, or depends on what stands beside them.
test.each(['İ ', 'Σ'])('a secret is hidden beside %j', (beside) => {
  const mask = secretMask(['PÄSSwört-12Σ']);
  expect(mask(`${beside}PÄSSwört-12Σ${beside}`)).not.toContain('12');
});

test.each(['abcd efgh\nijkl mnop', 'abcd\tefgh  ijkl\u00a0mnop', 'abcd%20efgh%0Aijkl+mnop'])(
  'a secret in groups is hidden however they are parted: %j',
  (text) => {
    expect(secretMask(['abcd efgh ijkl mnop'])(`It is ${text}.`)).toBe('It is •••.');
  },
);
