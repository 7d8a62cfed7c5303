import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../../../src/core/text/edit.js';
import {
  readFrontMatter,
  removeField,
  setField,
  textField,
} from '../../../../../src/core/note/front-matter/front-matter.js';
import { runs } from '../../../../support/run/test-length.js';

function read(text: string) {
  const result = readFrontMatter(text);
  if (!result.ok) throw new Error(`${result.error.message}\n${text}`);
  return result.value;
}

function set(text: string, key: string, value: string | null): string {
  return applyEdits(text, setField(text, read(text), key, value));
}

function remove(text: string, key: string): string {
  return applyEdits(text, removeField(text, read(text), key));
}

function note(...lines: string[]): string {
  return ['---', ...lines, '---', 'body'].join('\n');
}

describe('setting a property', () => {
  test.each([
    ['a plain value', ['a: 1', 's: Active # why', 'b: 2'], ['a: 1', 's: new # why', 'b: 2']],
    ['a value in double quotes', ['s: "Active"'], ['s: "new"']],
    ['a value in single quotes', ["s: 'Active'   "], ["s: 'new'   "]],
    ['extra space', ['s:    Active'], ['s:    new']],
    ['a tab', ['s:\tActive'], ['s:\tnew']],
    ['an empty value', ['s:', 'b: 1'], ['s: new', 'b: 1']],
    ['an empty value with comment', ['s: # why', 'b: 1'], ['s: new # why', 'b: 1']],
    ['null', ['s: null'], ['s: new']],
    ['a tagged value', ['s: !!int 5'], ['s: new']],
    ['a tag alone', ['s: !!null', 'b: 1'], ['s: new', 'b: 1']],
    ['an anchored value', ['s: &x Active'], ['s: new']],
    ['several lines', ['s: one', '  two', 'b: 1'], ['s: new', 'b: 1']],
    ['a block scalar', ['s: |', '  one', '', '  two', 'b: 1'], ['s: new', 'b: 1']],
    ['a block scalar at the end', ['s: >-', '  one'], ['s: new']],
    ['a list', ['s:', '  - one', '  - two', '# b', 'b: 1'], ['s: new', '# b', 'b: 1']],
    ['a list with comment', ['s: # why', '  - one', 'b: 1'], ['s: new # why', 'b: 1']],
    ['a tagged list', ['s: !!seq', '  - one', 'b: 1'], ['s: new', 'b: 1']],
    ['a list beside the margin', ['s:', '- one', 'b: 1'], ['s: new', 'b: 1']],
    ['a list in brackets', ['s: [one,', '  two] # why'], ['s: new # why']],
    ['a mapping', ['s:', '  x: 1', 'b: 1'], ['s: new', 'b: 1']],
    ['a quoted key', ['"s": Active'], ['"s": new']],
    ['an explicit key', ['? s', ': Active', 'b: 1'], ['s: new', 'b: 1']],
    ['an explicit key alone', ['? s', 'b: 1'], ['s: new', 'b: 1']],
    ['an indented mapping', ['  a: 1', '  s: old'], ['  a: 1', '  s: new']],
    ['an absent property', ['a: 1', '# end'], ['a: 1', '# end', 's: new']],
    ['an absent property, indented', ['  a: 1'], ['  a: 1', '  s: new']],
    ['nothing at all', [], ['s: new']],
    ['only comments', ['# a'], ['# a', 's: new']],
    ['braces', ['{a: 1, s: Active}'], ['{a: 1, s: "new"}']],
    ['braces, absent', ['{a: 1}'], ['{"s": "new", a: 1}']],
    ['empty braces', ['{}'], ['{"s": "new"}']],
  ])('over %s replaces the value alone', (_name, before, after) => {
    expect(set(note(...before), 's', 'new')).toBe(note(...after));
  });

  test('CRLF and a BOM stay', () => {
    const text = '\ufeff---\r\na: 1\r\nstatus: Draft\r\n---\r\nbody\r\n';
    expect(set(text, 'status', 'Active')).toBe(text.replace('Draft', 'Active'));
    expect(set(text, 'reason', 'x')).toBe(text.replace('Draft\r\n', 'Draft\r\nreason: x\r\n'));
  });

  test('the value it has already makes no edit', () => {
    const text = note('s: Active', 'n: null');
    expect(setField(text, read(text), 's', 'Active')).toEqual([]);
    expect(setField(text, read(text), 'n', null)).toEqual([]);
  });

  test.each([
    ['plain text', 'plain text'],
    ['2026-02-21T10:30:00Z', '2026-02-21T10:30:00Z'],
    ['2026-02-21', '2026-02-21'],
    ['https://example.com/a', 'https://example.com/a'],
    ['Inbox/EMAIL_client.md', 'Inbox/EMAIL_client.md'],
    ['Straße ✋', 'Straße ✋'],
    ['[[Note]]', '"[[Note]]"'],
    ['Re: x', '"Re: x"'],
    ['ends with:', '"ends with:"'],
    ['a #tag', '"a #tag"'],
    ['#tag', '"#tag"'],
    ['@client', '"@client"'],
    ['- item', '"- item"'],
    ['', '""'],
    [' x ', '" x "'],
    ['null', '"null"'],
    ['True', '"True"'],
    ['no', '"no"'],
    ['12', '"12"'],
    ['0x1F', '"0x1F"'],
    ['1e5', '"1e5"'],
    ['12:30', '"12:30"'],
    ['.inf', '".inf"'],
    ['a\nb', '"a\\nb"'],
    ['a\u0085b', '"a\\u0085b"'],
    ['say "hi"', 'say "hi"'],
    ['"hi"', '"\\"hi\\""'],
  ])('the text %j is written as %s', (value, written) => {
    expect(set(note('s: x'), 's', value)).toBe(note(`s: ${written}`));
  });

  test('a line break in single quotes changes to double quotes', () => {
    expect(set(note("s: 'x'"), 's', "it's\n")).toBe(note(`s: "it's\\n"`));
  });
});

describe('removing a property', () => {
  test.each([
    ['a plain value', ['a: 1', 's: Active # why', 'b: 2'], ['a: 1', 'b: 2']],
    ['an empty value', ['s:', 'b: 1'], ['b: 1']],
    ['a block scalar', ['s: |', '  one', '', '  two', 'b: 1'], ['b: 1']],
    ['a list', ['s:', '  - one', '  - two', '# b', 'b: 1'], ['# b', 'b: 1']],
    ['the only one', ['s: 1'], []],
    ['an explicit key', ['? s', ': Active', 'b: 1'], ['b: 1']],
    ['an absent one', ['a: 1'], ['a: 1']],
    ['the first in braces', ['{s: 1, b: 2}'], ['{b: 2}']],
    ['the last in braces', ['{a: 1, s: 2}'], ['{a: 1}']],
    ['the only one in braces', ['{s: 2}'], ['{}']],
  ])('takes %s away with its lines', (_name, before, after) => {
    expect(remove(note(...before), 's')).toBe(note(...after));
  });
});

describe('laws', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.string({ unit: fc.constantFrom(...' :#-?[]{}\'"\\&*!|>%@`\n\r\t,✋0a~=.') }),
    fc.constantFrom('null', 'yes', '1_000', '0o7', '---', '...', '<<', '+.inf', '1:2', '\u2028'),
  );
  const line = fc.constantFrom(
    'alpha: 1',
    'beta: "two" # comment',
    "gamma: 'three'",
    'delta:',
    'epsilon: |\n  block\n\n  text\n',
    'zeta:\n  - one\n  - two',
    'eta: [a, "b"]',
    '# a comment',
    'theta: one\n  two',
    'iota:\n  nested: 1',
    '',
  );
  const arbitraryNote = fc
    .record({
      lines: fc.uniqueArray(line),
      lineEnd: fc.constantFrom('\n', '\r\n'),
      mark: fc.constantFrom('', '\ufeff'),
    })
    .map(({ lines, lineEnd, mark }) => {
      const text = ['---', ...lines, '---', '', '# Body', 'alpha: no'].join('\n');
      return mark + text.replaceAll('\n', lineEnd);
    });
  const key = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'new');

  test('a text that was set is read back, and nothing else changes', () => {
    fc.assert(
      fc.property(arbitraryNote, key, anyText, (text, name, value) => {
        const before = read(text);
        const after = set(text, name, value);
        expect(textField(read(after), name)).toBe(value);
        const others = [...before.fields].filter(([other]) => other !== name);
        expect([...read(after).fields].filter(([other]) => other !== name)).toEqual(others);
        expect(after.slice(read(after).bodyStart)).toBe(text.slice(before.bodyStart));
        expect(setField(after, read(after), name, value)).toEqual([]);
      }),
      { numRuns: runs(2_000) },
    );
  });

  test('a property that was removed is gone, and nothing else changes', () => {
    fc.assert(
      fc.property(arbitraryNote, key, (text, name) => {
        const others = [...read(text).fields].filter(([other]) => other !== name);
        expect([...read(remove(text, name)).fields]).toEqual(others);
      }),
    );
  });

  test('adding and removing a property gives back every character', () => {
    fc.assert(
      fc.property(arbitraryNote, anyText, (text, value) => {
        expect(remove(set(text, 'new', value), 'new')).toBe(text);
      }),
    );
  });
});
