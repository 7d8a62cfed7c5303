import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../../src/core/json.js';
import type { AgentTool } from '../../../../../src/core/settings/agents/agent-tools.js';
import { mirroredName } from '../../../../../src/core/settings/agents/mirrored-name.js';
import { mirroredSchema } from '../../../../../src/mcp/server/mirrored/mirrored-schema.js';
import { mirroredTools } from '../../../../../src/mcp/server/mirrored/mirrored-tools.js';

const offered = (bridge: string, name: string, more: object = {}): AgentTool => ({
  bridge,
  digest: '0'.repeat(64),
  shown: { name, inputSchema: { type: 'object' }, ...more },
});
const namesOf = (...tools: AgentTool[]): string[] =>
  mirroredTools(tools).map(({ definition }) => definition.name);

describe('the name of a mirrored tool', () => {
  test.each([
    ['mail', 'send_email', /^mail__send_email$/],
    ['mail', 'send__email', /^mail__send__email_[0-9a-f]{10}$/],
    ['mail_', 'send', /^mail___send_[0-9a-f]{10}$/],
    ['7mail', 'send', /^mail__send_[0-9a-f]{10}$/],
    ['mail', 'send/now', /^mail__send-now_[0-9a-f]{10}$/],
    ['mail', 'x'.repeat(60), /^mail__x{27}_[0-9a-f]{10}$/],
    ['1', '€', /^-?\w+_[0-9a-f]{10}$/],
  ])('of %s and %s', (bridge, tool, form) => {
    expect(mirroredName(bridge, tool)).toMatch(form);
  });

  test('fits every client, and two tools have two names', () => {
    const alias = fc.string({
      unit: fc.constantFrom('a', '_', '-', '1'),
      minLength: 1,
      maxLength: 60,
    });
    const tool = fc.string({
      unit: fc.constantFrom('a', '_', '.', 'é'),
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(fc.tuple(alias, tool), fc.tuple(alias, tool), (one, other) => {
        expect(mirroredName(...one)).toMatch(/^[A-Za-z][A-Za-z0-9_-]{0,43}$/u);
        if (one.join(' ') !== other.join(' ')) {
          expect(mirroredName(...one)).not.toBe(mirroredName(...other));
        }
      }),
    );
  });

  test('is listed for neither of two that differ only in case', () => {
    expect(namesOf(offered('m', 'send'), offered('m', 'Send'), offered('m', 'list'))).toEqual([
      'm__list',
    ]);
  });
});

describe('the definition of a mirrored tool', () => {
  test('has the whole description and hints of its server, and nothing else that it says', () => {
    const annotations = { title: 'Send', destructiveHint: true, readOnlyHint: 'yes', more: 1 };
    const description = `Sends a mail.${' More.'.repeat(1_000)}`;
    const more = { description, outputSchema: { type: 'object' }, annotations };
    const [{ definition } = {}] = mirroredTools([offered('mail', 'send', more)]);
    expect(definition).toMatchObject({
      name: 'mail__send',
      title: 'Send (mail)',
      annotations: { destructiveHint: true },
    });
    expect(definition?.description).toMatch(
      /^Sends a mail\.(?: More\.){1000}\n\nA person approves each call first/,
    );
    expect(Object.keys(definition ?? {}).sort()).toEqual([
      ...['annotations', 'description', 'inputSchema', 'name', 'title'],
    ]);
  });

  test.each<[string, JsonObject, JsonObject]>([
    ['a root without a type', {}, { type: 'object', properties: {} }],
    [
      'combinators at its root',
      { type: 'object', anyOf: [{ required: ['a'] }], properties: { a: { anyOf: [{}] } } },
      { type: 'object', properties: { a: { anyOf: [{}] } } },
    ],
    [
      'references to elsewhere',
      {
        properties: { a: { $ref: 'https://e.com/x' }, b: { $ref: '#/$defs/b' } },
        ...{ maxProperties: 2, $defs: { b: true } },
      },
      {
        ...{ type: 'object', maxProperties: 2, $defs: { b: true } },
        properties: { a: {}, b: { $ref: '#/$defs/b' } },
      },
    ],
    [
      'references to what agents are not shown',
      {
        properties: {
          ...{ é: {}, a: { $ref: '#/additionalProperties' }, b: { $ref: '#/%61nyOf/0' } },
          ...{ c: { $ref: '#text' }, d: { $ref: '#/properties/%C3%A9' }, e: { $ref: '#/$defs/n' } },
        },
        additionalProperties: { type: 'string' },
        anyOf: [{ $anchor: 'text', type: 'string' }, {}],
        $defs: { n: { $ref: '#/anyOf/0' } },
      },
      {
        type: 'object',
        properties: { a: {}, b: {}, c: {}, d: {}, e: { $ref: '#/$defs/n' } },
        $defs: { n: {} },
      },
    ],
    [
      'references to what they are shown, by pointers and anchors',
      {
        properties: { a: { $ref: '#' }, b: { $ref: '#/$defs/Map%3Ca~1b%3E' }, c: { $ref: '#m' } },
        $defs: { 'Map<a/b>': { $anchor: 'm', $dynamicAnchor: 'd', items: { $dynamicRef: '#d' } } },
      },
      {
        type: 'object',
        properties: { a: { $ref: '#' }, b: { $ref: '#/$defs/Map%3Ca~1b%3E' }, c: { $ref: '#m' } },
        $defs: { 'Map<a/b>': { $anchor: 'm', $dynamicAnchor: 'd', items: { $dynamicRef: '#d' } } },
      },
    ],
    [
      'what is for headers, and not an argument of that name',
      {
        properties: { a: { 'x-mcp-header': 'A' }, 'x-mcp-header': { type: 'string' } },
        propertyNames: {},
      },
      {
        ...{ type: 'object', propertyNames: {} },
        properties: { a: {}, 'x-mcp-header': { type: 'string' } },
      },
    ],
    [
      'values that look like schemas',
      { properties: { a: { default: { $ref: 'x' } }, countersign: {} } },
      { type: 'object', properties: { a: { default: { $ref: 'x' } }, countersign: {} } },
    ],
    [
      'arguments whose schemas are no objects',
      { properties: { a: true, b: false, c: null, d: { properties: { e: true } } } },
      {
        ...{ type: 'object' },
        properties: { a: {}, b: { not: {} }, c: {}, d: { properties: { e: true } } },
      },
    ],
    [
      'a list of what is required that holds more than names',
      { properties: { a: {} }, required: ['a', 1] },
      { type: 'object', properties: { a: {} }, required: ['a'] },
    ],
    [
      'a word in the place of what is required',
      { properties: { a: {} }, required: 'a' },
      { type: 'object', properties: { a: {} } },
    ],
    [
      'arguments with names that models are not given',
      {
        properties: { 'filter[a]': {}, 'a.b-c_1': {}, ['x'.repeat(65)]: {} },
        required: ['filter[a]', 'a.b-c_1'],
        unevaluatedProperties: false,
      },
      { type: 'object', properties: { 'a.b-c_1': {} }, required: ['a.b-c_1'] },
    ],
  ])('is taken by clients though it has %s', (_, own, told) => {
    const { schema } = mirroredSchema(own);
    const { properties, ...rest } = schema;
    const { countersign: ours, ...others } = properties as JsonObject;
    const isOwn = Object.hasOwn((own['properties'] ?? {}) as JsonObject, 'countersign');
    expect({
      ...rest,
      properties: isOwn ? { ...others, countersign: ours ?? {} } : others,
    }).toEqual(told);
  });

  test.each<[string, JsonObject, boolean]>([
    ['a plain object', { type: 'object', additionalProperties: false }, true],
    ['an argument of that name', { properties: { countersign: {} } }, false],
    ['combinators', { oneOf: [] }, false],
    ['a reference', { $ref: '#/$defs/a' }, false],
    ['rules for names', { propertyNames: { maxLength: 3 } }, false],
    ['a number of arguments', { maxProperties: 1 }, false],
    ['a pattern that matches it', { patternProperties: { '^c': {} } }, false],
    ['a pattern that does not', { patternProperties: { '^x-': {} } }, true],
    ['a pattern that is none', { patternProperties: { '(': {} } }, false],
  ])('with %s takes the argument that is ours, or not', (_, own, takes) => {
    const { schema, takesContext } = mirroredSchema(own);
    expect(takesContext).toBe(takes);
    const { countersign } = schema['properties'] as JsonObject;
    expect(JSON.stringify(countersign ?? null).includes('plan_id')).toBe(takes);
  });
});
