import type { JsonObject } from '../../../core/json.js';

/** A text of an argument. */
export function text(description: string, maxLength = 4_000): JsonObject {
  return { type: 'string', maxLength, description };
}

export const planId: JsonObject = { type: 'string', maxLength: 200 };

export const step: JsonObject = {
  type: ['integer', 'string'],
  description: 'Position from 1, or block id.',
};

/** Why it is done. */
export const rationale: JsonObject = { type: 'string', maxLength: 4_000 };

/** The root of a tool's arguments. Nothing but these properties is taken. */
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
