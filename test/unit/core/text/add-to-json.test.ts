import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addToJson } from '../../../../src/core/text/add-to-json.js';

const path = ['servers', 'ours'];

function added(text: string, where: Parameters<typeof addToJson>[1] = path): string {
  const result = addToJson(text, where, { run: 1 });
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

describe('what is added, and where', () => {
  test.each([
    ['', '{\n  "servers": {\n    "ours": {\n      "run": 1\n    }\n  }\n}\n'],
    ['{}', '{"servers":{"ours":{"run":1}}}'],
    ['{}\n', '{"servers":{"ours":{"run":1}}}\n'],
    ['{"a":[1,{"b":2}]}', '{"a":[1,{"b":2}],"servers":{"ours":{"run":1}}}'],
    ['{"servers":{"a":{}},"z":1}', '{"servers":{"a":{},"ours":{"run":1}},"z":1}'],
    [
      '{\n\t"servers": {\n\t\t"a": {} \n\t},\n\t"z":  1.50\n}',
      '{\n\t"servers": {\n\t\t"a": {},\n\t\t"ours": {\n\t\t\t"run": 1\n\t\t} \n\t},\n\t"z":  1.50\n}',
    ],
    [
      '{\r\n    "servers": {}\r\n}\r\n',
      '{\r\n    "servers": {\r\n        "ours": {\r\n            "run": 1\r\n        }\r\n    }\r\n}\r\n',
    ],
    // Brackets, quotes and our own words in texts are no places.
    [
      '{"a":"{\\"servers\\":{","b":{"servers":1}}',
      '{"a":"{\\"servers\\":{","b":{"servers":1},"servers":{"ours":{"run":1}}}',
    ],
    ['{"\\u0073ervers":{}}', '{"\\u0073ervers":{"ours":{"run":1}}}'],
  ])('%j', (text, expected) => {
    expect(added(text)).toBe(expected);
  });

  test('an item comes last in its list, which is made', () => {
    const list = ['hooks', 'Pre', null];
    expect(added('{"hooks":{"Pre":[1]}}', list)).toBe('{"hooks":{"Pre":[1,{"run":1}]}}');
    expect(added('{"hooks":{"Pre":[ ]}}', list)).toBe('{"hooks":{"Pre":[{"run":1}]}}');
    expect(added('{"a":0}', list)).toBe('{"a":0,"hooks":{"Pre":[{"run":1}]}}');
  });

  test('what is there stays, byte for byte, whatever it is and however it is written', () => {
    const value = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 6 });
    const space = fc.constantFrom(undefined, 1, 2, 4, '\t');
    fc.assert(
      fc.property(value, space, (json, indent) => {
        fc.pre(!Object.hasOwn(json, 'servers'));
        const text = JSON.stringify(json, null, indent);
        const after = added(text);
        const kept = text.slice(0, -1).trimEnd();
        expect(after.startsWith(kept)).toBe(true);
        expect(JSON.parse(after)).toEqual({
          ...(JSON.parse(text) as object),
          servers: { ours: { run: 1 } },
        });
      }),
    );
  });
});

describe('what is refused', () => {
  test.each([
    ['{ // mine\n}', 'It is not plain JSON'],
    ['{"a":1,}', 'It is not plain JSON'],
    ['\uFEFF{}', 'It is not plain JSON'],
    ['[]', 'What it has is not an object.'],
    ['{"servers":[]}', '“servers” in it is not an object.'],
    ['{"servers":null}', '“servers” in it is not an object.'],
    ['{"servers":{},"servers":{"a":1}}', '“servers” is there twice.'],
    ['{"servers":{"ours":null}}', 'It is already there.'],
  ])('%j', (text, message) => {
    const result = addToJson(text, path, 1);
    expect(result.ok ? '' : result.error.message).toContain(message);
  });

  test('an item is put into no object', () => {
    const result = addToJson('{"hooks":{}}', ['hooks', null], 1);
    expect(result.ok ? '' : result.error.message).toBe('“hooks” in it is not a list.');
  });
});
