import fc from 'fast-check';
import { expect, test } from 'vitest';
import { showInvisible } from '../../../../src/core/text/show-invisible.js';
import { runs } from '../../../support/run/test-length.js';

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
  ['a variation selector behind a letter', 'a\ufe01b', 'a‹U+FE01›b'],
  ['a variation selector of the supplement', 'a\u{e0101}b', 'a‹U+E0101›b'],
  ['an emoji selector behind a number, which looks like the number', '1\ufe0f00', '1‹U+FE0F›00'],
  ['a second selector behind an emoji', '❤️\ufe0f', '❤️‹U+FE0F›'],
  ['a Khmer vowel that draws nothing', 'a\u17b4b', 'a‹U+17B4›b'],
  ['a Mongolian selector', 'a\u180bb', 'a‹U+180B›b'],
  ['an empty Braille pattern', 'a\u2800b', 'a‹U+2800›b'],
  ['a musical note without a head', 'a\u{1d159}b', 'a‹U+1D159›b'],
  ['a space that does not break', 'a\u00a0b', 'a‹U+00A0›b'],
  ['an ideographic space', 'a\u3000b', 'a‹U+3000›b'],
  ['an emoji that is not assigned yet', 'a\u{1faff}b', 'a‹U+1FAFF›b'],
  ['what only looks spelled out', 'a‹U+200B›b', 'a‹U+2039›U+200B›b'],
])('spells out %s', (_what, text, shown) => {
  expect(showInvisible(text)).toBe(shown);
});

test.each([
  'Dear Client A,\n\tplease',
  '👩\u200d💻 and ❤️\u200d🔥',
  'Zażółć 漢字 العربية',
  '✋ [x] 1.500 €',
  '❤️ ✋🏽 1️⃣ #️⃣ ©️',
  '‹quoted› U+200B',
])('leaves %j as it is', (text) => {
  expect(showInvisible(text)).toBe(text);
});

test('nothing invisible is left in any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const left = showInvisible(text).replace(
        /\p{Extended_Pictographic}[\ufe0f\u200d\p{EMod}]*|[0-9#*]\ufe0f\u20e3/gu,
        '',
      );
      return !/(?![\n\t ])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\p{DI}\u2800]/u.test(left);
    }),
  );
});

test('texts that differ look different', () => {
  const tricky = fc.constantFrom('‹', 'U', '+', '2', '0', 'B', '›', '\u200b', '\u2039', '\ufe0f');
  const texts = fc.array(tricky, { maxLength: 12 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, texts, (a, b) => (showInvisible(a) === showInvisible(b)) === (a === b)),
    { numRuns: runs(2_000) },
  );
  expect(showInvisible('\u200b')).not.toBe(showInvisible('‹U+200B›'));
});
