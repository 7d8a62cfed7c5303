import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partsByDirection, withIsolates } from '../../../../src/core/text/text-direction.js';

const drawn = (text: string, isProse?: boolean) =>
  partsByDirection(text, isProse)
    .map((part) => (part.isolated ? `<${part.isolated}>${part.text}</>` : part.text))
    .join('');

test.each([
  ['Dear Client A,\n1.500 €', 'Dear Client A,\n1.500 €'],
  ['Pay 100 אבג 999 EUR', 'Pay 100 <auto>אבג</> 999 EUR'],
  ['Pay 100 (שלום, לך) 999', 'Pay 100 (<auto>שלום, לך</>) 999'],
  ['א Pay 100 to Bob', '<auto>א</> Pay 100 to Bob'],
  ['שלום לך 100 ש״ח', '<rtl>שלום לך 100 ש״ח</>'],
  ['שלום לך\nPay 5 אב 6', '<rtl>שלום לך\n</>Pay 5 <auto>אב</> 6'],
])('%j is drawn as %j', (text, said) => {
  expect(drawn(text)).toBe(said);
});

test('what is no prose never runs from right to left as a whole', () => {
  expect(drawn('"אבג": 100', false)).toBe('"<auto>אבג</>": 100');
});

test('no character is lost or added', () => {
  const characters = fc.constantFrom('א', 'ب', '١', '5', 'a', ' ', '\n', ',', '\u05b7');
  fc.assert(
    fc.property(fc.array(characters, { maxLength: 30 }), (parts) => {
      const text = parts.join('');
      const pieces = partsByDirection(text);
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    }),
  );
});

test('in a line of a note or a notice the same is isolated', () => {
  expect(withIsolates('For אבג 500: 3')).toBe('For \u2068אבג\u2069 500: 3');
  expect(withIsolates('שלום 5')).toBe('\u2067שלום 5\u2069');
});
