import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalized } from '../../../../src/core/text/normalized.js';
import { reportsFailure } from '../../../../src/core/request/outcome/reported-failure.js';

test('a text in one spelling is what Unicode says, unless marks pile up', () => {
  const piece = fc.constantFrom('e', '\u0301', '\u0316', 'Ａ', 'é', ' ', '한');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('');
      expect(normalized(text, 'NFC')).toBe(text.normalize('NFC'));
      expect(normalized(text, 'NFKC')).toBe(text.normalize('NFKC'));
    }),
  );
});

test.each(['\u0301\u0316', '\u0301\uff9e'])(
  'marks that pile up in an answer hide no failure, and take no time: %j',
  (pair) => {
    const marks = pair.repeat(500_000);
    expect(reportsFailure(`${marks}\nＥｒｒｏｒ: no`)).toBe(true);
    expect(reportsFailure(`Sent ${marks}`)).toBe(false);
  },
);
