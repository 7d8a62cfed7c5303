import { expect, test } from 'vitest';
import { mayBeHidden } from '../../../../../src/core/request/action/hidden-block.js';

const hides = (before: string) => mayBeHidden(`---\n${before}`, 4, 4 + before.length);

test.each<[string, string, boolean]>([
  ['nothing', '', false],
  ['words', 'Dear A,\nall is well.\n', false],
  ['a line end that only some readers see', 'a\rb\n', true],
  ['Windows line ends', 'a\r\nb\r\n', false],
  ['an open comment', '%% a\n', true],
  ['a closed comment', '%% a %%\n', false],
  ['an end of another comment within one', '%% a --> b %%\n', false],
  ['a comment within another', '%% a <!-- b %%\n', true],
  ['an open HTML comment', '<!-- a\n', true],
  ['a closed HTML comment', '<!-- a -->\n', false],
  ['an end without a start', 'a --> b\n', false],
  ['a comment that may be code', '`%%` a\n', true],
  ['an open formula', '$$ a\n', true],
  ['raw HTML', '<details>\n', true],
  ['an end without a start, beside a price', '$5 --> $6\n', false],
  ['raw HTML that a closed comment hides itself', '%%\n<details>\n%%\n', false],
  ['marks inside a fence', '```\n%% <!--\n```\n', false],
])('before a block, %s: whether it may be hidden', (_name, before, hidden) => {
  expect(hides(before)).toBe(hidden);
});
