import type { JsonObject } from '../../../core/json.js';

export function text(description: string, maxLength = 4_000): JsonObject {
  return { type: 'string', maxLength, description };
}

export const planId: JsonObject = { type: 'string', maxLength: 200 };

export const step: JsonObject = {
  type: ['integer', 'string'],
  description: 'Position from 1, or block id.',
};

export const rationale: JsonObject = { type: 'string', maxLength: 4_000 };

export function object(
  properties: Readonly<Record<string, JsonObject>>,
  required: readonly string[] = [],
): JsonObject {
  return {
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}
