import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inlineText, unlinkedText } from '../../../../src/core/text/inline-text.js';

test.each([
  ['plain text, $1,500 & 20 %', 'plain text, $1,500 & 20 %'],
  ['two\nlines\r\n\tand more ', 'two lines and more'],
  ['[[a]] and ![[b]]', '[ [a]] and ![ [b]]'],
  ['[[[[', '[ [ [ ['],
  ['![x](https://example.com/a.png)', '![x] (https://example.com/a.png)'],
  ['%% a %%%', '% % a % % %'],
  ['<!-- x --> <img>', '‹! -- x --> ‹img>'],
  ['`= this.file` ```x', "'= this.file' '''x"],
  ['~~~~ ~~', '~~ ~~'],
  ['$$x$$', '$ $x$ $'],
  ['Zoë 😀 日本', 'Zoë 😀 日本'],
  ['half a 😀'.slice(0, -1), 'half a \ufffd'],
  [
    'moc.x\u202e \u200b\u00ad ‹U+202E› 👩\u200d🔧',
    'moc.x‹U+202E› ‹U+200B›‹U+00AD› ‹U+202E› 👩\u200d🔧',
  ],
])('%j becomes %j', (text, inline) => {
  expect(inlineText(text)).toBe(inline);
});

test('no text keeps anything that a line of Markdown would act on', () => {
  const unit = fc.constantFrom('[', ']', '(', '%', '$', '<', '`', '~', '!', '-', '\n', ' ', 'a');
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      expect(inlineText(text)).not.toMatch(/\[\[|\]\(|%%|<|`|\$\$|~~~|\n/);
      expect(inlineText(inlineText(text))).toBe(inlineText(text));
    }),
  );
});

test.each([
  ['[[a|b]] and ![[c]]', 'a|b and !c'],
  ['%[%x%]%', '%[%x%]%'],
  ['[see](https://example.com)', '[see] (https://example.com)'],
  ['[see][y], ^[z] and [^1]', '[see] [y], ^ [z] and [ ^1]'],
  ['[x]: https://example.com', '[ x] : https://example.com'],
  ['[]] and []]', '[] ] and []]'],
  ['> [!warning] Countersign', '> [ !warning] Countersign'],
  ['to: ["a@x","b@x"], n: "[9]00"', 'to: ["a@x","b@x"], n: "[9]00"'],
  ['deep: [1,{"a":[null]}], [[1,2]]', 'deep: [1,{"a":[null]}], [ [1,2]]'],
  ['[["a"],["b"]] [[{"a":1}]]', '[ ["a"],["b"]] [ [{"a":1}]]'],
])('without a link, %j becomes %j', (text, inline) => {
  expect(unlinkedText(text)).toBe(inline);
});

test('no text without links keeps what makes one, a footnote, a callout or a box', () => {
  const unit = fc.constantFrom('[', ']', '(', ':', '!', '^', '|', '"', '>', '\n', ' ', 'a');
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      expect(unlinkedText(text)).not.toMatch(/\[[[!^]|\][[(:]|\^\[|^\[.\]/);
      expect(unlinkedText(unlinkedText(text))).toBe(unlinkedText(text));
    }),
  );
});
