import { describe, expect, test } from 'vitest';
import {
  readFrontMatter,
  textField,
} from '../../../../../src/core/note/front-matter/front-matter.js';

function read(text: string) {
  const result = readFrontMatter(text, 'Plans/a.md');
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

describe('values', () => {
  test.each([
    ['Client A', 'Client A', 'Client A'],
    ['"quoted: text"', 'quoted: text', 'quoted: text'],
    ["'it''s'", "it's", "it's"],
    ['2026-02-21T10:30:00Z', '2026-02-21T10:30:00Z', '2026-02-21T10:30:00Z'],
    ['2026-02-21', '2026-02-21', '2026-02-21'],
    ['007', 7, '007'],
    ['12345678901234567890', 12345678901234567890, '12345678901234567890'],
    ['1.50', 1.5, '1.50'],
    ['.nan', '.nan', '.nan'],
    ['true', true, 'true'],
    ['yes', 'yes', 'yes'],
    ['null', null, null],
    ['~', null, null],
    ['', null, null],
    ['[[Note]]', [['Note']], null],
    ['[a, 1]', ['a', 1], null],
    ['|\n  one\n  two', 'one\ntwo\n', 'one\ntwo\n'],
    ['one\n  two', 'one two', 'one two'],
    ['!!int 5', 5, '5'],
    ['&anchor 5', 5, '5'],
    ['Grüße ✋ 你好 🎉', 'Grüße ✋ 你好 🎉', 'Grüße ✋ 你好 🎉'],
  ])('`key: %s` is %j, as text %j', (source, value, text) => {
    const frontMatter = read(`---\nkey: ${source}\n---\n`);
    expect(frontMatter.fields.get('key')).toEqual(value);
    expect(textField(frontMatter, 'key')).toBe(text);
  });

  test('an absent property has no text', () => {
    expect(textField(read('---\na: 1\n---\n'), 'b')).toBeNull();
  });

  test('properties keep the order of the note', () => {
    expect([...read('---\nz: 1\na: 2\n---\n').fields.keys()]).toEqual(['z', 'a']);
  });

  test('a key that looks like a number or null is its own text', () => {
    expect([...read('---\n1: a\nnull: b\n---\n').fields.keys()]).toEqual(['1', 'null']);
  });

  test('the key __proto__ is a property like any other, at every depth', () => {
    const frontMatter = read(
      '---\n__proto__: {polluted: yes}\na: {__proto__: {polluted: 1}}\n---\n',
    );
    expect([...frontMatter.fields.keys()]).toEqual(['__proto__', 'a']);
    const nested = frontMatter.fields.get('a');
    expect(Object.getPrototypeOf(nested)).toBeNull();
    expect(Object.keys(nested as object)).toEqual(['__proto__']);
    expect('polluted' in {}).toBe(false);
  });
});

describe('where it lies', () => {
  test.each([
    ['---\na: 1\n---\nbody', 'body'],
    ['---\r\na: 1\r\n---\r\nbody', 'body'],
    ['\ufeff---\na: 1\n---\nbody', 'body'],
    ['---  \na: 1\n--- \t\nbody', 'body'],
    ['---\na: 1\n---', ''],
    ['---\n---\nbody', 'body'],
    ['---\n# only a comment\n---\nbody', 'body'],
    ['---\na: |\n  ---\n---\nbody', 'body'],
    ['---\na: 1\n----\nb: 2\n---\nbody', null],
  ])('the body of %j is %j', (text, body) => {
    const result = readFrontMatter(text);
    expect(result.ok ? text.slice(result.value.bodyStart) : null).toBe(body);
  });
});

describe('what is refused', () => {
  const DEEP = '['.repeat(50_000);
  test.each([
    ['no front matter', '# Objective\n', 'front_matter_missing', 1, 1],
    ['an empty note', '', 'front_matter_missing', 1, 1],
    ['a blank line above it', '\n---\na: 1\n---\n', 'front_matter_missing', 1, 1],
    ['a rule of four dashes', '----\na: 1\n---\n', 'front_matter_missing', 1, 1],
    ['no closing line', '---\na: 1\n', 'front_matter_unclosed', 1, 1],
    ['JavaScript', '---js\n{ a: process.exit() }\n---\n', 'front_matter_invalid', 1, 4],
    ['another language', '--- json\n{"a": 1}\n---\n', 'front_matter_invalid', 1, 4],
    ['a colon in a value', '---\nsubject: Re: x\n---\n', 'front_matter_invalid', 2, 10],
    ['text behind a quote', '---\nfrom: "Name" <a@b>\n---\n', 'front_matter_invalid', 2, 14],
    ['exclamation marks', '---\npriority: !!! HIGH\n---\n', 'front_matter_invalid', 2, 11],
    ['a reserved character', '---\nfrom: @client\n---\n', 'front_matter_invalid', 2, 7],
    ['an indentation by tab', '---\na:\n\tb: 1\n---\n', 'front_matter_invalid', 3, 1],
    ['an open quote', '---\na: "x\nb: 1\n---\n', 'front_matter_invalid', 2, 4],
    ['an open bracket', '---\na: [1\n---\n', 'front_matter_invalid', 2, 4],
    ['a line without colon', '---\na: 1\nxy\n---\n', 'front_matter_invalid', 3, 1],
    ['a list', '---\n- a\n---\n', 'front_matter_invalid', 2, 1],
    ['a single text', '---\nhello\n---\n', 'front_matter_invalid', 2, 1],
    ['a key given twice', '---\na: 1\n"a": 2\n---\n', 'front_matter_invalid', 3, 1],
    ['a nested key given twice', '---\nx:\n  a: 1\n  a: 2\n---\n', 'front_matter_invalid', 4, 3],
    ['a list as key', '---\n? [a]\n: 1\n---\n', 'front_matter_invalid', 2, 3],
    ['an alias', '---\na: &x [1]\nb: *x\n---\n', 'front_matter_invalid', 3, 4],
    ['an alias bomb', bomb(), 'front_matter_invalid', 3, 8],
    ['a merge key', '---\na: &x {b: 1}\n<<: *x\n---\n', 'front_matter_invalid', 3, 5],
    ['a document end', '---\na: 1\n...\n---\n', 'front_matter_invalid', 3, 1],
    ['a directive', '---\n%YAML 1.2\na: 1\n---\n', 'front_matter_invalid', 3, 1],
    ['another version', '---\n%YAML 1.1\n--- {a: yes}\n---\n', 'front_matter_invalid', 2, 1],
    ['a NUL', '---\na: x\0y\n---\n', 'front_matter_invalid', 2, 5],
    ['an escape character', '---\na: \u001b[31m\n---\n', 'front_matter_invalid', 2, 4],
    ['a CR that ends no line', '---\na: x\ry\n---\n', 'front_matter_invalid', 2, 5],
    ['deep nesting', `---\na: ${DEEP}\n---\n`, 'front_matter_invalid', 2, null],
    ['nesting 200 deep', `---\na: ${nested(200)}\n---\n`, 'front_matter_invalid', 2, null],
    ['300 kB', `---\na: ${'x'.repeat(300_000)}\n---\n`, 'front_matter_invalid', 2, 1],
    ['behind a BOM', '\ufeff---\na: "x\n---\n', 'front_matter_invalid', 2, 4],
    ['with CRLF', '---\r\na: 1\r\nb: c: d\r\n---\r\n', 'front_matter_invalid', 3, 4],
  ])('%s, with code, place and advice', (_name, text, code, line, column) => {
    const result = readFrontMatter(text, 'Plans/a.md');
    if (result.ok) throw new Error('It was read');
    const { error } = result;
    expect(error).toMatchObject({ code, path: 'Plans/a.md', line });
    if (column !== null) expect(error.column).toBe(column);
    expect(error.message).toMatch(/^[A-Z].*\.$/u);
    expect(error.advice).toMatch(/^[A-Z].*\.$/u);
  });

  test.each([
    ['keys', '? '.repeat(30_000)],
    ['braces', '{a: '.repeat(15_000)],
    ['lists', '- '.repeat(30_000)],
  ])(
    '%s nested until the parser would end the process are refused before it sees them',
    (_name, yaml) => {
      const result = readFrontMatter(`---\nx:\n  ${yaml}\n---\n`, 'Plans/a.md');
      expect(result).toMatchObject({
        ok: false,
        error: {
          code: 'front_matter_invalid',
          line: 3,
          message: 'The front matter is nested too deeply.',
        },
      });
    },
  );

  test('front matter with five thousand keys is read', () => {
    const keys = Array.from({ length: 5_000 }, (_, index) => `k${String(index)}: 1\n`).join('');
    expect(read(`---\n${keys}---\n`).fields.size).toBe(5_000);
  });
});

/** The "billion laughs": nine lists of nine aliases each. */
function bomb(): string {
  const lines = ['a: &a [lol]'];
  for (const [index, name] of [...'bcdefghi'].entries()) {
    const below = 'abcdefgh'.charAt(index);
    lines.push(`${name}: &${name} [${Array.from({ length: 9 }, () => `*${below}`).join(', ')}]`);
  }
  return `---\n${lines.join('\n')}\n---\n`;
}

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}
