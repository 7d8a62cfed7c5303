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
  ['%[%x%]%', '% %x% %'],
  ['[x](https://example.com)', 'x(https://example.com)'],
])('without a link, %j becomes %j', (text, inline) => {
  expect(unlinkedText(text)).toBe(inline);
});
