import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../src/core/json.js';
import { schemaProblems } from '../../../../src/mcp/protocol/schema-problems.js';

const mail: JsonObject = {
  type: 'object',
  properties: {
    to: { type: 'string' },
    options: { type: 'object', properties: { tries: { type: 'integer' } } },
  },
  required: ['to'],
  additionalProperties: false,
};

const sentences = (schema: JsonObject, value: Json): readonly string[] =>
  schemaProblems(schema, value).map(({ sentence }) => sentence);

describe('what is wrong with arguments is said in sentences', () => {
  test.each<[string, JsonObject, Json, readonly string[]]>([
    ['nothing', mail, { to: 'a@b' }, []],
    ['something missing', mail, {}, ['The argument “to” is missing.']],
    [
      'a wrong type, without its parents',
      mail,
      { to: 'a@b', options: { tries: 'two' } },
      ['The argument “options.tries” must be a whole number, not text.'],
    ],
    [
      'what every object seems to have',
      { properties: { o: { required: ['toString'] }, constructor: { type: 'string' } } },
      { o: { k: 'v' } },
      ['The argument “o.toString” is missing.'],
    ],
    [
      'what nothing may be',
      { properties: { q: {}, raw: false } },
      { q: 'x', raw: { any: 'thing' } },
      ['The argument “raw” does not match the schema.'],
    ],
    [
      'a name that nothing may have',
      { properties: { m: { type: 'object', propertyNames: false } } },
      { m: { K: 1 } },
      ['The argument “m.K” does not match the schema.'],
    ],
    [
      'an argument too many in one of its name',
      { properties: { opts: { type: 'object', additionalProperties: false } } },
      { opts: { opts: 1 } },
      ['The argument “opts.opts” is not allowed.'],
    ],
    [
      'an argument without a name',
      mail,
      { to: 'a@b', '': 1 },
      ['A name that is empty is not allowed.'],
    ],
    [
      'nothing at all',
      false as unknown as JsonObject,
      {},
      ['The arguments do not match the schema.'],
    ],
    [
      'an address that the validator’s own expression would try for ever',
      { properties: { url: { type: 'string', format: 'url' } } },
      { url: `http://${'a'.repeat(60)} ` },
      [],
    ],
    [
      'text in place of an address',
      { properties: { url: { type: 'string', format: 'url' } } },
      { url: 'here' },
      ['The argument “url” must have the format "url".'],
    ],
    [
      'more different items than anybody compares',
      { properties: { ids: { uniqueItems: true } } },
      { ids: Array.from({ length: 31_000 }, (_, id) => `${id}`) },
      ['There are more than 5000 items, which are not compared with each other.'],
    ],
    ['an argument too many', mail, { to: 'a@b', cc: 'x' }, ['The argument “cc” is not allowed.']],
    [
      'a wrong argument is not also called unknown',
      mail,
      { to: 1 },
      ['The argument “to” must be text, not a number.'],
    ],
    [
      'a choice, a length, a pattern and the size of a number',
      {
        properties: {
          least: { minimum: 1 },
          more: { exclusiveMinimum: 0 },
          less: { exclusiveMaximum: 3 },
          size: { enum: ['s', 'm'] },
          code: { minLength: 3, pattern: '^x' },
          'für wen': { type: ['string', 'null'] },
        },
      },
      { least: 0, more: 0, less: 3, size: 'l', code: 'a', 'für wen': false },
      [
        'The argument “least” must be at least 1, not 0.',
        'The argument “more” must be more than 0, not 0.',
        'The argument “less” must be less than 3, not 3.',
        'The argument “size” must be one of "s", "m".',
        'The argument “code” must have at least 3 characters; it has 1.',
        'The argument “code” doesn’t match the pattern that the tool asks for.',
        'The argument “für wen” must be text or null, not true or false.',
      ],
    ],
    [
      'a name with a slash',
      { properties: { 'a/b': { type: 'string' } } },
      { 'a/b': 1 },
      ['The argument “a/b” must be text, not a number.'],
    ],
  ])('%s', (_, schema, value, problems) => {
    expect(sentences(schema, value)).toEqual(problems);
  });
});

describe('nothing is valid for a schema that cannot be used:', () => {
  test.each<[string, JsonObject]>([
    ['a type that does not exist', { type: 'nonsense' }],
    ['a broken pattern', { properties: { to: { pattern: '(' } } }],
    ['a reference to itself', { $ref: '#' }],
    ['a reference to nothing', { $ref: '#/$defs/none' }],
    ['a reference to the network', { $ref: 'https://example.com/schema' }],
    ['an unknown dialect', { $schema: 'https://example.com/dialect' }],
  ])('%s', (_, schema) => {
    expect(schemaProblems(schema, { to: 'x' })).toHaveLength(1);
  });
});

test.each([
  'https://json-schema.org/draft/2020-12/schema',
  'https://json-schema.org/draft/2019-09/schema',
  'http://json-schema.org/draft-07/schema#',
  'http://json-schema.org/draft-06/schema#',
])('a schema is read in the dialect that it names: %s', ($schema) => {
  const schema = { ...mail, $schema };
  expect(schemaProblems(schema, { to: 'a@b' })).toEqual([]);
  expect(schemaProblems(schema, {})).toHaveLength(1);
});

test.each(['#/$defs/Map%3Ctext%2Cany%3E', '#/$defs/Map<text,any>', '#/%24defs/Map%3Ctext,any%3E'])(
  'a reference leads to the same part however it is spelled: %s',
  ($ref) => {
    const schema = { properties: { a: { $ref } }, $defs: { 'Map<text,any>': { type: 'object' } } };
    expect(sentences(schema, { a: {} })).toEqual([]);
    expect(sentences(schema, { a: 1 })).toContain(
      'The argument “a” must be an object, not a number.',
    );
  },
);

test('a value that looks like a reference is compared as it is', () => {
  const schema = { properties: { a: { const: { $ref: '#/%41' } } } };
  expect(sentences(schema, { a: { $ref: '#/%41' } })).toEqual([]);
  expect(sentences(schema, { a: { $ref: '#/A' } })).toHaveLength(1);
});

test('what stands beside a reference counts, but not in the dialects that say otherwise', () => {
  const referring = (dialect: string): JsonObject => ({
    $schema: `https://json-schema.org/${dialect}/schema`,
    definitions: { any: {} },
    $ref: '#/definitions/any',
    required: ['to'],
  });
  expect(schemaProblems(referring('draft/2020-12'), {})).toHaveLength(1);
  expect(schemaProblems(referring('draft-07'), {})).toEqual([]);
});

test('at most ten problems are listed', () => {
  const args = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`a${n}`, 1]));
  expect(schemaProblems({ additionalProperties: false }, args)).toHaveLength(10);
});

test('what is nested in one of several forms is refused before it takes for ever', () => {
  const block = (kind: string): JsonObject => ({
    type: 'object',
    properties: {
      children: { type: 'array', items: { $ref: '#/$defs/block' } },
      kind: { const: kind },
    },
    required: ['kind'],
    additionalProperties: false,
  });
  const schema: JsonObject = {
    properties: { page: { $ref: '#/$defs/block' } },
    $defs: { block: { anyOf: [block('paragraph'), block('toggle')] } },
  };
  const nested = (depth: number): Json =>
    depth === 1 ? { kind: 'toggle' } : { children: [nested(depth - 1)], kind: 'toggle' };
  expect(schemaProblems(schema, { page: nested(8) })).toEqual([]);
  expect(sentences(schema, { page: nested(60) })).toEqual([
    'The arguments are too deeply nested to be checked.',
  ]);
});
