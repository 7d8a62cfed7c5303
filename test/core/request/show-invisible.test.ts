import fc from 'fast-check';
import { expect, test } from 'vitest';
import { showInvisible } from '../../../src/core/request/show-invisible.js';

test.each([
  ['a right-to-left override', 'pay \u202egpj.exe', 'pay ‹U+202E›gpj.exe'],
  ['a zero-width space', 'a\u200bb', 'a‹U+200B›b'],
  ['a byte order mark inside', 'a\ufeffb', 'a‹U+FEFF›b'],
  ['a soft hyphen', 'a\u00adb', 'a‹U+00AD›b'],
  ['tag characters', 'a\u{e0041}b', 'a‹U+E0041›b'],
  ['a terminal escape', 'a\u001b[31mb', 'a‹U+001B›[31mb'],
  ['a carriage return', 'a\rb', 'a‹U+000D›b'],
  ['a Hangul filler', 'a\u3164b', 'a‹U+3164›b'],
  ['half a character', 'a\ud83db', 'a‹U+D83D›b'],
  ['a joiner between letters', 'a\u200db', 'a‹U+200D›b'],
])('spells out %s', (_what, text, shown) => {
  expect(showInvisible(text)).toBe(shown);
});

test.each([
  'Dear Client A,\n\tplease',
  '👩\u200d💻 and ❤️\u200d🔥',
  'Zażółć 漢字 العربية',
  '✋ [x] 1.500 €',
])('leaves %j as it is', (text) => {
  expect(showInvisible(text)).toBe(text);
});

test('nothing invisible is left in any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const left = showInvisible(text).replace(
        /\p{Extended_Pictographic}[\ufe0f\u200d\p{EMod}]*/gu,
        '',
      );
      return !/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(left);
    }),
  );
});
