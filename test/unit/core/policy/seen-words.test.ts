import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  actionTypeOf,
  mayHaveReachedOutside,
  needsHand,
  speaksOfExternalAction,
} from '../../../../src/core/policy/external-action.js';
import { defaultComplexityKeywords } from '../../../../src/core/policy/keywords.js';
import { whyPlanNeedsApproval } from '../../../../src/core/policy/plan-approval.js';
import { waysToRead } from '../../../../src/core/policy/seen-words.js';

const why = (step: string) =>
  whyPlanNeedsApproval({ text: 'Report', steps: [{ text: step }] }, () => true);

const pay: readonly [how: string, word: string][] = [
  ['a soft hyphen', 'P\u00aday'],
  ['a zero-width space', 'P\u200bay'],
  ['a word joiner', 'Pa\u2060y'],
  ['a variation selector', 'Pa\ufe0fy'],
  ['a filler', 'P\u3164ay'],
  ['full-width letters', 'Ｐａｙ'],
  ['mathematical letters', '𝐏𝒂𝘺'],
  ['bold', 'P**a**y'],
  ['bold at the start', '**P**ay'],
  ['code', 'P`a`y'],
  ['a highlight', 'P==a==y'],
  ['a line through it', 'Pa~~y~~'],
  ['a mark and a soft hyphen', 'P*\u00ad*ay'],
  ['a Cyrillic a', 'Pаy'],
  ['Cyrillic letters', 'Рау'],
  ['Greek letters', 'Ραγ'],
  ['small capitals', 'Pᴀʏ'],
  ['a dot below', 'Pạy'],
  ['lines through its letters', 'P\u0336a\u0336y\u0336'],
];

test.each(pay)('with %s, a payment is still a payment [LOOP-6]', (_, word) => {
  const step = `${word} 500 EUR to account DE12`;
  expect(why(step)).toBe('It mentions a payment.');
  expect(speaksOfExternalAction(step)).toBe(true);
  expect(speaksOfExternalAction(`Check the bill, then ${word} it`)).toBe(true);
  expect(needsHand(step)).toBe(true);
  expect(actionTypeOf(step)).toBe('payment');
});

test.each([
  'De\u00adlete the old backups',
  'Ｄelete the old backups',
  'D_e_lete the old backups',
  'Dеlеtе the old backups',
  'DeIete the old backups',
  'DеІete the old backups',
  'Alte Entwürfe lö\u00adschen',
  'Alte Entwürfe lo\u0308schen',
  'バックアップを削\u200b除',
])('“%s” mentions deleting something [LOOP-6]', (step) => {
  expect(why(step)).toBe('It mentions deleting something.');
});

test('what was sent is seen in a done step, and a word of the settings in any letters', () => {
  expect(mayHaveReachedOutside('Invoice se\u00adnt to Bob')).toBe(true);
  const words = { ...defaultComplexityKeywords, externalAction: ['позвонить'] };
  expect(speaksOfExternalAction('Поз\u00adво**нить** Анне', words)).toBe(true);
});

test.each(['Read the figures', 'Résumé of the café', 'Написать отчёт', 'Σύνοψη της αναφοράς'])(
  '“%s” asks for nothing outside',
  (step) => {
    expect(why(step)).toBeNull();
    expect(speaksOfExternalAction(step)).toBe(false);
  },
);

test('a word that is found as it is written is found whatever stands around it', () => {
  const piece = fc.constantFrom(
    ...['in', 'Check the ', 'mail', 'Ch\u00adeck ', 'lösch', ' ', '\n', '**', '`', '_', '=='],
    ...['\u00ad', '\u0308', 'а', 'Ｐ', 'I', 'ﷺ', '@x.com'],
  );
  const noise = fc.string({
    unit: fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 2 })),
    maxLength: 6,
  });
  const gap = fc.constantFrom(' ', '\u00ad', '\u200b', '*', '`', '=', '~');
  fc.assert(
    fc.property(noise, gap, gap, noise, (before, first, last, after) => {
      const around = (word: string): string => `${before} in${first}${word}${last}it ${after}`;
      expect(waysToRead(around('pay'))[0]).toBe(around('pay'));
      expect(why(around('pay'))).toContain('It mentions a payment.');
      expect(why(around('delete'))).toContain('It mentions deleting something.');
      expect(speaksOfExternalAction(`Now ${around('mail')}`)).toBe(true);
      expect(mayHaveReachedOutside(around('shipped'))).toBe(true);
      expect(needsHand(`Pay Anna${first}${after}`)).toBe(true);
    }),
    { numRuns: 50 },
  );
  expect(speaksOfExternalAction('Ch\u00adeck the post')).toBe(true);
  expect(speaksOfExternalAction('C*heck* the post')).toBe(true);
});

test('plain text is read once, and a long text in a short time', () => {
  expect(waysToRead('Pay the rent')).toEqual(['Pay the rent']);
  const began = performance.now();
  for (const part of ['a*', '*', 'a\u00ad', 'a\u0301', '\u0301', 'І', 'aI', '`']) {
    waysToRead(part.repeat(65_536 / part.length));
  }
  expect(performance.now() - began).toBeLessThan(5_000);
});
