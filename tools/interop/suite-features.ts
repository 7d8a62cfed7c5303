import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../src/core/json.js';
import type { ServerFeatures, ToolDefinition } from '../../src/mcp/server/server-features.js';

/** The scenarios of the conformance suite that need these features. */
export const suiteScenarios = [
  'tools-call-simple-text',
  'tools-call-error',
  'tools-call-with-progress',
  'json-schema-2020-12',
  'resources-read-text',
  'prompts-get-simple',
  'prompts-get-with-args',
] as const;

/** Keywords that a list of tools has to keep. */
const schema2020: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

const uri = 'test://static-text';

/** What the suite asks a server to have, as far as one of ours can: by the names and in the words of the suite. */
export const suiteFeatures: ServerFeatures = {
  instructions: 'For the conformance suite.',
  tools: [
    tool('test_simple_text'),
    tool('test_error_handling'),
    tool('test_tool_with_progress'),
    tool('json_schema_2020_12_tool', schema2020),
  ],
  async callTool(name, _args, { progress }) {
    if (name === 'test_error_handling') {
      return { isError: true, text: 'This tool intentionally returns an error for testing' };
    }
    for (const part of name === 'test_tool_with_progress' ? ['0', '50', '100'] : []) {
      progress?.(part);
      await sleep(50);
    }
    return { isError: false, text: 'This is a simple text response for testing.' };
  },
  resources: () => [{ uri, name: 'Text', description: 'A text.', mimeType: 'text/plain' }],
  readResource: async (asked) =>
    asked === uri ? 'This is the content of the static text resource.' : null,
  prompts: [prompt('test_simple_prompt'), prompt('test_prompt_with_arguments', 'arg1', 'arg2')],
  getPrompt: async (name, { arg1, arg2 }) =>
    name === 'test_simple_prompt'
      ? 'This is a simple prompt for testing.'
      : `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
};

function tool(name: string, inputSchema: JsonObject = { type: 'object' }): ToolDefinition {
  return { name, title: name, description: 'For the suite.', inputSchema, annotations: {} };
}

function prompt(name: string, ...args: readonly string[]): ServerFeatures['prompts'][number] {
  return {
    ...{ name, title: name, description: 'For the suite.' },
    arguments: args.map((one) => ({ name: one, description: 'A text.', required: true })),
  };
}
