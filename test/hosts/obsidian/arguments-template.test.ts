import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/json.js';
import { readActionYaml } from '../../../src/core/request/action-yaml.js';
import { argumentsTemplate } from '../../../src/hosts/obsidian/arguments-template.js';
import { practiceTools } from '../../../src/mcp/client/practice-tools.js';

const read = (yaml: string) => readActionYaml(yaml, { noteText: yaml, offset: 0, path: '' });

test('what a tool requires stands there to be filled in, the rest as comments', () => {
  const schema: JsonObject = {
    type: 'object',
    properties: {
      note: { type: 'string', description: 'Anything\nelse.' },
      to: { type: 'string', description: 'Whom it reaches.' },
      amount: { type: 'number' },
      kind: { enum: ['letter', 'card'] },
      'reply-to all': { type: 'boolean', default: true },
    },
    required: ['to', 'amount', 'kind', 'reply-to all'],
  };
  expect(argumentsTemplate(schema, { to: 'a@example.com', amount: '5' })).toBe(
    [
      'to: "a@example.com" # Whom it reaches.',
      'amount: 0',
      'kind: "letter"',
      '"reply-to all": true',
      '# note: "" # Anything else.',
      '',
    ].join('\n'),
  );
});

test.each(practiceTools.map(({ definition }) => [definition.name, definition] as const))(
  'the template of %s is read back as the arguments it requires',
  (_, { inputSchema }) => {
    const args = read(argumentsTemplate(inputSchema));
    expect(args.ok && Object.keys(args.value)).toEqual(inputSchema['required']);
  },
);

test('whatever a server names its arguments, the template is one line for each', () => {
  const unit = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom('\n', '\r', '\u0085', '\u2028', '"', '#', ':', ' '),
  );
  const name = fc.string({ unit, minLength: 1 }).filter((text) => text !== '__proto__');
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { minLength: 1 }),
      fc.string({ unit: 'binary' }),
      (names, description) => {
        const properties = Object.fromEntries(
          names.map((key) => [key, { type: 'string', description }]),
        );
        const yaml = argumentsTemplate({ properties: properties, required: names });
        expect(yaml.split(/\r\n|[\n\r\u0085\u2028\u2029]/u)).toHaveLength(names.length + 1);
      },
    ),
  );
});
