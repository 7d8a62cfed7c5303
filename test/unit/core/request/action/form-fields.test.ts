import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../../src/core/json.js';
import {
  formFields,
  assignProblems,
  readField,
  readFields,
  type FormField,
} from '../../../../../src/core/request/action/form-fields.js';

const only = (property: Json, given?: Json, name = 'x'): FormField => {
  const schema = { type: 'object', properties: { [name]: property } };
  const [field] = formFields(schema, given === undefined ? {} : { [name]: given }) ?? [];
  if (!field) throw new Error('There is no field.');
  return field;
};

describe('the field of a property', () => {
  test.each<[string, Json, FormField['kind']]>([
    ['a text', { type: 'string' }, 'text'],
    ['a text that may be long', { type: 'string', maxLength: 5000 }, 'long_text'],
    ['a number', { type: 'number' }, 'number'],
    ['a whole number', { type: 'integer' }, 'number'],
    ['yes or no', { type: 'boolean' }, 'boolean'],
    ['one of several', { enum: ['a', 1, null] }, 'choice'],
    ['one value only', { const: 'a' }, 'choice'],
    ['a list of texts', { type: 'array', items: { type: 'string' } }, 'texts'],
    ['a list of choices', { type: 'array', items: { type: 'string', enum: ['a'] } }, 'json'],
    ['a list of objects', { type: 'array', items: { type: 'object' } }, 'json'],
    ['a list of anything', { type: 'array' }, 'json'],
    ['an object', { type: 'object', properties: { a: { type: 'string' } } }, 'json'],
    ['objects to choose from', { enum: [{ a: 1 }] }, 'json'],
    ['a reference', { $ref: '#/$defs/a' }, 'json'],
    ['alternatives', { anyOf: [{ type: 'string' }, { type: 'number' }] }, 'json'],
    ['several types', { type: ['string', 'number'] }, 'json'],
    ['anything', true, 'json'],
    ['a text or nothing', { type: ['string', 'null'] }, 'text'],
    ['a number or nothing', { anyOf: [{ type: 'number' }, { type: 'null' }] }, 'number'],
  ])('is for %s', (_what, property, kind) => {
    expect(only(property).kind).toBe(kind);
  });

  test.each(['text', 'body', 'html', 'content', 'message', 'description'])(
    'is a long one for a text named %s',
    (name) => {
      expect(only({ type: 'string' }, undefined, name).kind).toBe('long_text');
    },
  );

  test.each<[string, Json, Json | undefined, FormField['kind'], string]>([
    ['what is given', { type: 'string', default: 'a' }, 'b', 'text', 'b'],
    ['else its default', { type: 'string', default: 'a' }, undefined, 'text', 'a'],
    ['else nothing', { type: 'string' }, undefined, 'text', ''],
    ['a text of several lines', { type: 'string' }, 'a\nb', 'long_text', 'a\nb'],
    ['a number', { type: 'number', default: 1.5 }, undefined, 'number', '1.5'],
    ['yes', { type: 'boolean', default: true }, undefined, 'boolean', 'yes'],
    ['no', { type: 'boolean', default: false }, undefined, 'boolean', 'no'],
    ['a choice', { enum: ['a', 'b'] }, 'b', 'choice', '1'],
    ['texts', { type: 'array', items: { type: 'string' } }, ['a', 'b'], 'texts', 'a\nb'],
    ['an object', { type: 'object' }, { a: 1 }, 'json', '{\n  "a": 1\n}'],
    ['another type than its own', { type: 'number' }, 'ten', 'json', '"ten"'],
    ['a number for a text', { type: 'string' }, 10, 'json', '10'],
    ['a text for yes or no', { type: 'boolean' }, 'perhaps', 'json', '"perhaps"'],
    ['nothing', { type: 'string', default: null }, undefined, 'text', ''],
    ['no choice', { enum: ['a'] }, 'z', 'json', '"z"'],
    [
      'a text with lines in a list',
      { type: 'array', items: { type: 'string' } },
      ['a\nb'],
      'json',
      '[\n  "a\\nb"\n]',
    ],
  ])('begins with %s', (_what, property, given, kind, initial) => {
    expect(only(property, given)).toMatchObject({ kind, initial });
  });
});

describe('a form', () => {
  test('has what is required first, each with its description', () => {
    const fields = formFields(
      {
        type: 'object',
        properties: { cc: { type: 'string' }, to: { type: 'string', description: 'Who gets it.' } },
        required: ['to'],
      },
      {},
    );
    expect(fields).toMatchObject([
      { name: 'to', required: true, description: 'Who gets it.' },
      { name: 'cc', required: false, description: '' },
    ]);
  });

  const properties = { a: { type: 'string' } };
  const many = Object.fromEntries(Array.from({ length: 61 }, (_, at) => [`p${at}`, {}]));
  test.each<[string, JsonObject, JsonObject]>([
    ['there are no properties', { type: 'object' }, {}],
    ['the whole is a reference', { $ref: '#/$defs/a', properties }, {}],
    ['there are alternatives', { oneOf: [{}], properties }, {}],
    ['there are conditions', { if: {}, properties }, {}],
    ['there are too many', { properties: many }, {}],
    ['a property is no name', { properties: JSON.parse('{"__proto__": {}}') as JsonObject }, {}],
    ['it could not hold what a route gives', { properties }, { b: 1 }],
  ])('cannot stand where %s', (_what, schema, given) => {
    expect(formFields(schema, given)).toBeNull();
  });
});

describe('what is typed into a field', () => {
  const number = { type: 'number' };
  const nullable = { type: ['string', 'null'] };
  const texts = { type: 'array', items: { type: 'string' } };
  test.each<[string, Json, string, Json | undefined]>([
    ['a text, with its spaces', { type: 'string' }, ' a ', ' a '],
    ['a text that looks like a number', { type: 'string' }, '0049', '0049'],
    ['a number', number, ' -12.5 ', -12.5],
    ['yes', { type: 'boolean' }, 'yes', true],
    ['no', { type: 'boolean' }, 'no', false],
    ['a choice that is no text', { enum: ['1', 1] }, '1', 1],
    ['texts, one on each line', texts, 'a b\r\n\nc', ['a b', 'c']],
    ['an object', { type: 'object' }, '{"a": [1]}', { a: [1] }],
    ['nothing, for a text', { type: 'string' }, '', undefined],
    ['nothing, for a number', number, ' ', undefined],
    ['nothing, for a list', texts, '\n', undefined],
    ['nothing, where it may be null', nullable, '', undefined],
  ])('is %s', (_what, property, typed, value) => {
    const read = readField(only(property), typed);
    expect(read.ok).toBe(true);
    if (read.ok && value !== undefined) {
      expect(JSON.parse(JSON.stringify(read.value))).toEqual(value);
    } else expect(read).toEqual({ ok: true, value });
  });

  test.each<[string, Json, string, RegExp]>([
    ['no number', number, 'ten', /Type digits/],
    ['a number in another way of writing', number, '1e3', /Type digits/],
    ['a number that would lose digits', number, '12345678901234567890', /lose digits/],
    ['no JSON', { type: 'object' }, '{', /./],
    ['no choice', { enum: ['a'] }, '7', /Choose/],
  ])('is refused as %s', (_what, property, typed, said) => {
    const read = readField(only(property), typed);
    expect(read.ok ? '' : `${read.error.message} ${read.error.advice}`).toMatch(said);
  });

  test('is missed where it is required, and null where that is allowed', () => {
    const need = (property: Json) => ({ ...only(property), required: true });
    expect(readField(need({ type: 'string' }), '')).toMatchObject({ ok: false });
    expect(readField(need({ type: 'boolean' }), '')).toMatchObject({ ok: false });
    expect(readField(need(nullable), '')).toEqual({ ok: true, value: null });
  });

  test('makes the arguments, or says at each field what is wrong', () => {
    const fields = formFields(
      { properties: { to: { type: 'string' }, n: { type: 'number' }, cc: { type: 'string' } } },
      {},
    ) as readonly FormField[];
    const typed: Record<string, string> = { to: 'a', n: 'x', cc: '' };
    const { args, problems } = readFields(fields, ({ name }) => typed[name] ?? '');
    expect({ ...args }).toEqual({ to: 'a' });
    expect([...problems.keys()]).toEqual(['n']);
  });
});

test('what the validator says stands at the field that it is about', () => {
  const fields = formFields(
    { properties: { to: {}, 'to.x': {}, options: { type: 'object' } } },
    {},
  ) as readonly FormField[];
  const { byField, others } = assignProblems(
    fields,
    ['to', 'to.x', 'options.deep', 'top', ''].map((path) => ({
      path,
      text: 'Is too short.',
      sentence: `The argument “${path}” is too short.`,
    })),
    ['options.trace', 'stray'],
  );
  expect(Object.fromEntries(byField)).toEqual({
    to: 'Is too short.',
    'to.x': 'Is too short.',
    options: 'The argument “options.deep” is too short.',
  });
  expect(others).toEqual([
    'The argument “top” is too short.',
    'The argument “” is too short.',
    'The tool has no input named “stray”. Remove it.',
  ]);
});
