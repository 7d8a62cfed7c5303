import { isJsonObject, type Json, type JsonObject } from '../../src/core/json.js';

/** What a text holds as JSON; `null`: it is none. */
export function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** An object, or an empty one. */
export function objectIn(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** A list, or an empty one. */
export function listIn(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** A text, or none. */
export function textIn(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
