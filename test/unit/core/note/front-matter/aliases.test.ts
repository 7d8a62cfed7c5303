import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aliasesLines } from '../../../../../src/core/note/front-matter/aliases.js';
import { readFrontMatter } from '../../../../../src/core/note/front-matter/front-matter.js';
import { runs } from '../../../../support/run/test-length.js';

test.each([
  ['Email to maria@example.com: January invoice', 'Email to maria@example.com: January invoice'],
  ['  Pay\n"Bob": 5 €  ', 'Pay "Bob": 5 €'],
  ['[[Secret]] | `= this`', "Secret / '= this'"],
  ['a\u202eb', 'a‹U+202E›b'],
  ['x'.repeat(500), `${'x'.repeat(119)}…`],
])('%j is the name %j', (text, name) => {
  const front = readFrontMatter(`---\n${aliasesLines(text).join('\n')}\n---\n`);
  expect(front.ok && front.value.fields.get('aliases')).toEqual([name]);
});

test.each(['', ' \n', '[]'])('%j names nothing', (text) => {
  expect(aliasesLines(text)).toEqual([]);
});

test('any text is one line of YAML with one readable name', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
  fc.assert(
    fc.property(text, (any) => {
      const lines = aliasesLines(any);
      if (lines.length === 0) return;
      expect(lines.join('')).not.toMatch(/[\n\r\u2028\u2029\p{Cc}]/u);
      const front = readFrontMatter(`---\n${lines.join('\n')}\nstatus: pending\n---\n`);
      expect(front.ok && [...front.value.fields.keys()]).toEqual(['aliases', 'status']);
      expect(front.ok && front.value.fields.get('aliases')).toEqual([expect.any(String)]);
    }),
    { numRuns: runs(1_000) },
  );
});
