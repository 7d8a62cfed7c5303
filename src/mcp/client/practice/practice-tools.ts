import type { JsonObject } from '../../../core/json.js';
import type { ToolDefinition } from '../../../core/request/action/tool-definition.js';

export interface PracticeTool {
  readonly definition: ToolDefinition;
  readonly titleOf: string;
  readonly texts: readonly string[];
}

export const practiceTools: readonly PracticeTool[] = [
  {
    definition: define(
      'send_email',
      'Practice only: saves the email as a note in this vault. Nothing is sent.',
      {
        to: { type: 'string', minLength: 1, description: 'Who would get it.' },
        subject: { type: 'string' },
        text: { type: 'string', description: 'What it says.' },
        body: { type: 'string', description: 'The same, for those who call it so.' },
        attachments: {
          type: 'array',
          items: { type: 'string' },
          description: 'Full paths of what would be attached.',
        },
      },
      ['to', 'subject'],
    ),
    titleOf: 'subject',
    texts: ['text', 'body'],
  },
  {
    definition: define(
      'publish_post',
      'Practice only: saves the post as a note in this vault. Nothing is published.',
      {
        network: { type: 'string', minLength: 1, description: 'Where it would appear.' },
        text: { type: 'string', minLength: 1, description: 'What it says.' },
      },
      ['network', 'text'],
    ),
    titleOf: 'text',
    texts: ['text'],
  },
  {
    definition: define(
      'pay_invoice',
      'Practice only: saves the payment as a note in this vault. Nothing is paid.',
      {
        to: { type: 'string', minLength: 1, description: 'Who would be paid.' },
        amount: { type: 'number', exclusiveMinimum: 0 },
        currency: { type: 'string', pattern: '^[A-Z]{3}$', description: 'ISO 4217, like EUR.' },
        reference: { type: 'string', description: 'What the payment says it is for.' },
      },
      ['to', 'amount', 'currency', 'reference'],
    ),
    titleOf: 'reference',
    texts: [],
  },
];

function define(
  name: string,
  description: string,
  properties: JsonObject,
  required: readonly string[],
): ToolDefinition {
  return {
    name,
    description,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    annotations: {
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: false,
    },
  };
}
