import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../../src/core/json.js';
import { unnamedArguments } from '../../../../../src/core/request/action/undeclared-arguments.js';

const named = { type: 'object', properties: { to: { type: 'string' } } };

test.each<[name: string, schema: JsonObject, args: JsonObject, unnamed: string[]]>([
  ['all named', named, { to: 'a' }, []],
  ['one not named', named, { to: 'a', bcc: 'b' }, ['bcc']],
  ['none named', { type: 'object' }, { to: 'a' }, ['to']],
  ['an empty schema', {}, { to: 'a' }, ['to']],
  ['no arguments', {}, {}, []],
  ['a name that every object has', named, { toString: 'x' }, ['toString']],
  ['additionalProperties: true', { ...named, additionalProperties: true }, { bcc: 'b' }, []],
  [
    'additionalProperties: a schema',
    { ...named, additionalProperties: { type: 'string' } },
    { bcc: 'b' },
    [],
  ],
  ['additionalProperties: false', { ...named, additionalProperties: false }, { bcc: 'b' }, ['bcc']],
  ['a matching pattern', { patternProperties: { '^x-': {} } }, { 'x-a': 1, y: 2 }, ['y']],
  ['one of two patterns', { patternProperties: { '^x-': {}, '^y-': {} } }, { 'x-a': 1 }, []],
  ['a broken pattern', { patternProperties: { '(': {} } }, { a: 1 }, ['a']],
  ['a property that allows anything', { properties: { a: true } }, { a: { b: 1 } }, []],
  ['a property whose schema is none', { properties: { a: null } }, { a: { b: 1 } }, []],
  [
    'names below names',
    { properties: { options: named } },
    { options: { to: 'a', trace: true } },
    ['options.trace'],
  ],
  [
    'free objects below names',
    { properties: { data: { type: 'object' } } },
    { data: { x: 1 } },
    [],
  ],
  [
    'names in a list',
    { properties: { mails: { type: 'array', items: named } } },
    { mails: [{ to: 'a' }, { cc: 'b' }] },
    ['mails[1].cc'],
  ],
  [
    'a reference',
    { properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: named } },
    { a: { to: 'x', force: true } },
    ['a.force'],
  ],
  ...[{ type: 'object' }, {}, true].map((free): [string, JsonObject, JsonObject, string[]] => [
    `a choice of any object: ${JSON.stringify(free)}`,
    { properties: { a: { anyOf: [named, free] } } },
    { a: { force: true } },
    [],
  ]),
  ...[{ type: 'object' }, { type: 'object', additionalProperties: true }].map(
    (free): [string, JsonObject, JsonObject, string[]] => [
      `below what another choice lists, beside a choice of any object: ${JSON.stringify(free)}`,
      {
        properties: {
          a: { anyOf: [{ properties: { b: named }, additionalProperties: false }, free] },
        },
      },
      { a: { b: { force: true } } },
      [],
    ],
  ),
  [
    'items that only a condition sees',
    {
      properties: { a: { items: named, if: { items: { type: 'object' } }, then: { maxItems: 3 } } },
    },
    { a: [{ force: true }] },
    ['a[0].force'],
  ],
  [
    'a choice of another kind',
    {
      properties: {
        a: {
          oneOf: [{ properties: { b: named } }, { required: ['k'], additionalProperties: true }],
        },
      },
    },
    { a: { b: { force: true } } },
    ['a.b.force'],
  ],
  [
    'a choice of a list or any object',
    { properties: { a: { anyOf: [{ type: 'array', items: named }, { type: 'object' }] } } },
    { a: [{ force: true }] },
    ['a[0].force'],
  ],
  ...['minProperties', 'nullable', 'x-note'].map(
    (keyword): [string, JsonObject, JsonObject, string[]] => [
      `a choice of an object with ${keyword}`,
      { properties: { a: { anyOf: [named, { type: 'object', [keyword]: 1 }] } } },
      { a: { force: true } },
      [],
    ],
  ),
  ...[true, { type: 'object' }].map((free): [string, JsonObject, JsonObject, string[]] => [
    `a choice of maps, one of them of anything: ${JSON.stringify(free)}`,
    {
      properties: {
        a: { anyOf: [{ additionalProperties: named }, { additionalProperties: free }] },
      },
    },
    { a: { ann: { force: true } } },
    [],
  ]),
  [
    'a map by a pattern and others',
    {
      properties: { a: { patternProperties: { '^x': {} }, additionalProperties: named } },
    },
    { a: { xk: { force: true }, ann: { force: true } } },
    ['a.ann.force'],
  ],
  ...['required', 'dependentRequired', 'propertyNames', 'items'].map(
    (keyword): [string, JsonObject, JsonObject, string[]] => [
      `a choice of an object with ${keyword}`,
      { properties: { a: { anyOf: [named, { type: 'object', [keyword]: [] }] } } },
      { a: { force: true } },
      ['a.force'],
    ],
  ),
  ...['anyOf', 'oneOf'].map((keyword): [string, JsonObject, JsonObject, string[]] => [
    `${keyword} beside properties`,
    { ...named, [keyword]: [{ required: ['to'] }, { type: 'object' }, {}] },
    { to: 'x', force: true },
    ['force'],
  ]),
  ...['additionalProperties', 'unevaluatedProperties'].map(
    (keyword): [string, JsonObject, JsonObject, string[]] => [
      `a map by ${keyword}`,
      { properties: { a: { type: 'object', [keyword]: named } } },
      { a: { ann: { to: 'x', force: true } } },
      ['a.ann.force'],
    ],
  ),
  [
    'a map by a pattern',
    { properties: { a: { patternProperties: { '^a': named, '^b': {} } } } },
    { a: { ann: { to: 'x', force: true }, bob: { force: true }, carl: { force: true } } },
    ['a.ann.force'],
  ],
  [
    'a tuple',
    { properties: { a: { prefixItems: [named, {}], items: named } } },
    { a: [{ force: 1 }, { force: 2 }, { force: 3 }] },
    ['a[0].force', 'a[2].force'],
  ],
  [
    'a tuple of an older draft',
    { properties: { a: { items: [{}, named], additionalItems: named } } },
    { a: [{ force: 1 }, { force: 2 }, { force: 3 }] },
    ['a[1].force', 'a[2].force'],
  ],
  [
    'a choice of a text',
    { properties: { a: { anyOf: [named, { type: 'string' }] } } },
    { a: { force: true } },
    ['a.force'],
  ],
  [
    'unevaluatedProperties: a schema',
    { properties: { a: { ...named, unevaluatedProperties: { type: 'integer' } } } },
    { a: { n: 1 } },
    [],
  ],
  [
    'a reference by the id of the whole',
    {
      $id: 'https://x/root.json',
      properties: { a: { $ref: 'https://x/root.json#/$defs/A' } },
      $defs: { A: named },
    },
    { a: { to: 'x', force: true } },
    ['a.force'],
  ],
  [
    'a reference that leads nowhere',
    { properties: { a: { $ref: 'https://example.com/a' } } },
    { a: { to: 'x' } },
    ['a.to'],
  ],
  [
    'a reference to what is not there',
    { properties: { a: { $ref: '#/$defs/A/then' } } },
    { a: { to: 'x' } },
    ['a.to'],
  ],
  [
    'several forms, one of which is enough',
    {
      properties: {
        a: { anyOf: [{ allOf: [named] }, { type: 'null' }, { properties: { b: {} } }] },
      },
    },
    { a: { to: 'x', b: 1, force: true } },
    ['a.force'],
  ],
  ...['#/$defs/A%3CB%3E', '#/%24defs/A%3CB%3E', '#named', 'named.json'].map(
    ($ref): [string, JsonObject, JsonObject, string[]] => [
      `a reference as ${$ref}`,
      {
        properties: { a: { $ref } },
        $defs: { 'A<B>': { ...named, $anchor: 'named', $id: 'named.json' } },
      },
      { a: { to: 'x', force: true } },
      ['a.force'],
    ],
  ),
  [
    'a percent-encoded reference at the root',
    { $ref: '#/$defs/A%7E1%3CB', $defs: { 'A/<B': named } },
    { to: 'x', cc: 'y' },
    ['cc'],
  ],
  [
    'an anchor of an older draft',
    { properties: { a: { $ref: '#named' } }, definitions: { A: { ...named, $id: '#named' } } },
    { a: { to: 'x', cc: 'y' } },
    ['a.cc'],
  ],
  [
    'what applies only sometimes',
    {
      properties: {
        a: {
          properties: { to: {} },
          if: { properties: { kind: {} } },
          then: { properties: { b: named } },
          else: { $ref: '#/$defs/C' },
          dependentSchemas: { to: { properties: { d: {} }, additionalProperties: true } },
        },
      },
      $defs: { C: { allOf: [{ properties: { c: {} } }] } },
    },
    { a: { to: 1, kind: 1, b: { to: 1, cc: 1 }, c: 1, d: 1, e: 1 } },
    ['a.b.cc', 'a.e'],
  ],
  [
    'free objects, of which more is named sometimes',
    {
      properties: { a: { then: { properties: { b: {} } } }, o: {} },
      then: { properties: { o: named } },
    },
    { a: { x: 1, b: 1 }, o: { y: 1 } },
    [],
  ],
  [
    'a list of references',
    { properties: { a: { items: { $ref: '#/$defs/A' } } }, $defs: { A: named } },
    { a: [{ to: 'x' }, { cc: 'x' }] },
    ['a[1].cc'],
  ],
  [
    'forms that refer to themselves',
    { properties: { a: { $ref: '#' } }, anyOf: [{ $ref: '#' }, { $ref: '#' }] },
    { a: { a: { b: 1 } } },
    ['a.a.b'],
  ],
  ['names below any name', { additionalProperties: named }, { x: { to: 'a', cc: 'b' } }, ['x.cc']],
  [
    'one value in place of a list',
    { properties: { mails: { type: 'array', items: named } } },
    { mails: 'a' },
    [],
  ],
])('%s: what the schema does not name is found [GATE-10]', (_name, schema, args, unnamed) => {
  expect(unnamedArguments(schema, args)).toEqual(unnamed);
});
