import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../../src/core/text/edit.js';
import { readMachineLine, setMachineLine } from '../../../../src/core/note/machine-line.js';

function valueOf(text: string): unknown {
  const result = readMachineLine(text);
  if (!result.ok) throw new Error(result.error.message);
  return result.value?.value ?? null;
}

describe('reading', () => {
  test.each([
    ['', null],
    ['text\n', null],
    ['text\n\n%% countersign {"a":1} %%\n', { a: 1 }],
    ['text\r\n\r\n%% countersign {"a":1} %%\r\n', { a: 1 }],
    ['%% countersign {"a":1} %%', { a: 1 }],
    ['%% countersign {"a":1} %%\n\ntext below\n', { a: 1 }],
    ['%% countersign:begin %%\n%% countersign:end %%\n', null],
    ['```\n%% countersign {"a":1} %%\n```\n', null],
    ['text %% countersign {"a":1} %%\n', null],
    ['---\na: "%% countersign {} %%"\n---\n', null],
  ])('%j holds %j', (text, value) => {
    expect(valueOf(text)).toEqual(value);
  });

  test.each([
    ['broken JSON', '%% countersign {"a":} %%\n', 1],
    ['a torn line', 'text\n\n%% countersign {"a":1', 3],
    ['a list', '%% countersign [1] %%\n', 1],
    ['null', '%% countersign null %%\n', 1],
    ['nothing', '%% countersign %%\n', 1],
    ['two lines', '%% countersign {} %%\n%% countersign {} %%\n', 2],
    ['nesting', `%% countersign {"a":${'['.repeat(99)}${']'.repeat(99)}} %%\n`, 1],
  ])('%s is refused, with its line', (_name, text, line) => {
    const result = readMachineLine(text);
    expect(result).toMatchObject({ ok: false, error: { code: 'machine_line_invalid', line } });
    expect(setMachineLine(text, { a: 1 })).toEqual([]);
  });

  test('its objects have no prototype, and __proto__ is a key like any other', () => {
    const value = valueOf('%% countersign {"__proto__":{"a":1},"b":{}} %%\n') as object;
    expect(Object.getPrototypeOf(value)).toBeNull();
    expect(Object.keys(value)).toEqual(['__proto__', 'b']);
    expect(Object.getPrototypeOf((value as { b: object }).b)).toBeNull();
  });
});

describe('writing', () => {
  test.each([
    ['', '%% countersign {"a":1} %%\n'],
    ['text', 'text\n\n%% countersign {"a":1} %%\n'],
    ['text\n', 'text\n\n%% countersign {"a":1} %%\n'],
    ['text\n\n', 'text\n\n%% countersign {"a":1} %%\n'],
    ['text\r\n', 'text\r\n\r\n%% countersign {"a":1} %%\r\n'],
    ['a\n\n%% countersign {"b":2} %%\nend', 'a\n\n%% countersign {"a":1} %%\nend'],
    ['%% countersign {"a":1} %%\n', '%% countersign {"a":1} %%\n'],
    ['```\nopen\n', '```\nopen\n'],
    ['%%\nopen\n', '%%\nopen\n'],
  ])('into %j gives %j', (text, expected) => {
    expect(applyEdits(text, setMachineLine(text, { a: 1 }))).toBe(expected);
  });

  test('any value is one line, ends the comment only once, and is read back', () => {
    const text = fc.string({
      unit: fc.constantFrom('%', 'a', '\n', '\r', '\u2028', '\u0085', '"'),
    });
    const value = fc.dictionary(text, fc.oneof(text, fc.array(text), fc.jsonValue()));
    fc.assert(
      fc.property(value, fc.constantFrom('', 'text', 'text\r\nmore\r\n'), (fields, before) => {
        const after = applyEdits(before, setMachineLine(before, fields));
        const line = after.slice(before.length).trim();
        expect(line.split('%%')).toHaveLength(3);
        expect(line).not.toMatch(/[\n\r\u2028\u0085]/u);
        expect(JSON.parse(JSON.stringify(valueOf(after)))).toEqual(
          JSON.parse(JSON.stringify(fields)),
        );
        expect(after.startsWith(before)).toBe(true);
        expect(setMachineLine(after, fields)).toEqual([]);
      }),
    );
  });
});
