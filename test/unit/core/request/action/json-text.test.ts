import { describe, expect, test } from 'vitest';
import {
  readArgumentsText,
  readJsonText,
} from '../../../../../src/core/request/action/json-text.js';

describe('a value that a person writes', () => {
  test.each([
    ['an object', '{"a": 1, "b": ["x", null]}', { a: 1, b: ['x', null] }],
    ['an object over several lines', '{\n  "a": {\n    "b": true\n  }\n}', { a: { b: true } }],
    ['a list', '[1, 2.5]', [1, 2.5]],
    ['a text', '"x: y"', 'x: y'],
    ['a number', '12', 12],
  ])('is read when it is %s', (_what, text, value) => {
    const read = readJsonText(text);
    expect(read.ok && JSON.parse(JSON.stringify(read.value))).toEqual(value);
  });

  test.each([
    ['ends too early', '{"a": 1'],
    ['goes on behind its end', '1, "other": 2'],
    ['closes what is around it', '1} #'],
    ['has a key twice', '{"a": 1, "a": 2}'],
    ['has a number that would lose digits', '[12345678901234567890]'],
    ['changes the prototype', '{"__proto__": {}}'],
    ['has hidden characters', '"a\u202eb"'],
    ['is an alias', '*a'],
    ['is nothing', ' '],
  ])('is refused when it %s', (_what, text) => {
    expect(readJsonText(text)).toMatchObject({ ok: false });
  });
});

describe('arguments that a person writes', () => {
  test.each([
    ['JSON', '{\n  "to": "a@example.com"\n}', { to: 'a@example.com' }],
    ['YAML', 'to: a@example.com\ntext: |\n  Dear A,\n', { to: 'a@example.com', text: 'Dear A,\n' }],
    ['nothing', '\n# a remark\n', {}],
  ])('may be %s', (_what, text, value) => {
    const read = readArgumentsText(text);
    expect(read.ok && JSON.parse(JSON.stringify(read.value))).toEqual(value);
  });

  test('name the line that is wrong, and nothing that a person did not write', () => {
    const read = readArgumentsText('to: a@example.com\namount: 1_000\n');
    expect(read).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/^Line 2: `1_000`/) as string },
    });
    expect(readArgumentsText('[1]')).toMatchObject({ ok: false });
  });
});
