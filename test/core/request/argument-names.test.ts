import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/json.js';
import { unnamedArguments } from '../../../src/core/request/argument-names.js';

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
    'one value in place of a list',
    { properties: { mails: { type: 'array', items: named } } },
    { mails: 'a' },
    [],
  ],
])('%s: what the schema does not name is found', (_name, schema, args, unnamed) => {
  expect(unnamedArguments(schema, args)).toEqual(unnamed);
});
