/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Objects from outside are built without a prototype or checked for `__proto__`. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Whether a JSON value is an object (no array, no null). */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
