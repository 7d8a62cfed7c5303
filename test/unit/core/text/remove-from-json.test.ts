import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addToJson } from '../../../../src/core/text/add-to-json.js';
import { removeFromJson } from '../../../../src/core/text/remove-from-json.js';

const path = ['servers', 'mail'];

function after(text: string, where = path): string {
  const result = removeFromJson(text, where);
  return result.ok ? result.value : `refused: ${result.error.message}`;
}

describe('what is removed, and what stays', () => {
  test.each([
    ['{"servers":{"mail":1}}', '{"servers":{}}'],
    ['{"servers":{"mail":1,"b":2}}', '{"servers":{"b":2}}'],
    ['{"servers":{"a":0,"mail":{"x":[1,"}"]}},"z": 1.50}', '{"servers":{"a":0},"z": 1.50}'],
    [
      '{\n  "servers": {\n    "a": 0,\n    "mail": {},\n    "b":  2\n  }\n}\n',
      '{\n  "servers": {\n    "a": 0,\n    "b":  2\n  }\n}\n',
    ],
    [
      '{\r\n\t"servers" : {\r\n\t\t"mail": {},\r\n\t\t"b": 2\r\n\t}\r\n}',
      '{\r\n\t"servers" : {\r\n\t\t"b": 2\r\n\t}\r\n}',
    ],
    ['{\n  "servers": {\n    "mail": {}\n  }\n}', '{\n  "servers": {}\n}'],
    // Our words in texts are no places.
    ['{"a":"\\"mail\\":","servers":{"\\u006dail":1}}', '{"a":"\\"mail\\":","servers":{}}'],
  ])('%j', (text, expected) => {
    expect(after(text)).toBe(expected);
  });

  test('what was added to any object is removed again, and nothing else', () => {
    const value = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 6 });
    const space = fc.constantFrom(undefined, 1, 4, '\t');
    fc.assert(
      fc.property(value, space, (json, indent) => {
        fc.pre(!Object.hasOwn(json, 'mail'));
        const text = JSON.stringify({ servers: json, z: 1 }, null, indent);
        const added = addToJson(text, path, { run: 1 });
        if (!added.ok) throw new Error(added.error.message);
        expect(JSON.parse(after(added.value))).toEqual(JSON.parse(text));
      }),
    );
  });
});

test.each([
  ['{"servers":{"mail":1,"mail":2}}', 'refused: “mail” is there twice.'],
  ['{"servers":{},"servers":{"mail":1}}', 'refused: “servers” is there twice.'],
  ['{"servers":{"a":1}}', 'refused: “mail” is not there.'],
  ['{"servers":[]}', 'refused: “mail” is not there.'],
  ['[1]', 'refused: “servers” is not there.'],
  ['{ // mine\n}', 'refused: It is not plain JSON: '],
  ['', 'refused: It is not plain JSON: '],
])('%j is left alone', (text, why) => {
  expect(after(text)).toContain(why);
});
